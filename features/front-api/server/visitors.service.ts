import type { Caller } from '#server/access.ts';
import type { App } from '#server/app.ts';

/** Those that say what they are. `Cubot` is a phone. */
const botAgent = /(?<!cu)bot\b|bot[/;)]|crawl|spider|slurp|headless|monitor|facebookexternalhit/i;

/** What bots do, and people who are signed in to the console, says nothing of customers. */
export const isCounted = ({ agent, hasSession }: Pick<Caller<'shop'>, 'agent' | 'hasSession'>): boolean =>
  !hasSession && !botAgent.test(agent);

/** A visitor by the shop's own name of them; who has none can be told apart for a day. */
export const visitorHash = (
  app: Pick<App, 'sealing'>,
  { project, address, agent }: Caller<'shop'>,
  visitor: string,
  day: string,
) => app.sealing.hash(JSON.stringify([project.id, visitor || [day, address, agent]]));

/** The same for what one visitor did on several days, hashed once for each. */
export function visitorByDay(app: Pick<App, 'sealing'>, caller: Caller<'shop'>, visitor: string): (day: string) => string {
  const known = new Map<string, string>();
  return (day) => {
    const hash = known.get(day) ?? visitorHash(app, caller, visitor, day);
    known.set(day, hash);
    return hash;
  };
}

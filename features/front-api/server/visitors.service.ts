import type { Caller } from '#server/app/access.ts';
import type { App } from '#server/app/app.ts';

/** `Cubot` is a phone. */
const botAgent = /(?<!cu)bot\b|bot[/;)]|crawl|spider|slurp|headless|monitor|facebookexternalhit/i;

/** Bots and console users are not customers. */
export const isCounted = ({ agent, hasSession }: Pick<Caller<'shop'>, 'agent' | 'hasSession'>): boolean =>
  !hasSession && !botAgent.test(agent);

type Visiting = Pick<Caller<'shop'>, 'address' | 'agent'> & { readonly project: { readonly id: number } };

/** By the shop's id, or else by address and agent, for a day. */
export const visitorHash = (app: Pick<App, 'sealing'>, { project, address, agent }: Visiting, visitor: string, day: string) =>
  app.sealing.hash(JSON.stringify([project.id, visitor || [day, address, agent]]));

/** As `visitorHash`, memoised by day. */
export function visitorByDay(app: Pick<App, 'sealing'>, caller: Caller<'shop'>, visitor: string): (day: string) => string {
  const known = new Map<string, string>();
  return (day) => {
    const hash = known.get(day) ?? visitorHash(app, caller, visitor, day);
    known.set(day, hash);
    return hash;
  };
}

import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { normaliseQuery } from '#engine/query-draft.ts';
import { withoutPersonalData } from './personal-data.ts';
import { searchCounter } from './search-counter.ts';
import { searchedTermStore } from './searched-terms.store.ts';
import type { Caller } from '#server-kit/access.ts';
import type { App } from '#server-kit/app.ts';
import { countAttempts } from '#server-kit/attempts.ts';

/** What a server that is killed may lose. */
export const writeEveryMilliseconds = 1_000;
/** A year, and what it is compared with. */
const keptDays = 800;
const forgetEveryMilliseconds = 6 * 60 * 60 * 1_000;
/** Longer ones are pasted, not searched for. */
const longestTermLength = 100;
/** So often one address moves the count of a term, whatever it calls itself; many people may share an address. */
const countsPerAddressAndTerm = 5;
const countsWindowSeconds = 60 * 60;
/** Those that say what they are. `Cubot` is a phone. */
const botAgent = /(?<!cu)bot\b|bot[/;)]|crawl|spider|slurp|headless|monitor|facebookexternalhit/i;

export interface NotedSearch {
  readonly collectionId: number;
  readonly query: string;
  /** Items that were found by the query as it was typed. */
  readonly itemCount: number;
  /** What the shop calls its visitor; empty where it doesn't say. */
  readonly visitor: string;
}

/** Counts what visitors of shops search for, in memory, and writes it every second and when the server stops. */
export function countSearchedTerms(app: App, now: () => number = Date.now) {
  const store = searchedTermStore(app.db);
  const counter = searchCounter(now);
  const perAddress = countAttempts({ maximum: countsPerAddressAndTerm, windowSeconds: countsWindowSeconds, now });

  async function write(): Promise<void> {
    const counts = counter.take();
    if (counts.length === 0) return;
    try {
      await store.add(counts);
    } catch (error) {
      counter.giveBack(counts);
      throw error;
    }
  }
  app.jobs.repeat('searched terms', writeEveryMilliseconds, write);
  app.jobs.repeat('old searched terms', forgetEveryMilliseconds, () =>
    store.forgetBefore(addDays(dayOf(now(), defaultTimeZone), -keptDays)),
  );
  app.http.addHook('onClose', write);

  return {
    /** Never throws. Bots and people who are signed in to the console are not counted. */
    note(caller: Caller<'shop'>, { collectionId, query, itemCount, visitor }: NotedSearch): void {
      const { project, address, agent, isShopServer, hasSession } = caller;
      const term = withoutPersonalData(normaliseQuery(query)).trim();
      if (term === '' || term.length > longestTermLength || hasSession || botAgent.test(agent)) return;
      if (!isShopServer && !perAddress.isLeft(JSON.stringify([project.id, address, term]))) return;
      counter.count({
        projectId: project.id,
        collectionId,
        day: dayOf(now(), project.timeZone),
        term,
        itemCount,
        visitor: visitor || `${address} ${agent}`,
      });
    },
  };
}

import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import type { TraceEntry } from '#engine/pipeline.ts';
import { normaliseQuery } from '#engine/query-draft.ts';
import { withoutPersonalData } from './personal-data.ts';
import { searchCounter } from './search-counter.ts';
import { searchedTermStore } from './searched-terms.store.ts';
import { isCounted, visitorHash } from '#features/front-api/visitors.service.ts';
import type { Caller } from '#server-kit/access.ts';
import type { App } from '#server-kit/app.ts';
import { countAttempts } from '#server-kit/attempts.ts';

/** What a server that is killed may lose. */
export const writeEveryMilliseconds = 1_000;
/** A year, and what it is compared with. */
const keptDays = 800;
/** What lists of rules show. */
const keptDaysOfUses = 30;
const forgetEveryMilliseconds = 6 * 60 * 60 * 1_000;
/** Longer ones are pasted, not searched for. */
const longestTermLength = 100;
/** So often one address moves the count of a term, whatever it calls itself; many people may share an address. */
const countsPerAddressAndTerm = 5;
const countsWindowSeconds = 60 * 60;

export interface NotedSearch {
  readonly collectionId: number;
  readonly query: string;
  /** Items that were found by the query as it was typed. */
  readonly itemCount: number;
  /** What the shop calls its visitor; empty where it doesn't say. */
  readonly visitor: string;
  /** What acted on the query. */
  readonly rules: readonly UsedRule[];
}

export interface UsedRule {
  readonly stage: string;
  readonly ruleId: number;
}

export const usedRules = (trace: readonly TraceEntry[]): UsedRule[] =>
  trace.flatMap(({ step: stage, ruleId }) => (ruleId === undefined ? [] : [{ stage, ruleId }]));

/** Counts what visitors of shops search for, in memory, and writes it every second and when the server stops. */
export function countSearchedTerms(app: App, now: () => number = Date.now) {
  const store = searchedTermStore(app.db);
  const counter = searchCounter(now);
  const perAddress = countAttempts({ maximum: countsPerAddressAndTerm, windowSeconds: countsWindowSeconds, now });

  async function write(): Promise<void> {
    const [counts, uses] = [counter.take(), counter.takeUses()];
    const written = await Promise.allSettled([counts.length > 0 && store.add(counts), uses.length > 0 && store.addUses(uses)]);
    const [ofTerms, ofUses] = written.map(({ status }) => status);
    if (ofTerms === 'rejected') counter.giveBack(counts);
    if (ofUses === 'rejected') counter.giveBackUses(uses);
    for (const one of written) if (one.status === 'rejected') throw one.reason;
  }
  app.jobs.repeat('searched terms', writeEveryMilliseconds, write);
  app.jobs.repeat('old searched terms', forgetEveryMilliseconds, () =>
    store.forgetBefore(addDays(dayOf(now(), defaultTimeZone), -keptDays)),
  );
  app.jobs.repeat('old uses of rules', forgetEveryMilliseconds, () =>
    store.forgetUsesBefore(addDays(dayOf(now(), defaultTimeZone), -keptDaysOfUses)),
  );
  app.http.addHook('onClose', write);

  return {
    /** Never throws. Bots and people who are signed in to the console are not counted. */
    note(caller: Caller<'shop'>, { collectionId, query, itemCount, visitor, rules }: NotedSearch): void {
      const { project, address, agent, isShopServer } = caller;
      const term = withoutPersonalData(normaliseQuery(query)).trim();
      if (term === '' || term.length > longestTermLength || !isCounted(caller)) return;
      if (!isShopServer && !perAddress.isLeft(JSON.stringify([project.id, address, term]))) return;
      const day = dayOf(now(), project.timeZone);
      const hashed = () => visitorHash(app, caller, visitor, day);
      counter.count({
        projectId: project.id,
        collectionId,
        day,
        term,
        itemCount,
        visitor: visitor || `${address} ${agent}`,
        uses: rules.map((rule) => ({ projectId: project.id, day, visitorHash: hashed(), ...rule })),
      });
    },
  };
}
export type SearchedTerms = ReturnType<typeof countSearchedTerms>;

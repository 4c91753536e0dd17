import { type Plan, plainPlan, type SearchField } from '#engine/plan.ts';
import type { TermCount } from '#engine/port.ts';
import { type Awaitable, type Work, wait } from '#process-kit/work.ts';

/** Terms are counted in all fields, so more of them are counted again in the wanted ones. */
const candidatesPerTerm = 4;

interface TermAsks {
  terms(prefix: string, limit: number, among: Plan | null): Awaitable<readonly TermCount[]>;
  counts(plans: readonly Plan[]): Awaitable<readonly number[]>;
}

/** Items of the plan that have the term, too. */
export function withTerm(among: Plan, term: string): Plan {
  const groups = [...among.groups, { word: term, alternatives: [{ kind: 'exact', terms: [term], weight: 1 } as const] }];
  return { ...among, groups, minimumMatch: groups.length };
}

/** The most frequent terms first. Fields null: of the whole index. */
export function* completeTerm(
  asks: TermAsks,
  prefix: string,
  limit: number,
  fields: readonly SearchField[] | null,
  among: Plan | null,
): Work<readonly TermCount[]> {
  if (fields === null) return yield* wait(asks.terms(prefix, limit, among));
  const candidates = yield* wait(asks.terms(prefix, limit * candidatesPerTerm, among));
  const plan = { ...(among ?? plainPlan), fields };
  const counts = yield* wait(asks.counts(candidates.map(({ term }) => withTerm(plan, term))));
  const found = candidates.map(({ term }, place) => ({ term, itemCount: counts[place]! }));
  return found
    .filter(({ itemCount }) => itemCount > 0)
    .sort((one, other) => other.itemCount - one.itemCount)
    .slice(0, limit);
}

import { type Plan, plainPlan, type SearchField } from '#engine/plan.ts';
import type { TermCount } from '#engine/port.ts';
import { type Awaitable, type Work, wait } from '#process-kit/work.ts';

/** Terms are counted in all fields, so more of them are counted again in the wanted ones. */
const candidatesPerTerm = 4;

interface TermAsks {
  terms(prefix: string, limit: number): Awaitable<readonly TermCount[]>;
  counts(plans: readonly Plan[]): Awaitable<readonly number[]>;
}

function planOf(term: string, fields: readonly SearchField[]): Plan {
  const groups = [{ word: term, alternatives: [{ kind: 'exact', terms: [term], weight: 1 } as const] }];
  return { ...plainPlan, groups, minimumMatch: 1, fields };
}

/** The most frequent terms first. null: of the whole index. */
export function* completeTerm(
  asks: TermAsks,
  prefix: string,
  limit: number,
  fields: readonly SearchField[] | null,
): Work<readonly TermCount[]> {
  if (fields === null) return yield* wait(asks.terms(prefix, limit));
  const candidates = yield* wait(asks.terms(prefix, limit * candidatesPerTerm));
  const counts = yield* wait(asks.counts(candidates.map(({ term }) => planOf(term, fields))));
  const found = candidates.map(({ term }, place) => ({ term, itemCount: counts[place]! }));
  return found
    .filter(({ itemCount }) => itemCount > 0)
    .sort((one, other) => other.itemCount - one.itemCount)
    .slice(0, limit);
}

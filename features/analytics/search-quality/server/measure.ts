import { searchesOfGroup } from '#features/analytics/search-quality/search-quality.contract.ts';

/**
 * How good the order of results is, by what visitors clicked: nDCG (Järvelin and Kekäläinen, 2002) with clicks weighted by the inverse of
 * the chance that their place is looked at (Joachims, Swaminathan and Schnabel, 2017). docs/search-quality.md says what is assumed.
 */

/** Places from 1 that count: those of the first page. */
export const placesJudged = 10;
/** How fast the chance falls that a place is looked at: place k is looked at `k ** -biasExponent` times as often as the first one. */
const biasExponent = 1;
/** A click weighs no more than so many on the first place, so that a lone one far below doesn't decide. */
const mostWeight = 5;

export interface Choice {
  readonly itemId: string;
  /** Where it stood, from 1. */
  readonly place: number;
}

/** What a choice says of how well an item answers a query, and where it was shown. */
export interface Gain {
  readonly itemId: string;
  readonly relevance: number;
  readonly place: number;
}

/** What a click on a place weighs; 1 on the first. */
export const weightOf = (place: number): number => Math.min(place ** biasExponent, mostWeight);

const discountOf = (place: number): number => 1 / Math.log2(place + 1);

/** From 0 to 1, which is the best order: what items gain where they were shown, beside what they would in the order of what they gain in all. */
export function ndcgOf(gains: readonly Gain[]): number {
  const items = new Map<string, number>();
  let shown = 0;
  for (const { itemId, relevance, place } of gains) {
    items.set(itemId, (items.get(itemId) ?? 0) + relevance);
    shown += relevance * discountOf(place);
  }
  const best = [...items.values()].toSorted((a, b) => b - a).reduce((sum, gain, at) => sum + gain * discountOf(at + 1), 0);
  // Items that each were first for whoever chose them come to more than any one order of them.
  return best === 0 ? 0 : Math.min(1, shown / best);
}

/** How good the order of a query's results was, and of how many clicked searches that is told. */
export interface QueryScore {
  readonly ndcg: number;
  readonly searchCount: number;
}

/** A choice of each visitor. Null where there are too few; what fills no group is left out. `breathe` is called between. */
export async function scoreOf(
  searches: readonly Iterable<Choice>[],
  breathe: () => Promise<void> | void = () => undefined,
): Promise<QueryScore | null> {
  const groups = Math.floor(searches.length / searchesOfGroup);
  if (groups === 0) return null;
  let sum = 0;
  for (let at = 0; at < groups; at += 1) {
    const choices = searches.slice(at * searchesOfGroup, (at + 1) * searchesOfGroup).flatMap((some) => [...some]);
    sum += ndcgOf(choices.map(({ itemId, place }) => ({ itemId, place, relevance: weightOf(place) })));
    await breathe();
  }
  return { ndcg: sum / groups, searchCount: groups * searchesOfGroup };
}

import { searchesOfGroup } from '#features/analytics/search-quality/search-quality.contract.ts';

/** nDCG (Järvelin and Kekäläinen, 2002) with clicks weighted by inverse examination probability (Joachims et al., 2017). See docs/search-quality.md. */

/** The first page, from 1. */
export const placesJudged = 10;
/** Position k is examined `k ** -biasExponent` times as often as the first. */
const biasExponent = 1;
/** Limits the weight of single clicks far below. */
const mostWeight = 5;

export interface Choice {
  readonly itemId: string;
  /** From 1. */
  readonly place: number;
}

export interface Gain {
  readonly itemId: string;
  readonly relevance: number;
  readonly place: number;
}

/** 1 at the first position. */
export const weightOf = (place: number): number => Math.min(place ** biasExponent, mostWeight);

const discountOf = (place: number): number => 1 / Math.log2(place + 1);

/** From 0 to 1. */
export function ndcgOf(gains: readonly Gain[]): number {
  const items = new Map<string, number>();
  let shown = 0;
  for (const { itemId, relevance, place } of gains) {
    items.set(itemId, (items.get(itemId) ?? 0) + relevance);
    shown += relevance * discountOf(place);
  }
  const best = [...items.values()].toSorted((a, b) => b - a).reduce((sum, gain, at) => sum + gain * discountOf(at + 1), 0);
  // Items may each be first for their visitors, so the sum can exceed that of any one order.
  return best === 0 ? 0 : Math.min(1, shown / best);
}

export interface QueryScore {
  readonly ndcg: number;
  readonly searchCount: number;
}

/** One choice per visitor. Null if too few. `breathe` is awaited between parts. */
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

import { searchesOfGroup, leastQueries } from '#features/analytics/search-quality/search-quality.contract.ts';

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

interface QueryScore {
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

/** Normal quantile for 95 %. */
const normalQuantile = 1.96;

/** Sums over queries of weight `w` and score `x`. */
export const sumNames = ['queries', 'w', 'wx', 'ww', 'wwx', 'wwxx'] as const;
export type QualitySums = Readonly<Record<(typeof sumNames)[number], number>>;

const sumsBy = (valueOf: (name: keyof QualitySums) => number): QualitySums =>
  Object.fromEntries(sumNames.map((name) => [name, valueOf(name)])) as QualitySums;

export const addedSums = (all: readonly QualitySums[]): QualitySums =>
  sumsBy((name) => all.reduce((sum, one) => sum + one[name], 0));
/** Databases return sums as text or null. */
export const sumsOfRow = (row: Readonly<Record<keyof QualitySums, unknown>>): QualitySums =>
  sumsBy((name) => Number(row[name] ?? 0));

export const sumsOfScore = ({ ndcg: x, searchCount: w }: QueryScore): QualitySums => ({
  queries: 1,
  w,
  wx: w * x,
  ww: w * w,
  wwx: w * w * x,
  wwxx: w * w * x * x,
});

export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Weighted mean and the error of a ratio estimate (Cochran, Sampling Techniques, 1977, 6.3). */
function meanOf({ queries, w, wx, ww, wwx, wwxx }: QualitySums): { readonly mean: number; readonly error: number } {
  const mean = wx / w;
  // Rounding.
  const squares = Math.max(0, wwxx - 2 * mean * wwx + mean * mean * ww);
  return { mean, error: Math.sqrt((squares / (w * w)) * (queries / (queries - 1))) };
}

/** Student's t by expansion (Abramowitz and Stegun, 26.7.5). */
const quantileOf = (queries: number): number => normalQuantile + (normalQuantile ** 3 + normalQuantile) / (4 * (queries - 1));

const isEnough = ({ queries }: QualitySums, weeks: number): boolean => queries >= leastQueries * weeks;

/** Null if too few queries. */
export function estimateOf(sums: QualitySums, weeks = 1): Estimate | null {
  if (!isEnough(sums, weeks)) return null;
  const { mean, error } = meanOf(sums);
  const far = quantileOf(sums.queries) * error;
  return { mean, low: Math.max(0, mean - far), high: Math.min(1, mean + far) };
}

export type Verdict = 'better' | 'worse' | 'same' | 'tooFew';

/** Significant if the 95 % interval of the difference excludes 0. */
export function verdictOf(now: QualitySums, before: QualitySums, weeks: number): Verdict {
  if (weeks === 0 || !isEnough(now, weeks) || !isEnough(before, weeks)) return 'tooFew';
  const [one, other] = [meanOf(now), meanOf(before)];
  const difference = one.mean - other.mean;
  const far = quantileOf(Math.min(now.queries, before.queries)) * Math.hypot(one.error, other.error);
  if (Math.abs(difference) <= far) return 'same';
  return difference > 0 ? 'better' : 'worse';
}

export interface FirstPageClick {
  readonly collectionId: number;
  readonly language: string;
  readonly term: string;
  readonly visitor: string;
  readonly itemId: string;
  readonly place: number;
}

interface Part {
  readonly collectionId: number;
  readonly language: string;
  /** By term and visitor. */
  readonly terms: Map<string, Map<string, Map<string, Choice>>>;
}

export interface JudgedPart {
  readonly collectionId: number;
  readonly language: string;
  readonly clickedCount: number;
  readonly scores: readonly QueryScore[];
}

/** Each visitor's first click counts per query and item. */
export function weekClicks() {
  const parts = new Map<string, Part>();
  let count = 0;

  function partOf({ collectionId, language }: FirstPageClick): Part {
    const key = `${collectionId} ${language}`;
    const part = parts.get(key) ?? { collectionId, language, terms: new Map() };
    parts.set(key, part);
    return part;
  }

  return {
    add(click: FirstPageClick): void {
      const { terms } = partOf(click);
      const { term, visitor, itemId, place } = click;
      const visitors = terms.get(term) ?? new Map<string, Map<string, Choice>>();
      terms.set(term, visitors);
      const choices = visitors.get(visitor) ?? new Map<string, Choice>();
      visitors.set(visitor, choices);
      if (choices.has(itemId)) return;
      choices.set(itemId, { itemId, place });
      count += 1;
    },
    count: (): number => count,
    async judged(breathe: () => Promise<void>): Promise<JudgedPart[]> {
      const judged: JudgedPart[] = [];
      for (const { collectionId, language, terms } of parts.values()) {
        let clickedCount = 0;
        const scores: QueryScore[] = [];
        for (const visitors of terms.values()) {
          clickedCount += visitors.size;
          const searches = [...visitors.values()].map((choices) => choices.values());
          const score = await scoreOf(searches, breathe);
          if (score) scores.push(score);
        }
        judged.push({ collectionId, language, clickedCount, scores });
      }
      return judged;
    },
  };
}

import type { QueryScore } from './measure.ts';
import { leastQueries } from '#features/analytics/search-quality/search-quality.contract.ts';

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

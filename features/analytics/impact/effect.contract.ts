import * as z from 'zod/mini';

export const Counts = z.object({
  searches: z.number(),
  unfound: z.number(),
  /** Searches with a click. */
  clicked: z.number(),
  /** Searches with a purchase. */
  bought: z.number(),
  /** Purchases, in the project's currency. */
  turnover: z.number(),
});
export type Counts = z.output<typeof Counts>;

export interface Stratum {
  readonly before: Counts;
  readonly after: Counts;
}

/** Shares from 0 to 1. */
export const Effect = z.object({
  before: z.number(),
  after: z.number(),
  /** 95 % interval of `after` − `before`. */
  low: z.number(),
  high: z.number(),
  /** `few`: too few searches. `none`: not significant. */
  verdict: z.enum(['more', 'less', 'none', 'few']),
});
export type Effect = z.output<typeof Effect>;

export const shares = ['unfound', 'clicked', 'bought'] as const;
export type Share = (typeof shares)[number];

export const leastSearches = 50;
/** Rounding error of sums. */
const rounding = 1e-9;
/** Normal quantile for 95 %. */
const standardErrors = 1.96;

/** Mantel–Haenszel risk difference over queries, so that a changed mix of queries has no effect, with Sato's variance (Biometrics 45, 1989). Null if no query was searched in both ranges. */
export function effectOn(queries: readonly Stratum[], share: Share): Effect | null {
  const sums = { weight: 0, before: 0, after: 0, p: 0, q: 0, searchesBefore: 0, searchesAfter: 0 };
  for (const { before, after } of queries) {
    const [n0, n1] = [before.searches, after.searches];
    if (n0 === 0 || n1 === 0) continue;
    const [x0, x1] = [Math.min(before[share], n0), Math.min(after[share], n1)];
    const all = n0 + n1;
    sums.weight += (n0 * n1) / all;
    sums.before += (x0 * n1) / all;
    sums.after += (x1 * n0) / all;
    sums.p += (n1 * n1 * x0 - n0 * n0 * x1 + (n0 * n1 * (n0 - n1)) / 2) / (all * all);
    sums.q += (x1 * (n0 - x0) + x0 * (n1 - x1)) / (2 * all);
    sums.searchesBefore += n0;
    sums.searchesAfter += n1;
  }
  if (sums.weight === 0) return null;
  const [before, after] = [sums.before / sums.weight, sums.after / sums.weight];
  const difference = after - before;
  const variance = Math.max(0, difference * sums.p + sums.q) / (sums.weight * sums.weight);
  const margin = standardErrors * Math.sqrt(variance);
  const [low, high] = [difference - margin, difference + margin];
  return { before, after, low, high, verdict: verdictOn(sums, low, high) };
}

function verdictOn(
  { searchesBefore, searchesAfter }: { readonly searchesBefore: number; readonly searchesAfter: number },
  low: number,
  high: number,
): Effect['verdict'] {
  if (Math.min(searchesBefore, searchesAfter) < leastSearches) return 'few';
  if (low > rounding) return 'more';
  return high < -rounding ? 'less' : 'none';
}

/** Turnover of a search, with the queries weighted as by `effectOn`; null if no query was searched in both ranges. */
export function turnoverOn(queries: readonly Stratum[]): { readonly before: number; readonly after: number } | null {
  const sums = { weight: 0, before: 0, after: 0 };
  for (const { before, after } of queries) {
    const [n0, n1] = [before.searches, after.searches];
    if (n0 === 0 || n1 === 0) continue;
    sums.weight += (n0 * n1) / (n0 + n1);
    sums.before += (before.turnover * n1) / (n0 + n1);
    sums.after += (after.turnover * n0) / (n0 + n1);
  }
  return sums.weight === 0 ? null : { before: sums.before / sums.weight, after: sums.after / sums.weight };
}

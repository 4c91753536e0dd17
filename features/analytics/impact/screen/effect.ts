import type { Counts } from '#features/analytics/impact/impact.contract.ts';

/** One query: its searches on both sides. */
export interface Stratum {
  readonly before: Counts;
  readonly after: Counts;
}

/** Of how many searches, from 0 to 1, on both sides, and how sure the difference is. */
export interface Effect {
  readonly before: number;
  readonly after: number;
  /** Where the difference lies with a certainty of 95 %: `after` less `before`. */
  readonly low: number;
  readonly high: number;
  /** `few` where there are too few searches to say anything, `none` where it may be chance. */
  readonly verdict: 'more' | 'less' | 'none' | 'few';
}

/** With fewer searches on a side nothing is said. */
export const leastSearches = 50;
/** What sums of fractions may be off. */
const rounding = 1e-9;
/** Of the normal distribution, for a certainty of 95 %. */
const standardErrors = 1.96;

/**
 * How the share of searches that found nothing, or were clicked, differs before and after. Queries are compared each with itself, so that
 * a query that is merely searched more often by now changes nothing: the difference is that of Mantel and Haenszel over queries (the risk
 * difference, weighted by the searches of both sides), its variance that of Sato (Biometrics 45, 1989), which holds for many rare queries
 * and for few frequent ones. Null where no query was searched on both sides.
 */
export function effectOn(queries: readonly Stratum[], share: 'unfound' | 'clicked'): Effect | null {
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

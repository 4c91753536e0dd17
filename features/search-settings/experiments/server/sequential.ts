/** Figures of A/B tests that may be looked at every day. See docs/search-quality.md. */

/** Chance of a false alarm of a test: the goal has most of it, the four other metrics share the rest. */
export const alarmChance = { goal: 0.04, other: 0.0025 } as const;

/** A difference of which a test sees most as early as possible, relative to the mean. */
export const expectedChange = 0.1;
/** Each group has as many before anything is compared: sums of fewer aren't normal. */
export const leastVisitors = 100;
/** Searches with a click, without results and so on, in both groups together. */
export const leastCounted = 30;
/** Normal quantile of 80%, the chance to see a difference with the visitors that are announced. */
const powerQuantile = 0.8416;

/** Sums over the visitors of a group: of their searches, of a metric, of both squared and of their product. */
export interface RatioSums {
  readonly visitors: number;
  readonly searches: number;
  readonly squaredSearches: number;
  readonly total: number;
  readonly squaredTotal: number;
  readonly product: number;
}

interface Ratio {
  readonly mean: number;
  readonly variance: number;
}

/** A mean per search with visitors as units, by the delta method (Deng, Knoblich and Lu 2018). A share varies as if one more search had it, and one more hadn't. */
export function ratioOf(sums: RatioSums, isShare: boolean): Ratio {
  const { visitors, searches, squaredSearches, total, squaredTotal, product } = sums;
  const mean = searches === 0 ? 0 : total / searches;
  const residuals = squaredTotal - 2 * mean * product + mean * mean * squaredSearches;
  const variance = visitors < 2 ? 0 : ((Math.max(0, residuals) / searches ** 2) * visitors) / (visitors - 1);
  const smoothed = (total + 1) / (searches + 2);
  return { mean, variance: isShare ? Math.max(variance, (smoothed * (1 - smoothed)) / (searches + 2)) : variance };
}

/** Half the width of a confidence sequence: a normal mixture with standard deviation `scale` (Robbins 1970; Johari, Pekelis and Walsh 2022). */
export function halfWidth(variance: number, scale: number, alpha: number): number {
  const mixed = variance + scale ** 2;
  return Math.sqrt(((variance * mixed) / scale ** 2) * (2 * Math.log(1 / alpha) + Math.log(mixed / variance)));
}

export interface Compared {
  readonly a: number;
  readonly b: number;
  /** Bounds of `b` − `a` that hold on all days together; null with too few visitors. */
  readonly low: number | null;
  readonly high: number | null;
  /** Set by the first comparison, so that it doesn't depend on later ones; null before. */
  readonly scale: number | null;
}

interface Comparison {
  readonly isShare: boolean;
  readonly alpha: number;
  /** Searches that the metric counts, of both groups. */
  readonly counted: number;
  /** The `scale` of the last comparison. */
  readonly scale: number | null;
}

export function compareGroups(a: RatioSums, b: RatioSums, { isShare, alpha, counted, scale: known }: Comparison): Compared {
  const [ofA, ofB] = [ratioOf(a, isShare), ratioOf(b, isShare)];
  const means = { a: ofA.mean, b: ofB.mean };
  const variance = ofA.variance + ofB.variance;
  const isEnough = Math.min(a.visitors, b.visitors) >= leastVisitors && counted >= leastCounted && variance > 0;
  const scale = known ?? (isEnough ? (expectedChange * (a.total + b.total)) / (a.searches + b.searches) : null);
  if (!isEnough || scale === null) return { ...means, low: null, high: null, scale };
  const half = halfWidth(variance, scale, alpha);
  const difference = ofB.mean - ofA.mean;
  return { ...means, low: difference - half, high: difference + half, scale };
}

/** A mixed list has no other figure that can be wrong. */
const preferenceAlarm = 0.05;
/** Both parameters of the Beta distribution that mixes shares of B: most are between 0.35 and 0.65. */
const preferencePrior = 20;
const boundSteps = 50;

/**
 * Visitors who chose more from A or B: a confidence sequence of a binomial share by a beta mixture (Robbins 1970; Howard, Ramdas,
 * McAuliffe and Sekhon 2021), as bounds of B's share less A's.
 */
export function comparePreferences(a: number, b: number): Compared {
  const all = a + b;
  if (all === 0) return { a: 0, b: 0, low: null, high: null, scale: null };
  let mixed = 0;
  for (let at = 0; at < a; at += 1) mixed += Math.log(preferencePrior + at);
  for (let at = 0; at < b; at += 1) mixed += Math.log(preferencePrior + at);
  for (let at = 0; at < all; at += 1) mixed -= Math.log(2 * preferencePrior + at);
  const isOutside = (share: number): boolean =>
    mixed - b * Math.log(share) - a * Math.log(1 - share) >= Math.log(1 / preferenceAlarm);
  const bound = (end: 0 | 1): number => {
    let [inside, outside] = [b / all, end as number];
    for (let step = 0; step < boundSteps; step += 1) {
      const middle = (inside + outside) / 2;
      if (isOutside(middle)) outside = middle;
      else inside = middle;
    }
    return 2 * outside - 1;
  };
  return { a: a / all, b: b / all, low: bound(0), high: bound(1), scale: null };
}

/** The largest variance of a difference with which it is seen. */
export function neededVariance(difference: number, scale: number, alpha: number): number {
  let [low, high] = [0, difference ** 2];
  const steps = 60;
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    const isSeen = halfWidth(middle, scale, alpha) + powerQuantile * Math.sqrt(middle) <= difference;
    if (isSeen) low = middle;
    else high = middle;
  }
  return low;
}

/** Visitors of both groups together until a relative change of the goal is seen, by those of earlier days; null without any to count. */
export function neededVisitors(sums: RatioSums, isShare: boolean, change: number, share: number): number | null {
  const { mean, variance } = ratioOf(sums, isShare);
  if (sums.visitors < 2 || mean === 0) return null;
  const ofVisitor = variance * sums.visitors;
  const needed = neededVariance(change * mean, expectedChange * mean, alarmChance.goal);
  return Math.max((ofVisitor * (1 / share + 1 / (1 - share))) / needed, leastVisitors / Math.min(share, 1 - share));
}

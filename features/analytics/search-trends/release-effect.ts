import type { StatisticsMark } from '#features/analytics/statistics/statistics.contract.ts';
import type { SearchTrendDetail } from './search-trends.contract.ts';

/** With fewer searches on a side, a click rate says nothing. */
const leastSearches = 100;

interface ReleaseEffect {
  readonly number: number;
  /** Click rates, from 0 to 1. */
  readonly before: number;
  readonly after: number;
}

/** What became of the click rate with the newest release that has enough searches on both sides. Its own day is on neither. */
export function releaseEffect(
  { timeline, clicked_timeline: clicked }: Pick<SearchTrendDetail, 'timeline' | 'clicked_timeline'>,
  marks: readonly StatisticsMark[],
): ReleaseEffect | null {
  const rateOf = (isWithin: (day: string) => boolean): number | null => {
    let [searches, clicks] = [0, 0];
    for (const [at, { x, y }] of timeline.entries()) {
      const after = clicked[at]?.y ?? null;
      if (y === null || after === null || !isWithin(x)) continue;
      searches += y;
      clicks += after;
    }
    return searches < leastSearches ? null : clicks / searches;
  };
  const releases = marks.filter(({ kind }) => kind === 'release').toSorted((one, other) => other.number - one.number);
  for (const { number, day } of releases) {
    const [before, after] = [rateOf((one) => one < day), rateOf((one) => one > day)];
    if (before !== null && after !== null) return { number, before, after };
  }
  return null;
}

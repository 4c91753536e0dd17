import { addDays, countDays, dayOf } from '#contract/days.ts';
import { type comparedDays, usualRange } from '#features/analytics/statistics/statistics.contract.ts';

/** Both included. */
export interface StatisticsRange {
  readonly start: string;
  readonly end: string;
}

export type ComparedRanges = NonNullable<ReturnType<typeof comparedDays>>;

export function rangeOf(
  asked: { readonly start?: string | undefined; readonly end?: string | undefined },
  timeZone: string,
): StatisticsRange {
  const { start, end } = asked;
  if (start !== undefined && end !== undefined) return { start, end };
  const today = dayOf(Date.now(), timeZone);
  return { start: addDays(today, -usualRange.firstDaysAgo), end: addDays(today, -usualRange.lastDaysAgo) };
}

/** The preceding range of the same length. */
export const rangeBefore = ({ start, end }: StatisticsRange): StatisticsRange => ({
  start: addDays(start, -countDays(start, end)),
  end: addDays(start, -1),
});

/** Every row of a list needs the days of the same range. */
const knownDays = new WeakMap<StatisticsRange, readonly string[]>();

export function daysOf(range: StatisticsRange): readonly string[] {
  const known = knownDays.get(range);
  if (known !== undefined) return known;
  const days = Array.from({ length: countDays(range.start, range.end) }, (_, at) => addDays(range.start, at));
  knownDays.set(range, days);
  return days;
}

/** Days before tracking and after today are null, days without events 0. */
export const onEachDay = (
  range: StatisticsRange,
  counts: ReadonlyMap<string, number>,
  { since, today }: { readonly since: string | null; readonly today: string },
): (number | null)[] =>
  daysOf(range).map((day) => (since === null || day < since || day > today ? null : (counts.get(day) ?? 0)));

/** Null if no day was tracked. */
export const sumOver = (values: readonly (number | null)[]): number | null => {
  const tracked = values.filter((value) => value !== null);
  return tracked.length === 0 ? null : tracked.reduce((sum, value) => sum + value, 0);
};

/** Null unless all days were tracked: for comparisons. */
export const sumOfWhole: typeof sumOver = (values) => (values.includes(null) ? null : sumOver(values));

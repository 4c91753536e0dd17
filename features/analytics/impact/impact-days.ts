import { addDays, countDays } from '#contract/days.ts';
import type { StatisticsRange } from '#features/analytics/statistics/statistics-range.service.ts';

/** A shop changes by itself meanwhile, so what is longer ago says little. */
export const longestSideDays = 28;
const weekDays = 7;

interface Sides {
  readonly before: StatisticsRange;
  readonly after: StatisticsRange;
}

/**
 * As many whole days before and after a day, which is on neither side; whole weeks once there are any, since people search otherwise on
 * Sundays. Null as long as there is no whole day on a side.
 */
export function impactDays(day: string, { since, today }: { readonly since: string; readonly today: string }): Sides | null {
  const after = countDays(day, today) - 2;
  const before = countDays(since, day) - 1;
  const whole = Math.min(after, before, longestSideDays);
  if (whole < 1) return null;
  const days = whole < weekDays ? whole : whole - (whole % weekDays);
  return {
    before: { start: addDays(day, -days), end: addDays(day, -1) },
    after: { start: addDays(day, 1), end: addDays(day, days) },
  };
}

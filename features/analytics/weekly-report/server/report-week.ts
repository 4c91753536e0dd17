import { addDays, dayOf, momentOf, mondayOf } from '#contract/days.ts';
import { sentAtMinute } from '#features/analytics/weekly-report/weekly-report.contract.ts';

/** The Monday whose report was due last where the shop is: on Monday itself, from the time on at which it is sent. */
export function dueMonday(now: number, timeZone: string): string {
  const monday = mondayOf(dayOf(now, timeZone));
  return now < momentOf(monday, sentAtMinute, timeZone) ? addDays(monday, -7) : monday;
}

/** The whole week before a Monday, both days included. */
export const weekBefore = (monday: string) => ({ start: addDays(monday, -7), end: addDays(monday, -1) });

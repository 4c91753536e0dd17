import { addDays, dayOf, momentOf, mondayOf } from '#contract/days.ts';
import { sentAtMinute } from '#features/analytics/weekly-report/weekly-report.contract.ts';

/** The newest Monday on which reports are due. */
export function dueMonday(now: number, timeZone: string): string {
  const monday = mondayOf(dayOf(now, timeZone));
  return now < momentOf(monday, sentAtMinute, timeZone) ? addDays(monday, -7) : monday;
}

/** Both days included. */
export const weekBefore = (monday: string) => ({ start: addDays(monday, -7), end: addDays(monday, -1) });

import * as z from 'zod/mini';

/** Days outside of these are slips of the hand. */
export const firstDay = '2000-01-01';
export const lastDay = '2099-12-31';

/** A day of the calendar, `YYYY-MM-DD`, in no time zone by itself. Days compare as texts. */
export const Day = z.iso
  .date({ error: 'notValid', abort: true })
  .check(z.refine((day) => day >= firstDay && day <= lastDay, { error: 'notValid', abort: true }));

export const defaultTimeZone = 'UTC';

/** A name that the IANA gives to a time zone, such as `Europe/Prague`. */
export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'notValid' }));

export function isTimeZone(name: string): boolean {
  try {
    wallClock(name);
    return true;
  } catch {
    return false;
  }
}

const dayMs = 86_400_000;

export const addDays = (day: string, count: number): string => dayAt(Date.parse(day) + count * dayMs);

/** How many days there are from one day to another, both included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** The day that a clock on the wall shows at a moment, in epoch milliseconds. */
export const dayOf = (moment: number, timeZone: string): string => dayAt(wallClock(timeZone)(moment));

/**
 * The first moment of a day in a time zone, in epoch milliseconds. A midnight that clocks show twice counts the first time; for one
 * that they jump over, it is the moment of the jump.
 */
export function startOfDay(day: string, timeZone: string): number {
  const clock = wallClock(timeZone);
  const midnight = Date.parse(day);
  const aheadOn = (moment: number): number => clock(moment) - moment;
  // Clocks are changed at most once within two days, so these are the offsets on both sides of a change.
  const [asBefore, asAfter] = [midnight - aheadOn(midnight - dayMs), midnight - aheadOn(midnight + dayMs)];
  return [asBefore, asAfter].find((moment) => clock(moment) === midnight) ?? asBefore;
}

const dayAt = (utcMoment: number): string => new Date(utcMoment).toISOString().slice(0, 10);

/** What clocks on the wall show at a moment, as the epoch milliseconds at which clocks in UTC show the same. */
function wallClock(timeZone: string): (moment: number) => number {
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en', { ...options, hour: 'numeric', minute: 'numeric', second: 'numeric' });
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

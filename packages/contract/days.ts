import * as z from 'zod/mini';

export const firstDay = '2000-01-01';
export const lastDay = '2099-12-31';

/** `YYYY-MM-DD`. Days compare as text. */
export const Day = z.iso
  .date({ error: 'notValid', abort: true })
  .check(z.refine((day) => day >= firstDay && day <= lastDay, { error: 'notValid', abort: true }));

export const defaultTimeZone = 'UTC';

/** An IANA name such as `Europe/Prague`. */
export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, { error: 'notValid' }));

export function isTimeZone(name: string): boolean {
  try {
    wallClock(name);
    return true;
  } catch {
    return false;
  }
}

export const dayMs = 86_400_000;
const hourMs = dayMs / 24;
const minuteMs = 60_000;

export const addDays = (day: string, count: number): string => dayAt(Date.parse(day) + count * dayMs);

/** Both included. */
export const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

export function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Memoised per time zone: days change on full minutes. */
const lastDays = new Map<string, { readonly minute: number; readonly day: string }>();

/** The local day of a moment in epoch milliseconds. */
export function dayOf(moment: number, timeZone: string): string {
  const minute = Math.floor(moment / minuteMs);
  const last = lastDays.get(timeZone);
  if (last?.minute === minute) return last.day;
  const day = dayAt(wallClock(timeZone)(moment));
  lastDays.set(timeZone, { minute, day });
  return day;
}

/** Nightly work begins at this hour of a project's clocks. */
const nightHour = 3;

/** The day of the last night, which changes when nightly work may begin. */
export const nightOf = (moment: number, timeZone: string): string => dayOf(moment - nightHour * hourMs, timeZone);

/** Epoch milliseconds. A repeated midnight is the first; a skipped one is the moment of the jump. */
export const startOfDay = (day: string, timeZone: string): number => momentOf(day, 0, timeZone);

/** Epoch milliseconds of a minute after midnight. Repeated times count the first time; skipped ones move by the jump. */
export function momentOf(day: string, minute: number, timeZone: string): number {
  const clock = wallClock(timeZone);
  const shown = Date.parse(day) + minute * minuteMs;
  const aheadOn = (moment: number): number => clock(moment) - moment;
  // Clocks change at most once in two days, so these are the offsets on both sides of a change.
  const [asBefore, asAfter] = [shown - aheadOn(shown - dayMs), shown - aheadOn(shown + dayMs)];
  return [asBefore, asAfter].find((moment) => clock(moment) === shown) ?? asBefore;
}

/** Local time of a moment: `2026-12-24T18:30`. */
export const shownAt = (moment: number, timeZone: string): string =>
  new Date(wallClock(timeZone)(moment)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** The reverse of `shownAt`; null for other text. */
export function momentShown(text: string, timeZone: string): number | null {
  const [, day, hour, minute] = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  return momentOf(day, Number(hour) * 60 + Number(minute), timeZone);
}

/** `Date` would roll 30 February over to March. */
export const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text)) && dayAt(Date.parse(text)) === text;

const dayAt = (utcMoment: number): string => new Date(utcMoment).toISOString().slice(0, 10);

const keptClocks = 1000;
const knownClocks = new Map<string, (moment: number) => number>();

function wallClock(timeZone: string): (moment: number) => number {
  const known = knownClocks.get(timeZone);
  if (known) return known;
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en', { ...options, hour: 'numeric', minute: 'numeric', second: 'numeric' });
  const clock = (moment: number): number => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  if (knownClocks.size >= keptClocks) knownClocks.clear();
  knownClocks.set(timeZone, clock);
  return clock;
}

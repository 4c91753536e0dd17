import { expect, test } from 'vitest';
import { addDays, countDays, dayOf, startOfDay } from '#contract/days.ts';
import { nextTime, nextTry } from './schedule-times.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';

const hourMs = 3_600_000;
const dailySpreadMs = 300_000;
const daily = { schedule: 'daily', scheduleTime: '03:00', timeZone: 'Europe/Prague' } as const;
const at = (text: string): number => Date.parse(text);

/** All times between two moments, as a clock that is asked again at every one of them finds them. */
function timesBetween(scheduled: Parameters<typeof nextTime>[0], from: number, to: number): number[] {
  const times: number[] = [];
  for (let time = nextTime(scheduled, from); time < to; time = nextTime(scheduled, time)) times.push(time);
  return times;
}

test.each([
  ['1h', 24],
  ['2h', 12],
  ['3h', 8],
  ['6h', 4],
  ['12h', 2],
] as const)('%s makes a feed due %s times in 24 hours, evenly, also over a change of clocks', (schedule, count) => {
  const from = at('2026-03-28T12:00:00Z');
  const times = timesBetween({ ...daily, feedId: 7, schedule }, from, from + 24 * hourMs);
  expect(times).toHaveLength(count);
  for (const [index, time] of times.slice(1).entries()) expect(time - times[index]!).toBe((24 / count) * hourMs);
});

test('a thousand feeds are spread over their hours, and over five minutes of a night', () => {
  const from = at('2026-11-21T00:00:00Z');
  const feeds = Array.from({ length: 1000 }, (_, feedId) => feedId + 1);
  const perHour = Map.groupBy(feeds, (feedId) =>
    Math.floor((nextTime({ ...daily, feedId, schedule: '6h' }, from) - from) / hourMs),
  );
  expect([...perHour.values()].every((some) => some.length > 100 && some.length < 240)).toBe(true);
  expect(perHour.size).toBe(6);
  const asked = at('2026-11-21T02:00:00Z');
  const late = feeds.map((feedId) => nextTime({ ...daily, feedId }, from) - asked);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...late)).toBeLessThan(dailySpreadMs);
  expect(new Set(late).size).toBeGreaterThan(900);
});

test('a daily import comes once on every date of two years, at its time, in zones all over the world', () => {
  const day = at('2026-01-01T00:00:00Z');
  const late = nextTime({ ...daily, feedId: 3, scheduleTime: '00:00', timeZone: 'UTC' }, day - 1) - day;
  const dates = Array.from({ length: countDays('2025-01-01', '2026-12-31') }, (_, index) => addDays('2025-01-01', index));
  for (const [timeZone, scheduleTime] of [
    ['Europe/Prague', '02:30'],
    ['Australia/Lord_Howe', '23:59'],
    ['Asia/Beirut', '00:00'],
    ['America/Santiago', '00:30'],
  ] as const) {
    const [from, to] = ['2025-01-01', '2027-01-01'].map((date) => startOfDay(date, timeZone) + late) as [number, number];
    const times = timesBetween({ feedId: 3, schedule: 'daily', scheduleTime, timeZone }, from - 1, to);
    expect(
      times.map((time) => dayOf(time - late, timeZone)),
      timeZone,
    ).toEqual(dates);
  }
});

test('a time that clocks show twice counts the first time, and one that they jump over comes an hour later', () => {
  const twice = { ...daily, feedId: 1, scheduleTime: '02:30' };
  const autumn = nextTime(twice, startOfDay('2026-10-25', 'Europe/Prague'));
  expect(autumn - (autumn % 300_000)).toBe(at('2026-10-25T00:30:00Z'));
  expect(dayOf(nextTime(twice, autumn), 'Europe/Prague')).toBe(addDays('2026-10-25', 1));
  const spring = nextTime(twice, startOfDay('2026-03-29', 'Europe/Prague'));
  expect(spring - (spring % 300_000)).toBe(at('2026-03-29T01:30:00Z'));
});

const minuteMs = 60_000;
const failed = (code: ImportFailure['code'], more: Partial<Parameters<typeof nextTry>[0]> = {}) => ({
  failure: { code, details: {} },
  retryCount: 0,
  retryAfterSeconds: null,
  scheduledAt: 360 * minuteMs,
  ...more,
});

test('pauses grow, and after three tries again the schedule goes on', () => {
  const minutes = [0, 1, 2, 3].map((retryCount) => nextTry(failed('timeout', { retryCount }), 0).at / minuteMs);
  expect(minutes).toEqual([5, 15, 45, 360]);
  expect(nextTry(failed('timeout', { retryCount: 3 }), 0).retryCount).toBe(0);
});

test('a try again never comes after the time of the schedule', () => {
  const soon = failed('hostBusy', { retryCount: 1, scheduledAt: 10 * minuteMs });
  expect(nextTry(soon, 0)).toEqual({ at: 10 * minuteMs, retryCount: 0 });
});

test('retries only failures that can pass', () => {
  expect(nextTry(failed('hostBusy'), 0).retryCount).toBe(1);
  expect(nextTry(failed('noItem'), 0)).toEqual({ at: 360 * minuteMs, retryCount: 0 });
});

test('a host that asks for time gets it', () => {
  expect(nextTry(failed('hostBusy', { retryAfterSeconds: 1200 }), 0)).toEqual({ at: 20 * minuteMs, retryCount: 1 });
  expect(nextTry(failed('hostBusy', { retryAfterSeconds: 30 }), 0)).toEqual({ at: 5 * minuteMs, retryCount: 1 });
  const long = failed('hostBusy', { retryAfterSeconds: 8 * 3600 });
  expect(nextTry(long, 0)).toEqual({ at: 480 * minuteMs, retryCount: 0 });
});

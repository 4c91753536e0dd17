import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addDays, countDays, dayOf, isTimeZone, momentOf, momentShown, mondayOf, shownAt, startOfDay } from './days.ts';
import { DateRange, momentsOf } from './date-range.ts';
import { problemsOf } from './problems.ts';

const hourMs = 3_600_000;
const at = (moment: number): string => new Date(moment).toISOString();

test.each([
  ['an ordinary day', '2026-11-21', 'Europe/Prague', '2026-11-20T23:00:00.000Z'],
  ['UTC', '2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  ['the day that clocks go forward on', '2026-03-29', 'Europe/Prague', '2026-03-28T23:00:00.000Z'],
  ['the day after it', '2026-03-30', 'Europe/Prague', '2026-03-29T22:00:00.000Z'],
  ['the day that clocks go back on', '2026-10-25', 'Europe/Prague', '2026-10-24T22:00:00.000Z'],
  ['the day after that', '2026-10-26', 'Europe/Prague', '2026-10-25T23:00:00.000Z'],
  ['a midnight that clocks jump over', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['a midnight that clocks show twice', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['a zone of quarters of an hour', '2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
  ['the far side of the date line', '2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
])('%s starts when clocks on the wall first show it', (_what, day, timeZone, moment) => {
  const start = startOfDay(day, timeZone);
  expect(at(start)).toBe(moment);
  expect(dayOf(start, timeZone)).toBe(day);
  expect(dayOf(start - 1, timeZone)).toBe(addDays(day, -1));
});

test.each([
  ['an ordinary day', '2026-11-21', 210, 'Europe/Prague', '2026-11-21T02:30:00.000Z'],
  ['a minute that clocks jump over', '2026-03-29', 150, 'Europe/Prague', '2026-03-29T01:30:00.000Z'],
  ['a minute that clocks show twice', '2026-10-25', 150, 'Europe/Prague', '2026-10-25T00:30:00.000Z'],
  ['the last minute of such a day', '2026-10-25', 1439, 'Europe/Prague', '2026-10-25T22:59:00.000Z'],
  ['a change of half an hour', '2026-10-04', 135, 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
])('a time of %s is found once', (_what, day, minute, timeZone, moment) => {
  expect(at(momentOf(day, minute, timeZone))).toBe(moment);
});

test('what clocks show is read as the moment that it is, twice the first time', () => {
  const zone = 'Europe/Prague';
  for (const text of ['2026-11-21T00:00', '2026-03-29T03:30', '2026-10-25T02:30'])
    expect(shownAt(momentShown(text, zone)!, zone)).toBe(text);
  expect(shownAt(momentShown('2026-03-29T02:30', zone)!, zone)).toBe('2026-03-29T03:30');
  expect(at(momentShown('2026-10-25T02:30', zone)!)).toBe('2026-10-25T00:30:00.000Z');
  for (const text of [
    '',
    '2026-13-01T00:00',
    '2026-02-29T00:00',
    '2026-04-31T10:00',
    '2026-11-21T24:00',
    '2026-11-21T10:60',
    'soon',
  ])
    expect(momentShown(text, zone)).toBeNull();
});

test('the day that clocks go forward on has 23 hours, the one they go back on has 25', () => {
  const hoursOf = (day: string) => (startOfDay(addDays(day, 1), 'Europe/Prague') - startOfDay(day, 'Europe/Prague')) / hourMs;
  expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(hoursOf)).toEqual([24, 23, 25]);
});

test('the days of two years follow one another without a hole in zones all over the world', () => {
  for (const timeZone of ['Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Beirut', 'America/Santiago']) {
    for (let day = '2025-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day, timeZone);
      expect([dayOf(start, timeZone), dayOf(start - 1, timeZone)]).toEqual([day, addDays(day, -1)]);
    }
  }
});

test('days are counted over the ends of months and years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(countDays('2024-01-01', '2024-12-31')).toBe(366);
  expect(countDays('2026-03-28', '2026-03-30')).toBe(3);
});

test('only names of time zones are time zones', () => {
  expect(['Europe/Prague', 'UTC', 'Mars/Olympus', '', '\0'].map(isTimeZone)).toEqual([true, true, false, false, false]);
});

test('a week begins on Monday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-29'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-23', '2026-11-23']);
});

const messagesOf = (input: object): Record<string, string> => {
  const { error } = z.safeParse(DateRange, input);
  return Object.fromEntries((error ? problemsOf(error, input) : []).map(({ field, message }) => [field, message]));
};

test.each([
  ['2026-11-21', '2026-11-21', {}],
  ['2024-01-01', '2024-12-31', {}],
  ['2026-11-21', '2026-11-20', { to: 'The last day is before the first. Swap them.' }],
  ['2025-01-01', '2026-01-02', { to: 'Choose at most 366 days.' }],
  ['2026-02-29', '2026-03-01', { from: 'From is not valid' }],
  ['21.11.2026', '2026-11-22', { from: 'From is not valid' }],
  ['0001-01-01', '0001-01-02', { from: 'From is not valid', to: 'To is not valid' }],
])('from %s to %s is judged by both of its days', (from, to, problems) => {
  expect(messagesOf({ from, to })).toEqual(problems);
});

test('a range holds all of its last day, also when clocks are changed on it', () => {
  const { start, end } = momentsOf({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Prague');
  expect([start, end]).toEqual([Date.parse('2026-10-25T00:00+02:00'), Date.parse('2026-10-26T00:00+01:00')]);
});

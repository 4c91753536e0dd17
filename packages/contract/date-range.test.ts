import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { askedMoments, DateRange, inDateRange, momentsOf } from '#contract/date-range.ts';
import { problemsOf } from '#contract/problems.ts';

const Query = inDateRange(z.object({ id: z.number() }));
const messagesOf = (schema: typeof DateRange | typeof Query, input: object): Record<string, string> => {
  const { error } = z.safeParse(schema, input);
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
  expect(messagesOf(DateRange, { from, to })).toEqual(problems);
  expect(messagesOf(Query, { id: 1, from, to })).toEqual(problems);
});

test('a call may be asked for no range, but not for half of one', () => {
  expect(z.parse(Query, { id: 1 })).toEqual({ id: 1, time_zone: 'UTC' });
  expect(askedMoments(z.parse(Query, { id: 1 }))).toBeNull();
  for (const half of [{ from: '2026-11-21' }, { to: '2026-11-21' }])
    expect(messagesOf(Query, { id: 1, ...half })).toEqual({ to: 'Enter both the first and the last day.' });
});

test('a time zone that nobody knows is refused', () => {
  expect(messagesOf(Query, { id: 1, time_zone: 'Mars/Olympus' })).toEqual({ time_zone: 'Time zone is not valid' });
});

test('a range holds all of its last day, also when clocks are changed on it', () => {
  const { start, end } = momentsOf({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Prague');
  expect([start, end]).toEqual([Date.parse('2026-10-25T00:00+02:00'), Date.parse('2026-10-26T00:00+01:00')]);
});

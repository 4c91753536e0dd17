import { expect, test } from 'vitest';
import { dueMonday } from './week-figures.service.ts';

test.each([
  ['Europe/Prague', '2026-11-23T05:59:59Z', '2026-11-16'],
  ['Europe/Prague', '2026-11-23T06:00:00Z', '2026-11-23'],
  // On the Sunday before, clocks were set forward; the morning is an hour earlier in UTC.
  ['Europe/Prague', '2026-03-30T05:00:00Z', '2026-03-30'],
  ['America/Los_Angeles', '2026-11-23T14:59:59Z', '2026-11-16'],
])('in %s at %s the report of %s is due', (timeZone, moment, monday) => {
  expect(dueMonday(Date.parse(moment), timeZone)).toBe(monday);
});

import { expect, test } from 'vitest';
import { addDays, dayOf, startOfDay } from '#contract/days.ts';

test('in every time zone, each day of two years has one midnight, at its first instant', () => {
  const wrong: string[] = [];
  for (const timeZone of Intl.supportedValuesOf('timeZone'))
    for (let day = '2025-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day, timeZone);
      if (dayOf(start, timeZone) !== day || dayOf(start - 1, timeZone) !== addDays(day, -1)) wrong.push(`${timeZone} ${day}`);
    }
  expect(wrong).toEqual([]);
}, 120_000);

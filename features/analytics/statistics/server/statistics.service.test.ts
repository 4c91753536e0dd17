import { expect, it } from 'vitest';
import { onEachDay, sumOfWhole, sumOver } from './statistics.service.ts';

const range = { start: '2026-03-01', end: '2026-03-04' };
const counts = new Map([
  ['2026-03-02', 5],
  ['2026-03-03', 7],
]);

it('a day on which nothing could be counted is a gap, and one on which nothing happened is 0', () => {
  const today = '2026-03-03';
  expect(onEachDay(range, counts, { since: '2026-03-02', today })).toEqual([null, 5, 7, null]);
  expect(onEachDay(range, counts, { since: '2026-02-01', today: '2026-03-09' })).toEqual([0, 5, 7, 0]);
  expect(onEachDay(range, counts, { since: null, today })).toEqual([null, null, null, null]);
});

it('days that were tracked in part have a sum, and are nothing to compare with', () => {
  expect(sumOver([null, 5, 7])).toBe(12);
  expect(sumOfWhole([null, 5, 7])).toBeNull();
  expect(sumOfWhole([0, 5, 7])).toBe(12);
  expect(sumOver([null, null])).toBeNull();
});

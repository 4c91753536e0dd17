import { expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { releaseEffect } from './release-effect.ts';

const first = '2026-11-01';
const release = (number: number, day: string) => ({ kind: 'release', number, day, by: null, at: 0 }) as const;
/** Days with searches, and how many of them were followed by a click. */
const told = (days: readonly (readonly [searches: number, clicks: number | null])[]) => ({
  timeline: days.map(([y], at) => ({ x: addDays(first, at), y })),
  clicked_timeline: days.map(([, y], at) => ({ x: addDays(first, at), y })),
});

test('click rates before and after a release are told once there are a hundred searches on both sides of its day', () => {
  const data = told([
    [60, 12],
    [60, 30],
    [500, 500],
    [100, 41],
  ]);
  expect(releaseEffect(data, [release(42, '2026-11-03')])).toEqual({ number: 42, before: 0.35, after: 0.41 });
  expect(releaseEffect(data, [release(41, '2026-11-02')])).toBeNull();
  expect(releaseEffect(data, [])).toBeNull();
});

test('of several releases the newest that can be told of is, and days without clicks tracked are none without clicks', () => {
  const data = told([
    [900, null],
    [100, 10],
    [1, 0],
    [100, 30],
    [1, 0],
    [99, 90],
  ]);
  expect(releaseEffect(data, [release(7, '2026-11-03'), release(8, '2026-11-05')])).toEqual({
    number: 7,
    before: 0.1,
    after: 120 / 200,
  });
  expect(releaseEffect(data, [release(6, '2026-11-02')])).toBeNull();
});

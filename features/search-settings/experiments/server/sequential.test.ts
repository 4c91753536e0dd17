import { describe, expect, test } from 'vitest';
import { random as randomOf } from '#feeds/testing/mutations.ts';
import { simulateExperiment } from '#features/search-settings/experiments/testing/simulated-experiments.ts';
import { simulateMixing } from '#features/search-settings/experiments/testing/simulated-mixing.ts';
import { compareGroups, comparePreferences, halfWidth, neededVisitors, ratioOf, type RatioSums } from './sequential.ts';

/** Visitors with searches and the ones that count. */
function sumsOf(rows: readonly (readonly [searches: number, total: number])[]): RatioSums {
  const sum = (of: (searches: number, total: number) => number) => rows.reduce((all, [n, x]) => all + of(n, x), 0);
  return {
    visitors: rows.length,
    searches: sum((n) => n),
    squaredSearches: sum((n) => n * n),
    total: sum((_n, x) => x),
    squaredTotal: sum((_n, x) => x * x),
    product: sum((n, x) => n * x),
  };
}

const many = (count: number, row: readonly [number, number]) => Array.from({ length: count }, () => row);
const asked = { isShare: true, alpha: 0.05, counted: 1_000, scale: null };

test('the variance of a share is binomial for visitors with one search', () => {
  const { mean, variance } = ratioOf(sumsOf([...many(300, [1, 1]), ...many(700, [1, 0])]), true);
  expect(mean).toBeCloseTo(0.3);
  expect(variance).toBeCloseTo((0.3 * 0.7) / 999, 8);
});

test('the variance grows with how much visitors differ', () => {
  const alike = ratioOf(sumsOf([...many(500, [2, 1])]), true).variance;
  const different = ratioOf(sumsOf([...many(250, [2, 2]), ...many(250, [2, 0])]), true).variance;
  expect(different).toBeGreaterThan(1.9 * alike);
});

test('intervals are wider than fixed-sample ones, and narrow with more visitors', () => {
  const [few, most] = [halfWidth(1e-4, 0.03, 0.05), halfWidth(1e-6, 0.03, 0.05)];
  expect(few).toBeGreaterThan(1.96 * 1e-2);
  expect(most).toBeLessThan(few / 5);
  expect(most).toBeGreaterThan(1.96 * 1e-3);
});

describe('two groups', () => {
  const none = sumsOf(many(120, [1, 0]));
  const all = sumsOf(many(120, [1, 1]));

  test('are not compared with few visitors or few events', () => {
    const some = sumsOf([...many(60, [1, 1]), ...many(39, [1, 0])]);
    expect(compareGroups(some, all, asked)).toMatchObject({ low: null, high: null });
    expect(compareGroups(none, all, { ...asked, counted: 29 })).toMatchObject({ low: null, high: null });
  });

  test('differ where all visitors of one and none of the other click', () => {
    const { a, b, low, high } = compareGroups(none, all, asked);
    expect([a, b]).toEqual([0, 1]);
    expect(low!).toBeGreaterThan(0.5);
    expect(high!).toBeGreaterThan(1);
  });

  test('keep the scale of their first comparison', () => {
    expect(compareGroups(none, all, { ...asked, scale: 0.2 }).scale).toBe(0.2);
    expect(compareGroups(none, all, asked).scale).toBeCloseTo(0.05);
  });
});

test('rarely tells a difference of two equal groups that are looked at every day', () => {
  const random = randomOf(7);
  const tests = 100;
  let alarms = 0;
  for (let at = 0; at < tests; at += 1)
    if (simulateExperiment({ visitorsPerDay: 80, days: 21, lift: 0 }, random).differing.size > 0) alarms += 1;
  expect(alarms).toBeLessThanOrEqual(tests * 0.05);
});

test('sees 10% more clicks with as many visitors as it announces', () => {
  const random = randomOf(8);
  const { sums } = simulateExperiment({ visitorsPerDay: 400, days: 14, lift: 0 }, random);
  const visitors = neededVisitors(sums.clicked, true, 0.1, 0.5)!;
  expect(visitors).toBeGreaterThan(5_000);
  expect(visitors).toBeLessThan(15_000);
  const visitorsPerDay = 400;
  // Some return, who are counted once.
  const days = Math.ceil(visitors / (visitorsPerDay * 0.7));
  const tests = 15;
  let seen = 0;
  for (let at = 0; at < tests; at += 1)
    if (simulateExperiment({ visitorsPerDay, days, lift: 0.1 }, random).seenOn !== null) seen += 1;
  expect(seen).toBeGreaterThanOrEqual(tests * 0.7);
});

test('sums of no searches have no figures', () => {
  expect(neededVisitors(sumsOf([]), true, 0.1, 0.5)).toBeNull();
  expect(neededVisitors(sumsOf(many(50, [1, 0])), true, 0.1, 0.5)).toBeNull();
});

test('visitors who prefer one of both differ only once they are many', () => {
  expect(comparePreferences(0, 0)).toMatchObject({ low: null, high: null });
  const few = comparePreferences(4, 6);
  expect([few.low! < 0, few.high! > 0]).toEqual([true, true]);
  const many = comparePreferences(100, 200);
  expect(many).toMatchObject({ a: 1 / 3, b: 2 / 3 });
  expect(many.low!).toBeGreaterThan(0);
  expect(many.low!).toBeLessThan(1 / 3);
  expect(comparePreferences(200, 100).high!).toBeCloseTo(-many.low!);
  expect(comparePreferences(0, 60).low!).toBeGreaterThan(0.3);
});

test('rarely prefers one of two equally good orders in a mixed list, and soon a better one', () => {
  const random = randomOf(11);
  const tests = 20;
  const differing = (noise: { readonly a: number; readonly b: number }) =>
    Array.from({ length: tests }, () => simulateMixing({ visitorsPerDay: 20, days: 21, noise }, random)).filter(
      (one) => one !== null,
    );
  expect(differing({ a: 0.15, b: 0.15 }).length).toBeLessThanOrEqual(tests * 0.1);
  const seen = differing({ a: 0.6, b: 0 });
  expect(seen.length).toBeGreaterThan(tests * 0.8);
  expect(seen.every(({ isBetter }) => isBetter)).toBe(true);
});

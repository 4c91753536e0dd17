import { expect, test } from 'vitest';
import { random } from '#feeds/testing/mutations.ts';
import { addedSums, estimateOf, sumsOfScore, type Verdict, verdictOf } from './quality-sums.ts';
import { leastQueries } from '#features/analytics/search-quality/search-quality.contract.ts';

const sumsOf = (scores: readonly (readonly [ndcg: number, searchCount: number])[]) =>
  addedSums(scores.map(([ndcg, searchCount]) => sumsOfScore({ ndcg, searchCount })));

test('the mean is by clicked searches, and its bounds are as computed by hand', () => {
  const alike = Array.from({ length: leastQueries - 1 }, () => [0.8, 5] as const);
  // (9 × 5 × 0.8 + 15 × 0.4) / 60, and Σw²(x − m)² = 9 × 25 × 0.01 + 225 × 0.09 = 22.5.
  const { mean, low, high } = estimateOf(sumsOf([...alike, [0.4, 15]]))!;
  expect(mean).toBeCloseTo(0.7, 10);
  const far = (1.96 + (1.96 ** 3 + 1.96) / 36) * Math.sqrt((22.5 / 3_600) * (10 / 9));
  expect(high - mean).toBeCloseTo(far, 10);
  expect(mean - low).toBeCloseTo(far, 10);
});

test('too few queries have no mean, and parts are added to the same as all together', () => {
  const scores = Array.from({ length: 12 }, (_, at) => [at / 20, 5 * (1 + (at % 3))] as const);
  expect(estimateOf(sumsOf(scores.slice(0, leastQueries - 1)))).toBeNull();
  expect(estimateOf(sumsOf(scores), 2)).toBeNull();
  const parts = addedSums([sumsOf(scores.slice(0, 5)), sumsOf(scores.slice(5)), sumsOf([])]);
  expect(estimateOf(parts)!.mean).toBeCloseTo(estimateOf(sumsOf(scores))!.mean, 10);
  expect(estimateOf(parts)!.low).toBeCloseTo(estimateOf(sumsOf(scores))!.low, 10);
});

/** The scores of so many queries in four weeks, around a mean. */
const weeks = (mean: number, next: () => number) =>
  sumsOf(Array.from({ length: 4 * 30 }, () => [mean + (next() - 0.5) * 0.4, 5 * (1 + Math.floor(next() * 4))] as const));

test('better and worse are said where chance would say it once in twenty times at most', () => {
  const next = random(5);
  const said = { better: 0, worse: 0, same: 0, tooFew: 0 } satisfies Record<Verdict, number>;
  for (let round = 0; round < 1_000; round += 1) said[verdictOf(weeks(0.7, next), weeks(0.7, next), 4)] += 1;
  expect(said.better + said.worse).toBeGreaterThan(20);
  expect(said.better + said.worse).toBeLessThan(75);
  expect(verdictOf(weeks(0.8, next), weeks(0.7, next), 4)).toBe('better');
  expect(verdictOf(weeks(0.6, next), weeks(0.7, next), 4)).toBe('worse');
  expect(verdictOf(weeks(0.8, next), sumsOf([[0.7, 5]]), 4)).toBe('tooFew');
  expect(verdictOf(sumsOf([]), sumsOf([]), 0)).toBe('tooFew');
});

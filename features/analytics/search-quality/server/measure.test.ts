import { expect, test } from 'vitest';
import { random } from '#feeds/testing/mutations.ts';
import {
  type Choice,
  type Gain,
  ndcgOf,
  scoreOf,
  addedSums,
  estimateOf,
  sumsOfScore,
  type Verdict,
  verdictOf,
  type FirstPageClick,
  weekClicks,
} from './measure.ts';
import { searchesOfGroup, leastQueries } from '#features/analytics/search-quality/search-quality.contract.ts';

const gain = (itemId: string, relevance: number, place: number): Gain => ({ itemId, relevance, place });
/** Items in an order, of which each is as relevant as the number at its place says. */
const order = (relevances: readonly number[]): Gain[] => relevances.map((relevance, at) => gain(`item ${at}`, relevance, at + 1));
const swapped = (list: readonly number[], one: number, other: number): number[] =>
  list.map((value, at) => (at === one ? list[other]! : at === other ? list[one]! : value));

test('it is what the order shown comes to beside the best one, as computed by hand', () => {
  // 3 / log2(2) + 2 / log2(3) + 3 / log2(4) beside 3 / log2(2) + 3 / log2(3) + 2 / log2(4).
  expect(ndcgOf(order([3, 2, 3]))).toBeCloseTo((3 + 1.26186 + 1.5) / (3 + 1.89279 + 1), 5);
  // One item, always on the third place.
  expect(ndcgOf([gain('a', 3, 3), gain('a', 3, 3)])).toBeCloseTo(0.5, 10);
  // One item, once first and once third.
  expect(ndcgOf([gain('a', 1, 1), gain('a', 3, 3)])).toBeCloseTo((1 + 1.5) / 4, 10);
  expect(ndcgOf([])).toBe(0);
});

test('the score of a query is the mean of groups of five searches, as computed by hand', async () => {
  const search = (...choices: readonly [string, number][]): Choice[] => choices.map(([itemId, place]) => ({ itemId, place }));
  // Four of five visitors take the first item and one the second: gains of 4 and 2, in the best order.
  const good = [...Array.from({ length: 4 }, () => search(['a', 1])), search(['b', 2])];
  // All take the second item.
  const bad = Array.from({ length: 5 }, () => search(['b', 2]));
  expect(await scoreOf(good)).toEqual({ ndcg: 1, searchCount: 5 });
  expect((await scoreOf(bad))!.ndcg).toBeCloseTo(0.63093, 5);
  const both = (await scoreOf([...good, ...bad, ...good.slice(1)]))!;
  expect(both.searchCount).toBe(10);
  expect(both.ndcg).toBeCloseTo((1 + 0.63093) / 2, 5);
  expect(await scoreOf(good.slice(1))).toBeNull();
});

/** Visitors who look at a place as often as is assumed, and click what they look at as often as it is relevant. */
function clicked(relevances: readonly number[], searches: number, next: () => number): Choice[][] {
  const all: Choice[][] = [];
  while (all.length < searches) {
    const choices = relevances.flatMap((relevance, at) =>
      next() < relevance / (at + 1) ? [{ itemId: `item ${at}`, place: at + 1 }] : [],
    );
    if (choices.length > 0) all.push(choices);
  }
  return all;
}
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const scoreIn = async (relevances: readonly number[], searches: number, seed: number): Promise<number> =>
  (await scoreOf(clicked(relevances, searches, random(seed))))!.ndcg;

test('the better order is told although it is clicked less, and although each place of both is clicked less than the one above', async () => {
  // In one week the best item stands fourth; in the next one visitors want less of everything, and it stands first.
  const before = [0.5, 0.6, 0.7, 0.8];
  const after = swapped(before, 0, 3).map((relevance) => relevance / 2);
  const clicksOf = (relevances: readonly number[]): number[] => relevances.map((relevance, at) => relevance / (at + 1));
  for (const clicks of [clicksOf(before), clicksOf(after)]) expect(clicks).toEqual(clicks.toSorted((a, b) => b - a));
  expect(sumOf(clicksOf(after))).toBeLessThan(sumOf(clicksOf(before)));
  const searches = 4_000;
  expect(await scoreIn(after, searches, 3)).toBeGreaterThan((await scoreIn(before, searches, 3)) + 0.05);
});

test('more visitors alone change nothing', async () => {
  const relevances = [0.3, 0.5, 0.25, 0.4, 0.1, 0.2];
  const few = await Promise.all(Array.from({ length: 400 }, (_, seed) => scoreIn(relevances, searchesOfGroup, seed)));
  const mean = sumOf(few) / few.length;
  expect(await scoreIn(relevances, 10_000, 999)).toBeCloseTo(mean, 1);
});

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

const breathe = async (): Promise<void> => undefined;
const judged = (clicks: readonly FirstPageClick[]) => {
  const week = weekClicks();
  for (const click of clicks) week.add(click);
  return week.judged(breathe);
};
const next = random(8);
const clicks = Array.from({ length: 400 }, (_, at): FirstPageClick => {
  const place = 1 + Math.floor(next() * 10);
  return { collectionId: 1, language: 'en', term: `term ${at % 7}`, visitor: `visitor ${at}`, itemId: `item ${place}`, place };
});

test('a visitor who clicks the same item again, on whatever place, changes nothing', async () => {
  const once = await judged(clicks);
  expect(once[0]!.scores).toHaveLength(7);
  const again = clicks.flatMap((click) => [click, click, { ...click, place: 10 }]);
  expect(await judged(again)).toEqual(once);
  const later = [...clicks, ...Array.from({ length: 500 }, () => ({ ...clicks[0]!, place: 9 }))];
  expect(await judged(later)).toEqual(once);
});

test('judges collections and languages separately, and counts searches of rare queries', async () => {
  const rare: FirstPageClick = { collectionId: 2, language: 'cs', term: 'rare', visitor: 'ann', itemId: 'item 1', place: 1 };
  const parts = await judged([...clicks, rare, { ...rare, itemId: 'item 2', place: 2 }, { ...rare, language: 'de' }]);
  expect(parts.map(({ collectionId, language, clickedCount }) => [collectionId, language, clickedCount])).toEqual([
    [1, 'en', 400],
    [2, 'cs', 1],
    [2, 'de', 1],
  ]);
  expect(parts[1]!.scores).toEqual([]);
});

import { expect, test } from 'vitest';
import { random } from '#feeds/testing/mutations.ts';
import { type Choice, type Gain, ndcgOf, placesJudged, scoreOf, weightOf } from './measure.ts';
import { searchesOfGroup } from '#features/analytics/search-quality/search-quality.contract.ts';

const gain = (itemId: string, relevance: number, place: number): Gain => ({ itemId, relevance, place });
/** Items in an order, of which each is as relevant as the number at its place says. */
const order = (relevances: readonly number[]): Gain[] => relevances.map((relevance, at) => gain(`item ${at}`, relevance, at + 1));
const swapped = (list: readonly number[], one: number, other: number): number[] =>
  list.map((value, at) => (at === one ? list[other]! : at === other ? list[one]! : value));

test('a click weighs more the further down it was, up to five times', () => {
  expect([1, 2, 3, 5, 6, 10].map(weightOf)).toEqual([1, 2, 3, 5, 5, 5]);
});

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

test('the order of relevance is 1, and no order is more', () => {
  const next = random(11);
  for (let round = 0; round < 500; round += 1) {
    const relevances = Array.from({ length: 1 + Math.floor(next() * placesJudged) }, () => next() * 10);
    expect(ndcgOf(order(relevances.toSorted((a, b) => b - a)))).toBeCloseTo(1, 10);
    const one = ndcgOf(order(relevances));
    expect(one).toBeGreaterThan(0);
    expect(one).toBeLessThanOrEqual(1);
  }
});

test('to put a better item above a worse one never lowers it', () => {
  const next = random(12);
  for (let round = 0; round < 1_000; round += 1) {
    const relevances = Array.from({ length: 2 + Math.floor(next() * (placesJudged - 1)) }, () => Math.floor(next() * 5));
    const [one, other] = [Math.floor(next() * relevances.length), Math.floor(next() * relevances.length)];
    const [above, below] = [Math.min(one, other), Math.max(one, other)];
    if (relevances[below]! < relevances[above]!) continue;
    expect(ndcgOf(order(swapped(relevances, above, below)))).toBeGreaterThanOrEqual(ndcgOf(order(relevances)) - 1e-12);
  }
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

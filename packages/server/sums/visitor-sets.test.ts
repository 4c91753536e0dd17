import { expect, test } from 'vitest';
import { random } from '#feeds/testing/mutations.ts';
import {
  countVisitors,
  keptVisitors,
  marked,
  type MarkedVisitors,
  mergeVisitors,
  packVisitors,
  unpackVisitors,
  visitorNumber,
  visitorsOf,
} from './visitor-sets.ts';

const breathe = () => Promise.resolve();
const next = random(3);
const hashes = Float64Array.from({ length: 300_000 }, () => Math.floor(next() * 2 ** 48));
const term = 7;

/** What is kept of a range of visitors, of whom each tenth found nothing, some of them seen twice. */
async function kept(from: number, until: number) {
  const marks: MarkedVisitors = new Map([[term, []]]);
  for (let at = from; at < until; at += 1) {
    const isUnfound = at % 10 === 0;
    if (at % 3 === 0) marks.get(term)!.push(marked(hashes[at]!, false));
    marks.get(term)!.push(marked(hashes[at]!, isUnfound));
  }
  return visitorsOf(unpackVisitors(packVisitors(await mergeVisitors(marks, breathe))), term);
}

test('visitors of several days are counted once each, exactly as long as there are not too many', async () => {
  const days = await Promise.all([kept(0, 6_000), kept(4_000, 9_000), kept(8_000, 10_000)]);
  expect(countVisitors(days, false)).toEqual({ count: 10_000, isEstimated: false });
  expect(countVisitors(days, true)).toEqual({ count: 1_000, isEstimated: false });
  expect(countVisitors([], false)).toEqual({ count: 0, isEstimated: false });
});

test.each([
  [0, 20_000, 15_000, 30_000],
  [0, 300_000, 0, 5_000],
  [0, 150_000, 100_000, 300_000],
])('many visitors are estimated to 2 %% of all of %i to %i and %i to %i', async (from, until, fromToo, untilToo) => {
  const sets = await Promise.all([kept(from, until), kept(fromToo, untilToo)]);
  for (const { visitors } of sets) expect(visitors.length).toBeLessThanOrEqual(keptVisitors);
  const all = Math.max(until, untilToo) - Math.min(from, fromToo);
  const { count, isEstimated } = countVisitors(sets, false);
  expect(isEstimated).toBe(true);
  expect(Math.abs(count / all - 1)).toBeLessThan(0.02);
  expect(Math.abs(countVisitors(sets, true).count / (all / 10) - 1)).toBeLessThan(0.1);
});

test('a visitor is a number by the letters of their hash, and by all of a text that is none', () => {
  expect(visitorNumber('AAAAAAAAAAAAAAAA')).toBe(0);
  expect(visitorNumber('________________')).toBe(2 ** 48 - 1);
  expect(visitorNumber('visitor 1')).not.toBe(visitorNumber('visitor 2'));
});

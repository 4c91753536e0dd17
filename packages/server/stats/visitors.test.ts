import { expect, test } from 'vitest';
import { mostKept, VisitorSet } from './visitors.ts';

const setOf = (from: number, until: number): VisitorSet => {
  const set = new VisitorSet();
  for (let at = from; at < until; at += 1) set.add(`visitor ${at}`);
  return set;
};
const unionOf = (...sets: readonly VisitorSet[]): VisitorSet => {
  const union = new VisitorSet();
  for (const set of sets) union.addPacked(set.packed());
  return union;
};

test('counts small sets exactly, repeated visitors once', () => {
  expect(unionOf(setOf(0, 6_000), setOf(4_000, 9_000), setOf(8_000, 10_000)).count()).toEqual({
    count: 10_000,
    isEstimated: false,
  });
  expect(unionOf().count()).toEqual({ count: 0, isEstimated: false });
});

test.each([
  [20_000, 15_000, 30_000],
  [200_000, 0, 5_000],
  [100_000, 60_000, 200_000],
])('estimates unions of large sets to 2 %%: 0 to %i and %i to %i', (until, fromToo, untilToo) => {
  const union = unionOf(setOf(0, until), setOf(fromToo, untilToo));
  const { count, isEstimated } = union.count();
  expect(isEstimated).toBe(true);
  expect(Math.abs(count / Math.max(until, untilToo) - 1)).toBeLessThan(0.02);
  expect(Buffer.from(union.packed(), 'base64').length).toBe(6 * mostKept);
});

test('takes a hash of base64url as it is, and hashes other texts', () => {
  const packed = (visitor: string): string => {
    const set = new VisitorSet();
    set.add(visitor);
    return set.packed();
  };
  expect(packed('ABCDEFGHIJKLMNOP')).toBe('ABCDEFGH');
  expect(packed('visitor 1')).not.toBe(packed('visitor 2'));
});

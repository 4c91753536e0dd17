import { expect, test } from 'vitest';
import { aligned, bestOf, merged, type Totals, TotalsBuilder } from './totals.ts';
import { percentile, tookBucket } from './took-buckets.ts';
import { mostKept, VisitorSet } from './visitors.ts';

const adding = { sums: ['count'], newest: ['items', 'at'] } as const;
const totalsOf = (rows: readonly (readonly [number, ...number[]])[]) => {
  const builder = new TotalsBuilder(adding);
  for (const [id, ...values] of rows)
    builder.add(
      [id],
      values.map((value) => [value]),
    );
  return builder.totals();
};
const rowsOf = ({ ids, columns }: Totals) =>
  Array.from(ids, (id, at) => [id, ...Object.values(columns).map((column) => column[at])]);

test('adds up sums, and keeps what the newest row says', () => {
  const totals = totalsOf([
    [7, 1, 30, 5],
    [2, 4, 40, 1],
    [7, 2, 10, 4],
    [7, 3, 20, 6],
  ]);
  expect(rowsOf(totals)).toEqual([
    [2, 4, 40, 1],
    [7, 6, 20, 6],
  ]);
});

test('merges totals with and without common ids', () => {
  const one = totalsOf([
    [1, 1, 10, 1],
    [3, 1, 30, 9],
  ]);
  const other = totalsOf([
    [2, 5, 20, 1],
    [3, 5, 31, 2],
    [9, 5, 90, 1],
  ]);
  const all = [
    [1, 1, 10, 1],
    [2, 5, 20, 1],
    [3, 6, 30, 9],
    [9, 5, 90, 1],
  ];
  expect(rowsOf(merged(adding, one, other))).toEqual(all);
  expect(rowsOf(merged(adding, other, one))).toEqual(all);
  expect(merged(adding, one, totalsOf([]))).toBe(one);
  expect([...aligned(one.ids, other, 'count')]).toEqual([0, 5]);
  expect([...aligned(other.ids, one, 'count')]).toEqual([0, 1, 0]);
});

test('finds the best places in order, the earlier one on a tie', () => {
  const values = Array.from({ length: 1_000 }, (_, at) => (at * 7_919) % 101);
  const places = values.map((_, at) => at);
  const inOrder = places.toSorted((a, b) => values[b]! - values[a]! || a - b);
  for (const count of [0, 1, 10, 500, 2_000])
    expect(bestOf(places, (place) => values[place]!, count)).toEqual(inOrder.slice(0, count));
});

test('a share of times is read within 5 % of what it is', () => {
  const times = Array.from({ length: 1_000 }, (_, at) => 1 + at * 0.7);
  const counts = new Map<number, number>();
  for (const time of times) counts.set(tookBucket(time), (counts.get(tookBucket(time)) ?? 0) + 1);
  for (const share of [0.5, 0.95, 0.99]) {
    const exact = times[Math.ceil(share * times.length) - 1]!;
    expect(Math.abs(percentile(counts, share)! - exact) / exact).toBeLessThan(0.05);
  }
});

test('nothing has no percentile', () => expect(percentile(new Map(), 0.95)).toBeNull());

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

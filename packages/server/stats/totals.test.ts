import { expect, test } from 'vitest';
import { aligned, bestOf, merged, type Totals, TotalsBuilder } from './totals.ts';

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

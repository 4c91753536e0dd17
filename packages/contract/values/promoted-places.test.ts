import { expect, test } from 'vitest';
import { promotedAt } from './promoted-places.ts';

test.each([
  ['in order without places', {}, 9, { 0: 'a', 1: 'b', 2: 'c' }],
  ['one at its place, the others first', { a: 3 }, 9, { 0: 'b', 1: 'c', 2: 'a' }],
  ['around a place among the first', { c: 1 }, 9, { 0: 'c', 1: 'a', 2: 'b' }],
  ['one after another where they want the same place', { a: 2, b: 2, c: 2 }, 9, { 1: 'a', 2: 'b', 3: 'c' }],
  ['last where their places are behind all items', { a: 50, b: 40 }, 5, { 0: 'c', 3: 'b', 4: 'a' }],
  ['alone', { a: 3, b: 3 }, 3, { 0: 'c', 1: 'a', 2: 'b' }],
])('promoted items come %s', (_how, places, total, order) => {
  expect(Object.fromEntries(promotedAt(['a', 'b', 'c'], places, total))).toEqual(order);
});

import { expect, test } from 'vitest';
import { countedValues } from './column-values.ts';

const counted = (request: object, ...values: string[]) =>
  values.filter(countedValues({ field: 'x', limit: 1, ...request }) ?? (() => true));

test('all values are counted where nothing is said', () => {
  expect(countedValues({ field: 'x', limit: 1 })).toBeNull();
  expect(countedValues({ field: 'x', limit: 1, beginning: '  ' })).toBeNull();
});

test.each([
  ['', ['A', 'D']],
  ['A', ['A > B', 'A > C']],
  ['A > B', ['A > B > X']],
  [
    ['', 'A', 'A > B'],
    ['A', 'A > B', 'A > B > X', 'A > C', 'D'],
  ],
  [[], []],
])('of paths, those directly under %j', (under, expected) => {
  expect(counted({ under }, 'A', 'A > B', 'A > B > X', 'A > C', 'AB > C', 'D')).toEqual(expected);
});

test.each([
  ['ry', ['Rýmont', 'Old Rye', 'X-Ryde']],
  ['RÝM', ['Rýmont']],
  ['old r', ['Old Rye']],
  ['o.d', []],
  ['100% (a', ['100% (a)']],
  ['ryd', ['X-Ryde']],
])('of values, those with a word that begins with %j', (beginning, expected) => {
  expect(counted({ beginning }, 'Rýmont', 'Old Rye', 'X-Ryde', 'Carry', '100% (a)')).toEqual(expected);
});

import { expect, test } from 'vitest';
import { risingPlaces } from './section-differences.ts';

test('as many rising numbers as there are, are found', () => {
  expect(risingPlaces([])).toEqual([]);
  expect(risingPlaces([5, 1, 2, 9, 3, 4])).toEqual([1, 2, 4, 5]);
  expect(risingPlaces([3, 2, 1])).toHaveLength(1);
});

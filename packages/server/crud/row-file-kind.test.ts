import { expect, test } from 'vitest';
import { keptInOrder } from './row-file-kind.ts';

test('what comes after a row that is moved, or is new, is added again', () => {
  expect([...keptInOrder([1, 2, 3])]).toEqual([1, 2, 3]);
  expect([...keptInOrder([2, 1])]).toEqual([2]);
  expect([...keptInOrder([3, 1, 2])]).toEqual([3]);
  expect([...keptInOrder([1, undefined, 2])]).toEqual([1]);
  expect([...keptInOrder([1, 2, undefined])]).toEqual([1, 2]);
});

import { expect, test } from 'vitest';
import { backoffMilliseconds } from './waiting.ts';

test('each wait is about twice as long as the one before, up to a bound, and never the same for all', () => {
  const waits = [1, 2, 3, 4, 5, 20].map((tried) => [backoffMilliseconds(tried, 0), backoffMilliseconds(tried, 1)]);
  expect(waits).toEqual([
    [100, 200],
    [200, 400],
    [400, 800],
    [800, 1600],
    [1500, 3000],
    [1500, 3000],
  ]);
});

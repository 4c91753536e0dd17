import { expect, test } from 'vitest';
import { random } from '#feeds/testing/mutations.ts';
import { bestOf } from './best-of.ts';

test('the greatest come first, and of the same value those that came first, however many are wanted', () => {
  const next = random(5);
  for (let round = 0; round < 200; round += 1) {
    const numbers = Array.from({ length: Math.floor(next() * 500) }, () => Math.floor(next() * 1_000));
    const valueOf = (number: number): number => number % (1 + (round % 40));
    const sorted = numbers.toSorted((a, b) => valueOf(b) - valueOf(a));
    for (const count of [0, 1, 3, 20, numbers.length, numbers.length + 5])
      expect(bestOf(numbers, valueOf, count)).toEqual(sorted.slice(0, count));
  }
});

import { expect, test } from 'vitest';
import { samplePicture } from './picture.ts';

const numbers = Array.from({ length: 1808 }, (_, index) => index + 1);

test('draws 113 drawings in 16 colours, all different', () => {
  expect(new Set(numbers.map(samplePicture)).size).toBe(113 * 16);
  expect(samplePicture(113 * 16 + 1)).toBeNull();
});

test('fills in every tone of a drawing', () => {
  for (const number of numbers) expect(samplePicture(number)).not.toMatch(/[{}]|undefined|fill=""/);
});

test.each([0, -1, 0.5, 1_000_000, Number.NaN])('has no picture %s', (number) => {
  expect(samplePicture(number)).toBeNull();
});

import { afterEach, expect, test } from 'vitest';
import { previewOf } from './begin.ts';

afterEach(() => localStorage.clear());
const shop = 'https://shop.example/';

test('who opened a preview link sees the preview on every page, until a link ends it', () => {
  expect(previewOf(shop)).toBeNull();
  expect(previewOf(`${shop}?a=1&aisle-preview=abc`)).toBe('abc');
  expect(previewOf(`${shop}lamps`)).toBe('abc');
  expect(previewOf(`${shop}?aisle-preview=def`)).toBe('def');
  expect(previewOf(`${shop}?aisle-preview=off`)).toBeNull();
  expect(previewOf(shop)).toBeNull();
});

test('where the browser keeps nothing, the preview is of the page alone', () => {
  const refused = () => {
    throw new Error('SecurityError');
  };
  expect(previewOf(`${shop}?aisle-preview=abc`, refused)).toBe('abc');
  expect(previewOf(shop, refused)).toBeNull();
});

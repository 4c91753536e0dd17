import { expect, test } from 'vitest';
import { previewLink, previewQuery } from './preview-link.tsx';

test('the link leads to the shop as its address is written', () => {
  expect(previewLink('https://lamps.example/cs?a=1', 'x.y')).toBe('https://lamps.example/cs?a=1&aisle-preview=x.y');
});

test('a shop without an address has no link', () => {
  expect(previewLink('', 'x.y')).toBeNull();
});

test('without a shop, the end of an address says the same', () => {
  expect(`https://shop.example/${previewQuery('a+b')}`).toBe(previewLink('https://shop.example', 'a+b'));
});

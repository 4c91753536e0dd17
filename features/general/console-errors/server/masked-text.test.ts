import { expect, test } from 'vitest';
import { maskedText } from './masked-text.ts';

test.each([
  ['jana.novakova+shop@mail.example.com is known already', '•••@••• is known already'],
  ['GET https://shop.example/reset?token=abc:def#x failed', 'GET https://shop.example/reset failed'],
  ['session Xk3v9QpLw0aTz7RmBnY2cHs5dJf8gUe1iOoAaBbCc12 is over', 'session ••• is over'],
  ['one\u001B[31m red\u0007', 'one [31m red '],
])('%s is kept as %s', (text, kept) => {
  expect(maskedText(text)).toBe(kept);
});

test.each([
  'TypeError: x is undefined\n    at draw (https://search.example/assets/boost-manager.page-pAAm8HJR.js:1:2031)',
  'draw@https://search.example/assets/relevance-tuning.page-PDt1Q0MQ.js:1:2031',
  'anExtraordinarilyLongNameOfAFunctionOfOurs failed',
])('a stack can still be read: %s', (text) => {
  expect(maskedText(text)).toBe(text);
});

test('the longest text takes no time', () => {
  const began = performance.now();
  for (const text of ['a.'.repeat(2000), '@'.repeat(4000), 'https://'.repeat(500), 'a-'.repeat(2000), 'a@b.'.repeat(1000)])
    maskedText(text);
  expect(performance.now() - began).toBeLessThan(500);
});

import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { counterOf, keyAddress, newKey } from './codes.ts';

const key = Secret.fromLatin1('12345678901234567890').base32;
const stepMilliseconds = 30_000;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i the code is the one of RFC 6238', (second, code) => {
  expect(counterOf(key, code, second * 1000)).toBe(Math.floor(second / 30));
});

describe('a code', () => {
  const second = 1_111_111_111;
  const step = Math.floor(second / 30);
  test.each([
    [-2, null],
    [-1, step],
    [0, step],
    [1, step],
    [2, null],
  ])('is known by a clock that is %i steps ahead as of its own step, or not at all', (steps, counter) => {
    expect(counterOf(key, '050471', second * 1000 + steps * stepMilliseconds)).toBe(counter);
  });
});

test('a key has 160 bits, and its address names who and where', () => {
  const own = newKey();
  expect(own).toMatch(/^[A-Z2-7]{32}$/);
  expect(newKey()).not.toBe(own);
  expect(keyAddress(own, 'eva+shop@example.com')).toBe(
    `otpauth://totp/Aisle:eva%2Bshop%40example.com?issuer=Aisle&secret=${own}&algorithm=SHA1&digits=6&period=30`,
  );
});

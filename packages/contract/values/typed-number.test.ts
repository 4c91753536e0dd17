import { expect, it } from 'vitest';
import { readNumber } from './typed-number.ts';

const english = { mark: '.', decimals: 4 };
const czech = { mark: ',', decimals: 4 };

it.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['0,5', 0.5],
  [',5', 0.5],
  ['5.', 5],
  [' 12 ', 12],
  ['-1,5', -1.5],
  ['−2', -2],
  ['0,125', 0.125],
  ['1234,567', 1234.567],
  ['1 000', 1000],
  ['1\u00A0000\u00A0000,5', 1_000_000.5],
  ['1,000.5', 1000.5],
  ['1.000,5', 1000.5],
  ['1,000,000', 1_000_000],
  ['2,50', 2.5],
])('reads “%s” as the same number in every language', (text, number) => {
  expect(readNumber(text, english)).toEqual({ number });
  expect(readNumber(text, czech)).toEqual({ number });
});

it('takes three decimals after the mark of the own language, and calls the others ambiguous', () => {
  expect(readNumber('1.125', english)).toEqual({ number: 1.125 });
  expect(readNumber('1,125', czech)).toEqual({ number: 1.125 });
  expect(readNumber('1,125', english)).toEqual({ refusal: 'ambiguous', readings: [1125, 1.125] });
  expect(readNumber('1.125', czech)).toEqual({ refusal: 'ambiguous', readings: [1125, 1.125] });
});

it.each(['1,000', '1.000'])('doesn’t guess whether “%s” is a thousand or one', (text) => {
  for (const reading of [english, czech])
    expect(readNumber(text, reading)).toEqual({ refusal: 'ambiguous', readings: [1000, 1] });
});

it.each(['', '-', '.', 'much', '1e9', '12 34', '1 00', '1,5,5', '1..5', '5 %', '0x10', 'Infinity'])(
  '“%s” is no number',
  (text) => {
    expect(readNumber(text, english)).toEqual({ refusal: 'notNumber' });
  },
);

it('refuses decimals that the field has no room for, rather than rounding them', () => {
  expect(readNumber('1,55', { mark: '.', decimals: 1 })).toEqual({ refusal: 'tooManyDecimals' });
  expect(readNumber('1.5', { mark: '.', decimals: 0 })).toEqual({ refusal: 'tooManyDecimals' });
  expect(readNumber('1.0', { mark: '.', decimals: 0 })).toEqual({ number: 1 });
  expect(readNumber('1,500', { mark: '.', decimals: 0 })).toEqual({ refusal: 'ambiguous', readings: [1500] });
});

it('refuses more digits than a number keeps', () => {
  expect(readNumber('12345678901234567', english)).toEqual({ refusal: 'tooLong' });
});

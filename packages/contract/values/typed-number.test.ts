import { expect, it, test } from 'vitest';
import { readNumber, wholeNumbers } from './typed-number.ts';

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

test.each([
  ['{"id":1683885693914773462}', { id: '1683885693914773462' }],
  [
    '{"id": -1683885693914773462 , "a":[9007199254740993,9007199254740992]}',
    { id: '-1683885693914773462', a: ['9007199254740993', 9007199254740992] },
  ],
  ['[12345678901234567890123]', ['12345678901234567890123']],
  [
    '{"a":10000000000000000,"b":1e300,"c":0.12345678901234567890}',
    { a: 10_000_000_000_000_000, b: 1e300, c: Number('0.12345678901234567890') },
  ],
  [
    '{"1683885693914773462":"1683885693914773462 \\" 1683885693914773462\\\\","c":1683885693914773463}',
    { '1683885693914773462': '1683885693914773462 " 1683885693914773462\\', c: '1683885693914773463' },
  ],
  ['1683885693914773462', '1683885693914773462'],
])('keeps all digits of %s', (json, value) => expect(JSON.parse(wholeNumbers(json))).toEqual(value));

test.each([
  '{"id":1683885693914773462',
  '"1683885693914773462',
  '{"id":1683885693914773462.5.5}',
  '[1683885693914773462x]',
  '1.2.1683885693914773462',
])('leaves %s no valid JSON', (json) => expect(() => JSON.parse(wholeNumbers(json))).toThrow(SyntaxError));

test('a long text costs no more than its length', () => {
  const json = JSON.stringify({ a: '\\"1'.repeat(2_000_000), id: 'x' }).replace('"x"', '1683885693914773462');
  expect(JSON.parse(wholeNumbers(json)).id).toBe('1683885693914773462');
});

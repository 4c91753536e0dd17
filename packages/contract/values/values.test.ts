import { expect, it, test, describe } from 'vitest';
import { readNumber, wholeNumbers } from './typed-number.ts';
import { amountFor, type BoostFunction } from './boost-amount.ts';

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

describe('boost amounts', () => {
  const multiplied: BoostFunction = { curve: 'logarithmic', operation: 'multiply', direction: 'falling', factor: 2 };
  const numbers = [0, 1, 2, 7, 30, 365, 10_000];
  const amounts = (boost: BoostFunction) => numbers.map((number) => amountFor(boost, number));
  const orderedDown = (all: readonly number[]) => all.toSorted((one, other) => other - one);

  test('a rising boost is multiplied by the curve, whether it multiplies or adds', () => {
    for (const operation of ['multiply', 'add'] as const)
      expect(amountFor({ ...multiplied, operation, direction: 'rising' }, 7)).toBeCloseTo(2 * Math.log(8));
  });

  test.each(['logarithmic', 'linear', 'exponential'] as const)(
    'a falling %s boost gives the smallest numbers all of it, and fades to what changes no score',
    (curve) => {
      const [times, plus] = [amounts({ ...multiplied, curve }), amounts({ ...multiplied, curve, operation: 'add' })];
      expect([times[0], plus[0]]).toEqual([2, 2]);
      expect([times, plus]).toEqual([orderedDown(times), orderedDown(plus)]);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(1);
      expect(Math.min(...plus)).toBeGreaterThanOrEqual(0);
      expect([times.at(-1)! < 1.2, plus.at(-1)! < 0.3]).toEqual([true, true]);
    },
  );

  test('newer first, twice, is worth something after a week and little after a year', () => {
    const [, , , week, , year] = amounts(multiplied);
    expect([week!.toFixed(2), year!.toFixed(2)]).toEqual(['1.48', '1.17']);
  });

  test('a falling boost below 1 lowers the smallest numbers most', () => {
    const lowered = amounts({ ...multiplied, factor: 0.5 });
    expect(lowered[0]).toBe(0.5);
    expect(lowered).toEqual(orderedDown(lowered).toReversed());
    expect(Math.max(...lowered)).toBeLessThan(1);
  });

  test.each(['logarithmic', 'linear', 'exponential'] as const)(
    'a falling %s boost gives all of it up to the number that is said, and fades from there',
    (curve) => {
      const [times, plus] = (['multiply', 'add'] as const).map((operation) =>
        amounts({ ...multiplied, curve, operation, fullUntil: 365 }),
      );
      expect(times!.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 2));
      expect([times!.at(-1)! > 1 || curve === 'exponential', times!.at(-1)! < 1.25]).toEqual([true, true]);
      expect(plus!.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 2));
      expect(amountFor({ ...multiplied, curve, fullUntil: 365 }, 730)).toBeLessThan(2);
      expect(amountFor({ ...multiplied, curve, direction: 'rising', fullUntil: 365 }, 7)).toBe(
        amountFor({ ...multiplied, curve, direction: 'rising' }, 7),
      );
    },
  );
});

import { expect, test } from 'vitest';
import { amountFor, type BoostFunction } from './boost-amount.ts';

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

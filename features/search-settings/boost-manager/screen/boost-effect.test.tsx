import { expect, test } from 'vitest';
import type { Distribution } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { blankBoost } from './boost-values.tsx';
import { changesNothing, takesAllScore } from './boost-effect.ts';

/** Items that came out years ago. */
const old = { minimum: 1_510, low: 1_900, middle: 2_600, high: 4_100, maximum: 5_900, end: 5_900, bars: [] };
const spread = (numbers: Distribution['numbers'], filled = 10): Distribution => ({
  item_count: 10,
  filled_count: filled,
  values: [],
  numbers,
});
const newer = { ...blankBoost, field: 'released', type: 'functional', direction: 'falling', boost: 3.5 } as const;

test.each(['exponential', 'linear'] as const)(
  'a %s boost of the first days changes nothing where all items are years old',
  (curve) => {
    expect(changesNothing({ ...newer, function: curve }, spread(old))).toBe(true);
    expect(changesNothing({ ...newer, function: curve, operation: 'add' }, spread(old))).toBe(true);
  },
);

test.each(['logarithmic', 'exponential', 'linear'] as const)(
  'a %s boost that is full up to their age does something',
  (curve) => {
    expect(changesNothing({ ...newer, function: curve, full_until: 1_900 }, spread(old))).toBe(false);
    expect(changesNothing({ ...newer, function: curve, full_until: 1_900, operation: 'add' }, spread(old))).toBe(false);
  },
);

test('all items alike change nothing, unless others have no number', () => {
  const same = { minimum: 3, low: 3, middle: 3, high: 3, maximum: 3, end: 3, bars: [] };
  const linear = { ...newer, direction: 'rising', function: 'linear' } as const;
  expect(changesNothing(linear, spread(same))).toBe(true);
  expect(changesNothing(linear, spread(same, 5))).toBe(false);
  expect(changesNothing({ ...linear, type: 'value' }, spread(same))).toBe(false);
});

test.each([
  ['logarithmic', 'multiply', 0, true],
  ['linear', 'multiply', 0, true],
  ['exponential', 'multiply', 0, false],
  ['logarithmic', 'add', 0, false],
  ['logarithmic', 'multiply', 1, false],
] as const)('a %s boost that would %s: of items with %d it takes all of the score: %s', (curve, operation, minimum, isSo) => {
  const numbers = { minimum, low: 1, middle: 88, high: 659, maximum: 997, end: 997, bars: [] };
  const popular = {
    ...blankBoost,
    field: 'popularity',
    type: 'functional',
    function: curve,
    operation,
    direction: 'rising',
  } as const;
  expect(takesAllScore(popular, spread(numbers))).toBe(isSo);
  expect(takesAllScore({ ...popular, direction: 'falling' }, spread(numbers))).toBe(false);
});

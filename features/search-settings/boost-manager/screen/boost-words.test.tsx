import { beforeAll, expect, test } from 'vitest';
import { startI18n, translatorOf } from '#ui/text/i18n.ts';
import english from '#apps/console/locales/en.json' with { type: 'json' };
import type { BoostedField } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { formats } from '#ui/text/format.ts';
import { rowDifferences, rowSentence } from '#ui/releases/released-kind.ts';
import { releasedBoosts } from './boost-manager.released.tsx';
import { blankBoost, boostMeaning, isDemotion } from './boost-words.tsx';

beforeAll(() => startI18n(async () => english));

const field = (type: BoostedField['type']): BoostedField[] => [
  { name: 'it', type, is_boostable: true, is_archived: false, found_count: 1 },
];
const boost = (direction: 'rising' | 'falling') => ({ ...blankBoost, field: 'it', type: 'functional' as const, direction });

test.each([
  ['a number that rises', 'rising', field('float'), 'higher first, gently'],
  ['a date that falls', 'falling', field('date'), 'newer first, gently'],
  ['what nobody knows the type of, that falls', 'falling', [], 'lower or newer first, gently'],
] as const)('a boost by %s says which items come first', (_what, direction, fields, told) => {
  expect(boostMeaning(translatorOf('en'), boost(direction), fields)).toBe(told);
});

test.each([
  ['a number', field('float'), 'lower last, gently'],
  ['a date', field('date'), 'newer last, gently'],
  ['what nobody knows the type of', [], 'lower or newer last, gently'],
] as const)('a boost by %s that falls from below 1 says which items come last', (_what, fields, told) => {
  expect(boostMeaning(translatorOf('en'), { ...boost('falling'), boost: 0.5 }, fields)).toBe(told);
});

test('a boost that falls says how far all of it goes', () => {
  const told = (fields: readonly BoostedField[]) =>
    boostMeaning(translatorOf('en'), { ...boost('falling'), full_until: 1500 }, fields);
  expect(told(field('date'))).toBe('newer first, gently, all of it up to 1,500 days');
  expect(told(field('float'))).toBe('lower first, gently, all of it up to 1,500');
});

test('below 1, what multiplies by value or falls demotes', () => {
  const demotes = (changes: Partial<typeof blankBoost>) => isDemotion({ ...blankBoost, boost: 0.5, ...changes });
  const falling = { type: 'functional', direction: 'falling' } as const;
  expect([demotes({}), demotes(falling)]).toEqual([true, true]);
  expect([demotes({ ...falling, boost: 2 }), demotes({ ...falling, operation: 'add' })]).toEqual([false, false]);
  expect(demotes({ type: 'functional' })).toBe(false);
});

test('a release names the field and the values of a boost by their words', () => {
  const row = { ...blankBoost, field: 'availability', value: ['in_stock'], id: 1 };
  const t = translatorOf('en');
  expect(rowSentence(releasedBoosts, row, t)).toBe('Availability is “In stock”: ×2');
  const zoned = { ...formats, timeZone: 'UTC' };
  const [value] = rowDifferences(releasedBoosts, [row, { ...row, value: ['out_of_stock'] }], t, zoned);
  expect(value).toEqual({ label: 'Value', added: ['Out of stock'], removed: ['In stock'] });
});

test('a boost of all items with a field says so', () => {
  const sale = { ...blankBoost, field: 'price_before', type: 'functional', direction: 'falling', full_until: 1_000_000 } as const;
  expect(boostMeaning(translatorOf('en'), sale)).toBe('for all items that have it');
});

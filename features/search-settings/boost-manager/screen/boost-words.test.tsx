import { beforeAll, expect, test } from 'vitest';
import { startI18n, translatorOf } from '#ui/text/i18n.ts';
import english from '#apps/console/locales/en.json' with { type: 'json' };
import type { BoostedField } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { blankBoost } from './boost-form.tsx';
import { boostMeaning, isDemotion } from './boost-words.tsx';

beforeAll(() => startI18n(async () => english));

const field = (type: BoostedField['type']): BoostedField[] => [
  { name: 'it', type, is_boostable: true, is_archived: false, found_count: 1 },
];
const boost = (direction: 'rising' | 'falling') => ({ ...blankBoost, field: 'it', type: 'functional' as const, direction });

test.each([
  ['a number that rises', 'rising', field('float'), 'higher first, logarithmic, multiplies'],
  ['a date that falls', 'falling', field('date'), 'newer first, logarithmic, multiplies'],
  ['what nobody knows the type of, that falls', 'falling', [], 'lower or newer first, logarithmic, multiplies'],
] as const)('a boost by %s says which items come first', (_what, direction, fields, told) => {
  expect(boostMeaning(translatorOf('en'), boost(direction), fields)).toBe(told);
});

test.each([
  ['a number', field('float'), 'lower last, logarithmic, multiplies'],
  ['a date', field('date'), 'newer last, logarithmic, multiplies'],
  ['what nobody knows the type of', [], 'lower or newer last, logarithmic, multiplies'],
] as const)('a boost by %s that falls from below 1 says which items come last', (_what, fields, told) => {
  expect(boostMeaning(translatorOf('en'), { ...boost('falling'), boost: 0.5 }, fields)).toBe(told);
});

test('a boost that falls says how far all of it goes', () => {
  const told = (fields: readonly BoostedField[]) =>
    boostMeaning(translatorOf('en'), { ...boost('falling'), full_until: 1500 }, fields);
  expect(told(field('date'))).toBe('newer first, logarithmic, multiplies, all of it up to 1,500 days');
  expect(told(field('float'))).toBe('lower first, logarithmic, multiplies, all of it up to 1,500');
});

test('below 1, what multiplies by value or falls demotes', () => {
  const demotes = (changes: Partial<typeof blankBoost>) => isDemotion({ ...blankBoost, boost: 0.5, ...changes });
  const falling = { type: 'functional', direction: 'falling' } as const;
  expect([demotes({}), demotes(falling)]).toEqual([true, true]);
  expect([demotes({ ...falling, boost: 2 }), demotes({ ...falling, operation: 'add' })]).toEqual([false, false]);
  expect(demotes({ type: 'functional' })).toBe(false);
});

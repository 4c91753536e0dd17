import { expect, test } from 'vitest';
import { newField, waitingChanges } from './collection-fields.service.ts';
import type { CollectionLayout, FieldLayout } from '#engine/port.ts';

test('a code that variants have in common is searched, and not offered while somebody types', () => {
  const codes = ['handbag-1', 'handbag-2'];
  expect(newField('item_group', 'text', codes)).toMatchObject({ isAutocomplete: false, relevance: { searchable: true } });
  expect(newField('name', 'text', ['Shoulder handbag'])).toMatchObject({ isAutocomplete: true });
});

test('addresses are not counted, however short they are and however many items share them', () => {
  const values = (each: (number: number) => string) => Array.from({ length: 8 }, (_, number) => each(number % 2));
  expect(
    newField(
      'imgurl_alternative',
      'text',
      values((number) => `https://shop.example/${number}.jpg`),
    ).isFacet,
  ).toBe(false);
  expect(
    newField(
      'material',
      'text',
      values((number) => `steel ${number}`),
    ).isFacet,
  ).toBe(true);
});

const brand: FieldLayout = { name: 'brand', type: 'text', searchable: true, stemmer: true, facet: true, path: false };
const layout = (fields: readonly FieldLayout[], groupField: string | null = null): CollectionLayout => ({
  language: 'en',
  groupField,
  fields,
});
const aspects = (live: FieldLayout | null, wanted: FieldLayout | null) =>
  waitingChanges(layout(live ? [live] : []), layout(wanted ? [wanted] : [])).map(({ field, aspect }) => `${field} ${aspect}`);

test.each([
  ['nothing changed', brand, brand, []],
  ['a field that came', null, brand, ['brand added']],
  ['a field that came and is not indexed in any way', null, { ...brand, searchable: false, facet: false }, []],
  ['a field that is to be searched', { ...brand, searchable: false }, brand, ['brand searchable']],
  ['a field that is not to be searched any more', brand, { ...brand, searchable: false }, []],
  ['other endings of words', { ...brand, stemmer: false }, brand, ['brand searchable']],
  ['values that are to be counted', { ...brand, facet: false }, brand, ['brand facet']],
  ['values that are not to be counted any more', brand, { ...brand, facet: false }, ['brand facet']],
  ['values that are paths', brand, { ...brand, path: true }, ['brand path']],
  ['paths that nobody counts', { ...brand, facet: false }, { ...brand, facet: false, path: true }, []],
  ['another type', brand, { ...brand, type: 'integer' as const }, ['brand type']],
  ['a counted field that is not indexed any more', brand, null, ['brand facet']],
  ['a field that nobody counts and that is not indexed any more', { ...brand, facet: false }, null, []],
])('%s', (_name, live, wanted, expected) => {
  expect(aspects(live, wanted)).toEqual(expected);
});

test('other variants wait', () => {
  expect(waitingChanges(layout([brand], 'brand'), layout([brand]))).toEqual([{ field: 'brand', aspect: 'variants' }]);
  expect(waitingChanges(layout([brand]), layout([brand], 'brand'))).toEqual([{ field: 'brand', aspect: 'variants' }]);
});

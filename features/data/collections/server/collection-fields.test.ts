import { expect, test } from 'vitest';
import type { FieldType, FieldValue } from '#contract/item.ts';
import { fieldsOf, newField, waitingChanges } from './collection-fields.service.ts';
import type { CollectionLayout, FieldLayout } from '#engine/port.ts';

test('a code that variants have in common is neither searched nor offered while somebody types', () => {
  const codes = ['handbag-1', 'handbag-2'];
  expect(newField('item_group', 'text', codes)).toMatchObject({ isAutocomplete: false, relevance: { searchable: false } });
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

/** How each field of so many items is used, in the schema's words. */
function usesOf(values: Readonly<Record<string, (at: number) => FieldValue>>, types: Readonly<Record<string, FieldType>> = {}) {
  const items = Array.from({ length: 120 }, (_, at) => ({
    id: String(at),
    fields: Object.fromEntries(Object.entries(values).map(([name, valueOf]) => [name, valueOf(at)])),
  }));
  const uses = fieldsOf([], items, types).map(({ name, relevance, isAutocomplete, isFacet }) => {
    const words = [relevance.searchable && 'searched', isAutocomplete && 'suggested', isFacet && 'filter'];
    return [name, words.filter(Boolean).join(' ')] as const;
  });
  return Object.fromEntries(uses.filter(([name]) => name in values));
}

test('stores fields of how a shop runs, named in English or Czech, without searching, suggesting or filtering them', () => {
  const names =
    'tax_category weightUnit dimensions-unit slug meta_title status inventory.tracking url_key variant_id sazba_dph mj viditelnost Šířka packageWidth';
  const fields = Object.fromEntries(names.split(' ').map((name) => [name, (at: number) => `value ${at % 3}`]));
  expect(new Set(Object.values(usesOf(fields)))).toEqual(new Set(['']));
});

test('compares whole words of a name, and leaves attributes and codes as they are', () => {
  const names = ['taxidermy', 'unity', 'statuses_of_wood', 'metal', 'sleeve_length', 'sku'];
  const uses = usesOf(Object.fromEntries(names.map((name) => [name, (at: number) => `value ${at % 3}`])));
  expect(Object.entries(uses).filter(([, use]) => !use.startsWith('searched'))).toEqual([]);
});

test('filters by 2 to 50 values that repeat, by numbers that differ, and by the date an item begins with', () => {
  const uses = usesOf(
    {
      material: (at) => `material ${at % 50}`,
      note: (at) => `note ${at % 51}`,
      motto: (at) => `motto ${at}`,
      origin: () => 'Czechia',
      brand: (at) => `brand ${at % 60}`,
      currency: () => 'CZK',
      availability: () => 'in_stock',
      watts: (at) => at,
      bonus: () => 0,
      created_at: (at) => `2026-01-${10 + (at % 9)}`,
      sale_until: (at) => `2026-12-${10 + (at % 9)}`,
      options: (at) => `type=default,qty=${at % 3}`,
    },
    { watts: 'integer', bonus: 'integer', created_at: 'date', sale_until: 'date' },
  );
  expect(uses).toEqual({
    material: 'searched suggested filter',
    note: 'searched suggested',
    motto: 'searched suggested',
    origin: 'searched',
    brand: 'searched suggested filter',
    currency: '',
    availability: 'filter',
    watts: 'filter',
    bonus: '',
    created_at: 'filter',
    sale_until: '',
    options: '',
  });
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

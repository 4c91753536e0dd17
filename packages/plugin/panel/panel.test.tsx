import { expect, test } from 'vitest';
import { completion } from './panel.tsx';
import type { Autocompletion } from '#plugin/calls.ts';
import { wordsIn } from '#plugin/words.ts';
import { contentOf, popularOf } from './panel-blocks.ts';

const told = (typed: string, text: string): string =>
  completion(typed, text)
    .map(({ part, isAdded }) => (isAdded ? `[${part}]` : part))
    .join('');

test.each([
  ['kon', 'konvice', 'kon[vice]'],
  ['ryc', 'Rychlovarná', 'Ryc[hlovarná]'],
  ['rychlovarna ', 'rychlovarná konvice', 'rychlovarná[ konvice]'],
  ['ŽID', 'židle', 'žid[le]'],
  ['židle', 'židle', 'židle'],
  ['les', 'židle do lesa', '[židle do lesa]'],
  ['', 'židle', '[židle]'],
  ['straße ', 'Straße 1', 'Straße[ 1]'],
])('%s completed to %s is told as %s', (typed, text, parts) => {
  expect(told(typed, text)).toBe(parts);
});

const words = wordsIn('en', {});
const found = (id: string, fields: object = {}) => ({ id, score: 1, variant_count: 1, is_promoted: false, name: id, ...fields });
const answer: Autocompletion = {
  suggestions: [{ text: 'kettle', item_count: 3 }],
  collections: [
    { id: 1, name: 'Products', items: [found('a', { price: 10, currency: 'EUR' }), found('b')], total_count: 2 },
    { id: 2, name: 'Guides', items: [found('c', { url: 'javascript:alert(1)' })], total_count: 1 },
  ],
  total_count: 2,
  query_id: 'q',
};
/** Blocks by title, each with its options as they are said. */
const spokenOf = ({ side, main, all }: ReturnType<typeof contentOf>) => ({
  side: side.map(({ title, options }) => [title, ...options.map(({ label }) => label)]),
  main: main && [main.title, ...main.options.map(({ label }) => label)],
  all: all?.label ?? null,
});

test('offers banners after everything else', () => {
  const sale = { id: 1, place: 'panel', image: '', alt: '', headline: 'Sale', text: '', link: '' } as const;
  const { banners, options } = contentOf({ ...answer, banners: [sale] }, words);
  expect(banners.map(({ label, place }) => [label, place])).toEqual([['Sale', options.length - 1]]);
});

test('leads to all results only when the panel lacks some', () => {
  expect(contentOf({ ...answer, collections: answer.collections.slice(1) }, words).all).toBeNull();
  const [products] = answer.collections;
  const content = contentOf({ ...answer, collections: [{ ...products!, total_count: 3 }] }, words);
  expect(content.all?.label).toBe('Show all 3 results');
});

test('shows words and other collections beside the items of the first one without a layout', () => {
  const content = contentOf(answer, words);
  expect(spokenOf(content)).toEqual({
    side: [
      ['Suggestions', 'kettle'],
      ['Guides', 'c'],
    ],
    main: ['Products', 'a, €10', 'b'],
    all: null,
  });
  // The arrow keys reach the blocks beside the items first.
  expect(content.options.map(({ label, place }) => `${place} ${label}`)).toEqual(['0 kettle', '1 c', '2 a, €10', '3 b']);
});

test('an address that is none of the web is no link', () => {
  const { target } = contentOf(answer, words).options[1]!;
  expect(target).toMatchObject({ kind: 'item', item: { url: undefined } });
});

test('orders blocks by the layout and links its categories', () => {
  const columns: NonNullable<Autocompletion['columns']> = [
    { kind: 'items', collection_id: 1, field: 'name', title: 'Goods', items: [found('a')], total_count: 9 },
    {
      kind: 'values',
      collection_id: 1,
      field: 'category',
      title: 'Categories',
      values: [{ text: 'Kitchen > Kettles', count: 2 }],
    },
    { kind: 'values', collection_id: 1, field: 'brand', title: 'Brands', values: [] },
    { kind: 'phrases', collection_id: null, field: '', title: '', values: [{ text: 'kettle', count: 3 }] },
  ];
  const content = contentOf({ ...answer, columns }, words);
  expect(spokenOf(content)).toEqual({
    side: [
      ['Categories', 'Kitchen › Kettles'],
      ['Suggestions', 'kettle'],
    ],
    main: ['Goods', 'a'],
    all: 'Show all 9 results',
  });
  expect(content.options[0]!.target).toEqual({ kind: 'value', field: 'category', value: 'Kitchen > Kettles', collection: 1 });
});

test('has no options without results', () => {
  expect(contentOf({ ...answer, suggestions: [], collections: [], total_count: 0 }, words).options).toEqual([]);
});

test('shows popular items alone, without links to more', () => {
  expect(spokenOf(popularOf({ items: [{ id: 'a', name: 'A' }], basis: 'events' }, words))).toEqual({
    side: [],
    main: ['Popular', 'A'],
    all: null,
  });
});

import { expect, test, it, describe } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import type { CollectionRelease, FrontSettings, ResultSettings, SortChoice } from '#server/rules/releases/live-release.ts';
import { cutText, shownAnswer, shownItem, wholeItem, searchDataOf, searchJsonOf } from './shown-answer.ts';
import { usualResults, pathSort } from './result-defaults.ts';
import * as z from 'zod/mini';
import { SearchData } from '#contract/search.ts';
import type { Hit } from '#engine/port.ts';
import { fieldsBytesOf, fieldsJsonOf, ItemInBytes, plainItem, storedItem } from '#engine/index/stored-item.ts';

const fields: Item['fields'] = {
  name: 'Kettle',
  price: 12,
  description: 'Boils water in two minutes',
  tags: ['made of steel and glass', 'x'],
  margin: 4,
};

const answer: SearchAnswer = {
  hits: [{ id: '1', item: { id: '1', fields }, score: 1, variantCount: 1, promoted: false }],
  totalCount: 1,
  totalPages: 1,
  facets: [
    {
      field: 'size',
      values: [
        { value: 'XL 10', count: 3 },
        { value: 'XL 9', count: 2 },
        { value: 'ábc', count: 1 },
      ],
    },
    { field: 'margin', values: [{ value: 4, count: 1 }], min: 4, max: 4 },
  ],
  took: 1,
  trace: [],
  relaxed: false,
  foundAsTyped: 0,
  correctedQuery: null,
  highlights: new Map([
    ['1', { name: [[{ text: 'Kettle', isMatch: true }]], description: [[{ text: 'Boils', isMatch: true }]] }],
  ]),
  redirect: null,
};

const relevance = (search: Partial<ResultSettings>, front: Partial<FrontSettings> = {}): CollectionRelease => ({
  layout: { language: 'cs', fields: [], groupField: null },
  fields: {},
  relevantRate: 70,
  forcesStopwords: false,
  lowersUnwanted: false,
  learning: 'off',
  learnedTable: null,
  front: {
    nameField: null,
    hidden: [],
    autocomplete: [],
    results: { autocomplete: usualResults, search: { ...usualResults, ...search }, catalog: usualResults },
    catalog: { pathField: null, sorts: new Map() },
    ...front,
  },
});
const shown = (...[search, front]: Parameters<typeof relevance>) => shownAnswer(answer, relevance(search, front), 'search');
const itemOf = (...settings: Parameters<typeof relevance>) => shown(...settings).hits[0]!.item.fields;
const field = (name: string, maxLength: number | null = null) => ({ name, maxLength });

test('without settings an answer is the same one', () => {
  expect(shown({})).toBe(answer);
});

test('what is kept for the owner is in no part of an answer, whatever the settings say', () => {
  const named = { fields: { shown: [field('margin'), field('name')], hasOthers: true } };
  const facets = [{ field: 'margin', label: '', limit: 5, order: 'count' }] as const;
  for (const settings of [{}, named, { ...named, facets, labels: new Map([['margin', 'Margin']]) }]) {
    const { hits, facets: counted, labels } = shown(settings, { hidden: ['margin'] });
    expect(Object.keys(hits[0]!.item.fields)).toEqual(expect.arrayContaining(['name', 'price']));
    expect(hits[0]!.item.fields).not.toHaveProperty('margin');
    expect(counted.map((facet) => facet.field)).toEqual(['size']);
    expect(labels).toBeUndefined();
  }
});

test('fields come in the order of the settings; those that nobody named come after them, or not at all', () => {
  const wanted = [field('price'), field('name'), field('__proto__')];
  expect(Object.keys(itemOf({ fields: { shown: wanted, hasOthers: true } }))).toEqual([
    'price',
    'name',
    'description',
    'tags',
    'margin',
  ]);
  expect(Object.entries(itemOf({ fields: { shown: wanted, hasOthers: false } }))).toEqual([
    ['price', 12],
    ['name', 'Kettle'],
  ]);
});

test('a field that is hidden is in no highlight and no filter either, unless the settings offer the filter', () => {
  const picked = { fields: { shown: [field('name')], hasOthers: false } };
  const { highlights, facets } = shown(picked);
  expect(Object.keys(highlights!.get('1')!)).toEqual(['name']);
  expect(facets).toEqual([]);
  const offered = shown({ ...picked, facets: [{ field: 'size', label: '', limit: 5, order: 'count' }] });
  expect(offered.facets.map((facet) => facet.field)).toEqual(['size']);
});

test('texts are cut, each of a list by itself, and numbers stay', () => {
  const cut = [field('description', 20), field('tags', 15), field('price', 10)];
  expect(itemOf({ fields: { shown: cut, hasOthers: false } })).toEqual({
    description: 'Boils water in two…',
    tags: ['made of steel…', 'x'],
    price: 12,
  });
});

test('the name that items are called by goes where its field goes', () => {
  const named = { ...fields, title: 'Kettle', name: 'Kettle' };
  const settings = (shownFields: readonly string[]) =>
    relevance({ fields: { shown: shownFields.map((name) => field(name)), hasOthers: false } }, { nameField: 'title' });
  expect(shownItem({ id: '1', fields: named }, settings(['title']), 'search').fields).toEqual({
    title: 'Kettle',
    name: 'Kettle',
  });
  expect(shownItem({ id: '1', fields: named }, settings(['price']), 'search').fields).toEqual({ price: 12 });
});

test('filters are called and ordered as the settings say: by count, or as people order texts', () => {
  const facets = [{ field: 'size', label: 'Velikost', limit: 5, order: 'value' }] as const;
  const [size] = shown({ facets }).facets;
  expect(size).toMatchObject({ label: 'Velikost' });
  expect(size!.values.map(({ value }) => value)).toEqual(['ábc', 'XL 9', 'XL 10']);
  const labelled = shown({ labels: new Map([['size', 'Size']]) });
  expect(labelled.facets[0]).toMatchObject({ label: 'Size', values: answer.facets[0]!.values });
  expect(labelled.labels).toEqual({ size: 'Size' });
  expect(shown({ facets: [{ ...facets[0], field: 'constructor' }] }).facets[0]).not.toHaveProperty('label');
});

test('an item by itself has what any kind of answer shows, uncut', () => {
  const none: ResultSettings = { ...usualResults, fields: { shown: [field('name', 10)], hasOthers: false } };
  const some: ResultSettings = { ...usualResults, fields: { shown: [field('description', 10)], hasOthers: false } };
  const settings = relevance({}, { results: { autocomplete: none, search: none, catalog: some } });
  expect(wholeItem({ id: '1', fields }, settings).fields).toEqual({ name: 'Kettle', description: fields['description'] });
});

test.each([
  ['a text that fits stays as it is', 'Steel kettle', 12, 'Steel kettle'],
  ['a text is cut between words', 'Steel kettle with a whistle', 20, 'Steel kettle with a…'],
  ['a word that ends where the room ends stays', 'Steel kettle red', 13, 'Steel kettle…'],
  ['marks that would stand before the ellipsis go', 'Kettles, pots – pans', 17, 'Kettles, pots…'],
  ['one long word is cut within it', 'Donaudampfschifffahrtsgesellschaft', 10, 'Donaudamp…'],
  ['a letter of two units is not cut in half', 'ab😀😀😀😀😀😀', 10, 'ab😀😀😀…'],
])('%s', (_fact, text, maxLength, wanted) => {
  const cut = cutText(text, maxLength);
  expect(cut).toBe(wanted);
  expect(cut.length).toBeLessThanOrEqual(maxLength);
});

test('HTML that is cut has no tags left that nobody closes, and is no less safe than it was', () => {
  const html = '<p class="a">Steel <b>kettle</b></p><ul><li>red &lt;b&gt;</li><li>blue</li></ul>';
  expect(cutText(html, 12)).toBe('Steel…');
  expect(cutText(html, 13)).toBe('Steel kettle…');
  expect(cutText(html, 28)).toBe('Steel kettle red &lt;b&gt;…');
  expect(cutText('<p>Short</p><!-- a very long comment -->', 20)).toBe('Short');
  expect(
    cutText(`<p>${'word '.repeat(10)}<a href="https://shop.example/${'x'.repeat(500)}">link</a> ${'end '.repeat(200)}`, 54),
  ).toBe('word word word word word word word word word word…');
});

test('a description of a megabyte is not read to its end', () => {
  /** The quickest of several tries, as others use the processor, too. */
  const quickest = (words: number): number => {
    const html = '<p>word '.repeat(words);
    const tries = Array.from({ length: 7 }, () => {
      const start = performance.now();
      expect(cutText(html, 100).length).toBeLessThanOrEqual(100);
      return performance.now() - start;
    });
    return Math.min(...tries);
  };
  // A hundred times as long, it would take a hundred times as long.
  expect(quickest(130_000)).toBeLessThan(20 * Math.max(quickest(1_300), 0.01));
});

describe('the JSON of an answer', () => {
  const fields: readonly Item['fields'][] = [
    { name: 'Rake "Pro" \\ 3\u2028\u0000', price: 12.5, tags: ['a', 'b'], sizes: [1, 2], inStock: true },
    {},
    // Fields of a feed by these names must not replace the search’s own.
    { name: 'Spade', id: 'other', score: 99, variant_count: -1, is_promoted: 'no' },
    { name: 'says "score":1 and "id":2', description: '</script>{"id":"x"}' },
    { 'id"': 'quoted', '"score"': 'name', Id: 'x' },
  ];

  const hitOf = (item: Item, place: number): Hit => ({
    id: item.id,
    item,
    score: 10.25 - place,
    variantCount: place + 1,
    promoted: place === 0,
  });

  const answerOf = (items: readonly Item[]): SearchAnswer => ({
    hits: items.map(hitOf),
    totalCount: 7,
    totalPages: 2,
    took: 0.5,
    facets: [
      { field: 'price', values: [{ value: 12.5, count: 3 }], min: 1, max: 20 },
      { field: 'inStock', values: [{ value: true, count: 2 }] },
    ],
    trace: [{ step: 'words', before: 'a', after: 'b' }],
    relaxed: false,
    foundAsTyped: 0,
    correctedQuery: 'räke',
    highlights: new Map([['p0', { name: [[{ text: 'Rake', isMatch: true }]] }]]),
    redirect: null,
  });

  const unnumbered = (data: unknown): unknown => ({ ...(data as object), query_id: '' });

  it.each([
    ['stored', fields.map((one, place) => storedItem(`p${place}`, JSON.stringify(one)))],
    ['stored in UTF-8', fields.map((one, place) => new ItemInBytes(`p${place}`, Buffer.from(JSON.stringify(one)), null))],
    ['read', fields.map((one, place): Item => ({ id: `p${place}`, fields: one }))],
    ['no', []],
  ])('an answer written as JSON with %s items is the answer that the contract promises', (_kind, items) => {
    const written: unknown = { query_id: '', ...JSON.parse(searchJsonOf(answerOf(items)).toString()) };
    expect(unnumbered(z.parse(SearchData, written))).toEqual(unnumbered(written));
    expect(unnumbered(written)).toEqual(unnumbered(z.parse(SearchData, searchDataOf(answerOf(items)))));
    const json = searchJsonOf(answerOf(items)).toString();
    for (const name of ['"id":"p2"', '"score":8.25']) expect(json.split(name).length - 1).toBe(items.length === 0 ? 0 : 1);
  });

  it('bytes are taken of their own place in other memory', () => {
    const item = new ItemInBytes('p1', Buffer.from('{"no":1}{"name":"Hrábě"}{"no":2}').subarray(8, 26), null);
    expect(item.fields).toEqual({ name: 'Hrábě' });
    expect(fieldsBytesOf(item).toString()).toBe(fieldsJsonOf(item));
  });

  it.each([
    ['text', storedItem('p1', '{"name":"Rake"}', 3)],
    ['bytes', plainItem(new ItemInBytes('p1', Buffer.from('{"name":"Rake"}'), 3))],
  ])('an item of stored %s is parsed when somebody looks at it, and is then like any other', (_kind, item) => {
    const like = { id: 'p1', fields: { name: 'Rake' }, source: 3 };
    expect(item).toEqual(like);
    expect(structuredClone({ ...item })).toEqual(like);
  });
});

const byPrice = { field: 'price', order: 'asc' } as const;
const byName = { field: 'name', order: 'desc' } as const;
const sorts = new Map<string, SortChoice>([
  ['Kitchen', byPrice],
  ['Kitchen > Kettles > Glass', byName],
]);

test.each([
  ['Kitchen', byPrice],
  ['Kitchen > Kettles', byPrice],
  ['Kitchen > Kettles > Glass', byName],
  ['Kitchen > Kettles > Glass > Small', byName],
  ['Kitchenware', undefined],
  ['Garden', undefined],
  ['', undefined],
])('%j is sorted as the nearest category above that has a sort', (path, wanted) => {
  expect(pathSort(sorts, path)).toEqual(wanted);
});

import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { SearchData } from '#contract/search.ts';
import type { Hit } from '#engine/port.ts';
import type { SearchAnswer } from '#engine/query/resolve/run-search.ts';
import { fieldsBytesOf, fieldsJsonOf, ItemInBytes, plainItem, storedItem } from '#engine/index/stored-item.ts';
import { searchDataOf, searchJsonOf } from './shown-answer.ts';

const fields: readonly Item['fields'][] = [
  { name: 'Rake "Pro" \\ 3\u2028\u0000', price: 12.5, tags: ['a', 'b'], sizes: [1, 2], inStock: true },
  {},
  // What a feed calls so must not say what the search says.
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

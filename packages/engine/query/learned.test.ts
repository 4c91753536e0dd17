import { describe, expect, test } from 'vitest';
import type { Rule } from '#engine/query/pipeline.ts';
import { searchedItems } from '#engine/testing/searched-items.ts';
import { agreementOf, type LearnedTable } from './learned.ts';

const shelf = [
  { name: 'Steel kettle', category: 'Kettles', availability: 'in_stock', price: 30 },
  { name: 'Kettle stand', category: 'Stands', availability: 'in_stock', price: 10 },
  { name: 'Kettle descaler', category: 'Cleaning', availability: 'in_stock', price: 20 },
  { name: 'Glass kettle', category: 'Kettles', availability: 'out_of_stock', price: 40 },
];
const table: LearnedTable = {
  queries: new Map([
    ['kettl', { ids: ['i3', 'i1'], logs: [1, -0.5], chosen: [41, 2] }],
    ['', { ids: ['i3'], logs: [1], chosen: [9] }],
  ]),
  fields: [{ field: 'category', agreement: 0, lifts: new Map([['steel', new Map([['Cleaning', 0.6]])]]) }],
};
const settings = { facets: ['category', 'availability'], learned: { table, strength: 'strong' } } as const;

describe('with a learned table', () => {
  const { search } = searchedItems(shelf, settings);
  const ask = async (...of: Parameters<typeof search>) => (await search(...of)).hits.map(({ id }) => id);

  test('puts the item first that visitors chose, and the one last that they did not', async () => {
    const found = await ask('kettle');
    expect([found[0], found.at(-1)]).toEqual(['i3', 'i1']);
  });

  test('does so while the query is typed', async () => {
    expect((await ask('kett'))[0]).not.toBe('i3');
    expect((await ask('kett', { isTyping: true }))[0]).toBe('i3');
  });

  test('does so for inflections of the query', async () => {
    expect((await ask('kettles'))[0]).toBe('i3');
  });

  test('raises a category that visitors chose after a word, in queries that nobody asked before', async () => {
    const [before, after] = [await searchPlain('steel kettle'), await ask('steel kettle')];
    expect(after.indexOf('i2')).toBeLessThan(before.indexOf('i2'));
  });

  test('changes nothing in quotes, in an order by a field, and without words', async () => {
    expect(await ask('"kettle"')).toEqual(await searchPlain('"kettle"'));
    const sort = [{ field: 'price', order: 'asc' as const }];
    expect(await ask('kettle', { sort })).toEqual(['i1', 'i2', 'i0', 'i3']);
    expect(await ask('')).toEqual(await searchPlain(''));
  });

  test('keeps promoted items first and hidden ones out', async () => {
    const curation: Rule = { stage: 'curations', apply: (draft) => ({ ...draft, promoted: ['i1'], hidden: ['i0'] }) };
    expect(await ask('kettle', {}, [curation])).toEqual(['i1', 'i3', 'i2']);
  });

  const plain = searchedItems(shelf, { facets: ['category', 'availability'] });
  const searchPlain = async (query: string) => (await plain.search(query)).hits.map(({ id }) => id);
});

describe('in a collection that puts items in stock first', () => {
  const { search } = searchedItems(shelf, { ...settings, putsInStockFirst: true });

  test('never moves an item out of stock past one in stock', async () => {
    expect((await search('kettle')).hits.at(-1)!.id).toBe('i3');
  });
});

test('scores a hit by how its categories agree with the first hits, against the average agreement', () => {
  const often = Array.from({ length: 9 }, () => ['a']);
  const [usual, , , , , , , , , rare, none] = agreementOf([...often, ['b'], []]);
  expect(usual).toBeCloseTo(0.9 - 0.82);
  expect(rare).toBeCloseTo(0.1 - 0.82);
  expect(none).toBe(0);
});

import { describe, expect, test } from 'vitest';
import type { Boost } from '#engine/plan.ts';
import type { Rule } from '#engine/query/pipeline.ts';
import { requestOf, searchedItems } from '#engine/testing/searched-items.ts';
import { analyserOf } from './analysis/analyser.ts';
import { draftQuery } from './query-draft.ts';
import { planFor } from './query-plan.ts';

const shelf = [
  { name: 'Steel bottle', availability: 'out_of_stock' },
  { name: 'Steel bottle', availability: 'in_stock' },
  { name: 'Steel vacuum bottle 750 ml', availability: 'out_of_stock' },
  { name: 'Plastic vacuum bottle 500 ml', availability: 'in_stock' },
  { name: 'Glass bottle', availability: 'preorder' },
];

describe('in a collection that puts items in stock first', () => {
  const { search, relevance } = searchedItems(shelf, { facets: ['availability'], putsInStockFirst: true });
  const ask = async (query: string) => (await search(query)).hits.map(({ id }) => id);

  test('ranks an item out of stock after an equal one in stock', async () => {
    expect((await ask('steel bottle')).slice(0, 2)).toEqual(['i1', 'i0']);
  });

  test('keeps an item that has all words of a precise query first, though it is out of stock', async () => {
    expect((await ask('steel vacuum bottle 750 ml'))[0]).toBe('i2');
  });

  test('lists items out of stock last when there is no query', async () => {
    expect(new Set((await ask('')).slice(-2))).toEqual(new Set(['i0', 'i2']));
  });

  test('changes nothing in an order by a field', () => {
    const sorted = { sort: [{ field: 'name', order: 'asc' as const }] };
    const { boosts } = planFor(draftQuery(analyserOf('en'), [], 'bottle'), relevance, requestOf('bottle', sorted));
    expect(boosts).toEqual([]);
  });

  test('keeps the list of boosts the same, so that engines remember what it does', () => {
    const own: readonly Boost[] = [{ kind: 'value', field: 'name', anyOf: ['x'], factor: 2 }];
    const rule: Rule = { stage: 'boosts', apply: (draft) => ({ ...draft, boosts: own }) };
    const fields = { ...relevance.fields, name: { ...relevance.fields['name']!, boostable: true } };
    const planned = () => planFor(draftQuery(analyserOf('en'), [rule], 'bottle'), { ...relevance, fields }, requestOf('bottle'));
    expect(planned().boosts).toBe(planned().boosts);
    expect(planned().boosts.map(({ field }) => field)).toEqual(['name', 'availability']);
  });
});

describe('without a field that says what is in stock', () => {
  const { relevance } = searchedItems([{ name: 'Steel bottle' }], { putsInStockFirst: true });
  test('ranks as without the setting', () => {
    expect(planFor(draftQuery(analyserOf('en'), [], 'bottle'), relevance, requestOf('bottle')).boosts).toEqual([]);
  });
});

describe('without a query', () => {
  const sold = [
    { name: 'Almanac', availability: 'in_stock', popularity: 0 },
    { name: 'Bowl', availability: 'in_stock', popularity: 3 },
    { name: 'Cup', availability: 'out_of_stock', popularity: 200 },
    { name: 'Dish', availability: 'in_stock', popularity: 190 },
  ];
  const { search, relevance } = searchedItems(sold, { facets: ['availability'], putsInStockFirst: true });
  const boostsFor = (query: string, own: readonly Boost[]) => {
    const rule: Rule = { stage: 'boosts', apply: (draft) => ({ ...draft, boosts: own }) };
    const fields = { ...relevance.fields, popularity: { ...relevance.fields['popularity']!, boostable: true } };
    return planFor(draftQuery(analyserOf('en'), [rule], query), { ...relevance, fields }, requestOf(query)).boosts;
  };

  test('ranks the most popular items first', async () => {
    expect((await search('')).hits.map(({ id }) => id)).toEqual(['i3', 'i2', 'i1', 'i0']);
  });

  test('leaves the order to the shop’s own boost, and a query to its words', () => {
    const own: Boost = { kind: 'functional', field: 'popularity', curve: 'linear', operation: 'add', factor: 2 };
    expect(boostsFor('', [own]).map(({ field }) => field)).toEqual(['popularity', 'availability']);
    expect(boostsFor('bowl', []).map(({ field }) => field)).toEqual(['availability']);
  });
});

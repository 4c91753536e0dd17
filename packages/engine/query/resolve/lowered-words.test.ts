import { describe, expect, test } from 'vitest';
import type { DatedRequest } from '#engine/query/pipeline.ts';
import { searchedItems } from '#engine/testing/searched-items.ts';

const bikes = ['Bike with lights, lights', 'Bike without lights', 'Red bike', 'Lights'].map((name, at) => ({
  name,
  code: `C${at}`,
}));
const listen = { name: 'Listen Without Prejudice Vol. 1', code: 'C9' };

describe('in a collection where unwanted words lower', () => {
  const search = searchedItems([...bikes, listen], { lowersUnwanted: true });
  const ask = async (query: string, more: Partial<DatedRequest> = {}) =>
    (await search(query, more)).hits.map(({ item }) => String(item.fields['name']));

  test('items that have what somebody wants to do without come last', async () => {
    const found = await ask('bike without lights');
    expect(found.at(-1)).toBe('Bike with lights, lights');
    expect(new Set(found)).toEqual(new Set(['Bike with lights, lights', 'Bike without lights', 'Red bike']));
  });

  test('a minus leaves items out', async () => {
    expect(new Set(await ask('bike -lights'))).toEqual(new Set(['Red bike']));
  });

  test('nothing is lowered where a field gives the order: such items are left out', async () => {
    const found = await ask('bike without lights', { sort: [{ field: 'name', order: 'asc' }] });
    expect(new Set(found)).toEqual(new Set(['Bike without lights', 'Red bike']));
  });

  test('a negation that is part of a name is none', async () => {
    const { hits, trace } = await search('listen without prejudice');
    expect(hits[0]?.item.fields['name']).toBe(listen.name);
    expect(trace.map(({ step }) => step)).not.toContain('negation');
  });

  test('a query of nothing but unwanted words gives everything, and what has them last', async () => {
    const found = await ask('without red ');
    expect(found).toHaveLength(5);
    expect(found.at(-1)).toBe('Red bike');
  });
});

describe('in a collection as it is made', () => {
  const search = searchedItems(bikes);

  test('items with unwanted words are left out', async () => {
    const { hits } = await search('bike without lights');
    expect(new Set(hits.map(({ item }) => item.fields['name']))).toEqual(new Set(['Bike without lights', 'Red bike']));
  });
});

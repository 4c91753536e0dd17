import { afterAll, beforeAll, expect, it } from 'vitest';
import { curations, findCatalogueItems } from '#features/search-settings/curations/curations.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { addOwnRule } from '#testing/own-rule.ts';
import { type SampleShop, startSampleShop } from '#testing/test-app.ts';

let shop: SampleShop;
let hidden: readonly string[] = [];
beforeAll(async () => {
  shop = await startSampleShop();
  addOwnRule(shop.server.app.releases, { stage: 'curations', apply: (draft) => ({ ...draft, hidden }) });
});
afterAll(() => shop.close());

const ask = async (input: { readonly q?: string; readonly ids?: string[]; readonly limit?: number }) => {
  const { data } = await shop.server.call(shop.owner, findCatalogueItems, { c: shop.owner.collectionId, ...input });
  return { ids: data!.items.map(({ id }) => id), unknown: data!.unknown_ids, items: data!.items };
};
const find = async (q: string) => {
  const { data } = await shop.server.call(shop.owner, testQuery, { c: shop.owner.collectionId, q, per_page: 3 });
  return data!.items.map(({ id }) => id);
};

it('items are found by id, EAN and name, with the fields that people know them by', async () => {
  const [first = '', second = ''] = await find('kettle');
  expect((await ask({ q: ` ${second} ` })).ids[0]).toBe(second);
  const { data: byQuery } = await shop.server.call(shop.owner, testQuery, {
    c: shop.owner.collectionId,
    q: 'kettle',
    per_page: 3,
  });
  const { ean } = byQuery!.items.find(({ id }) => id === first) as { ean?: string };
  expect(ean).toMatch(/^\d{13}$/);
  expect((await ask({ q: ean! })).ids[0]).toBe(first);
  const { ids, items } = await ask({ q: 'kettle', limit: 3 });
  expect(ids).toContain(first);
  expect(ids).toHaveLength(3);
  expect(Object.keys(items[0]!).toSorted()).toEqual(
    expect.arrayContaining(['availability', 'brand', 'currency', 'id', 'image', 'name', 'price']),
  );
  expect(items[0]).not.toHaveProperty('description');
});

it('items can be added even if a curation hides them or a replacing term replaces the query', async () => {
  const [first = ''] = await find('kettle');
  hidden = [first];
  await shop.server.call(shop.owner, fixits.create, { term: 'kettle', is_regexp: false, catalog_term: 'https://shop.example' });
  try {
    expect((await ask({ q: 'kettle' })).ids).toContain(first);
    expect(await find('kettle')).toEqual([]);
  } finally {
    hidden = [];
  }
});

it('a list of ids answers known items in its order, each once, and the unknown ids', async () => {
  const [first = '', second = ''] = await find('garden gloves');
  expect(await ask({ ids: [second, 'no-such', first, second] })).toMatchObject({ ids: [second, first], unknown: ['no-such'] });
});

it.each([{ query: 'lawn mower' }, { query: '*mow|er*' }, { query: '\\grass' }, { query: 'grass', match: 'contains' }] as const)(
  'reads back the condition %j that it wrote to a file',
  (condition) => {
    const { write, read } = curations.flat.queries!;
    expect(read(write(condition))).toEqual(condition);
  },
);

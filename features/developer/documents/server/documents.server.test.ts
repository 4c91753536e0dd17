import { expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { testQuery } from '#contract/test-query.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { listDocuments, listFieldValues, readDocument } from '#features/developer/documents/documents.contract.ts';

const server = await sharedServer();
const owner = await server.shop();

async function list(input: Partial<InputOf<typeof listDocuments>> = {}) {
  const { data, msg } = await server.call(owner, listDocuments, { id: owner.collectionId, per_page: 100, ...input });
  if (!data) throw new Error(msg);
  return data;
}
const codePoints = (a: string, b: string): number => (a < b ? -1 : 1);

test('the pages of the list hold every item once, in the order of ids', async () => {
  const first = await list();
  const ids = first.items.map(({ id }) => id);
  for (let page = 2; page <= first.total_pages; page += 1) ids.push(...(await list({ page })).items.map(({ id }) => id));
  expect(ids).toHaveLength(first.total_count);
  expect(new Set(ids).size).toBe(first.total_count);
  expect(ids).toEqual(ids.toSorted(codePoints));
  expect((await list({ page: first.total_pages + 1 })).items).toEqual([]);
});

test('rows hold the columns that were asked for, and a few telling ones otherwise', async () => {
  const { items, headers, columns } = await list({ per_page: 1 });
  expect(columns).toEqual(['brand', 'category', 'price', 'availability']);
  expect(Object.keys(items[0]?.fields ?? {}).toSorted()).toEqual(['availability', 'brand', 'category', 'image', 'name', 'price']);
  expect(headers).toContainEqual({ name: 'price', type: 'float', is_sortable: true });
  expect(headers).toContainEqual({ name: 'name', type: 'text', is_sortable: false });
  const asked = await list({ per_page: 1, columns: 'description,no-such-field,description' });
  expect(asked.columns).toEqual(['description']);
  expect(Object.keys(asked.items[0]?.fields ?? {}).toSorted()).toEqual(['description', 'image', 'name']);
});

test('the list is searched as the shop is, with each variant for itself', async () => {
  const { items, total_count } = await list({ search: 'kettle' });
  const shop = await server.call(owner, testQuery, { c: owner.collectionId, q: 'kettle', per_page: 100 });
  const found = shop.data?.items ?? [];
  expect(found.length).toBeGreaterThan(0);
  for (const { id } of found) expect(items.map((item) => item.id)).toContain(id);
  expect(total_count).toBe(found.reduce((sum, { variant_count }) => sum + variant_count, 0));
  expect((await list({ search: 'qqqqqqqq' })).items).toEqual([]);
});

test('the list is narrowed by a value or a range of a field, and sorted by it', async () => {
  const { data: brands } = await server.call(owner, listFieldValues, { id: owner.collectionId, field: 'brand' });
  const [most] = brands?.values ?? [];
  const ofBrand = await list({ field: 'brand', value: most?.value ?? '' });
  expect(ofBrand.total_count).toBe(most?.count);
  expect(new Set(ofBrand.items.map(({ fields }) => fields['brand']))).toEqual(new Set([most?.value]));
  const priced = await list({ field: 'price', from: 100, to: 200, sort: 'price', order: 'desc' });
  const prices = priced.items.map(({ fields }) => Number(fields['price']));
  expect(prices.length).toBeGreaterThan(1);
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  expect(Math.max(...prices)).toBeLessThanOrEqual(200);
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(100);
  const searched = await list({ search: 'kettle', field: 'price', from: 0, to: 1, sort: 'price' });
  expect(searched.total_count).toBe(0);
});

test('what can not be is refused in words', async () => {
  const call = (input: Partial<InputOf<typeof listDocuments>>) =>
    server.call(owner, listDocuments, { id: owner.collectionId, ...input });
  expect(await call({ field: 'price', value: 'cheap' })).toMatchObject({ status: 422, errors: [{ field: 'value' }] });
  expect(await call({ search: 'kettle', page: 600 })).toMatchObject({ status: 422, errors: [{ code: 'pageTooDeep' }] });
  expect((await call({ sort: 'no-such-field' })).status).toBe(200);
  const stranger = await server.emptyShop('stranger@documents.example');
  for (const endpoint of [listDocuments, listFieldValues, readDocument]) {
    const answer = await server.call(stranger, endpoint, { id: owner.collectionId, field: 'brand', item_id: 'x' } as never);
    expect(answer.status, endpoint.path).toBe(404);
  }
  expect((await server.call(owner, listFieldValues, { id: owner.collectionId, field: 'name' })).status).toBe(404);
});

test('an item is told with what was indexed of it', async () => {
  const [row] = (await list({ search: 'kettle', per_page: 1 })).items;
  const read = { id: owner.collectionId, item_id: row?.id ?? '' };
  const { data } = await server.call(owner, readDocument, read);
  expect(data?.fields).toMatchObject({ name: row?.fields['name'] });
  expect(String(data?.fields['description']).length).toBeGreaterThan(0);
  const [heaviest] = data?.indexed ?? [];
  expect(heaviest).toMatchObject({ name: 'name', is_searched: true, weight: 10, has_stems: true });
  expect(heaviest?.tokens.map(({ stem }) => stem)).toContain('kettl');
  const price = data?.indexed.find(({ name }) => name === 'price');
  expect(price).toMatchObject({ is_searched: false, is_sortable: true, tokens: [], token_count: 0 });
  expect(data?.change).toBeNull();
  expect((await server.call(owner, readDocument, { ...read, item_id: 'nothing' })).status).toBe(404);
});

test('an item of the sample shop has the record that it was made of', async () => {
  const [row] = (await list({ search: 'kettle', per_page: 1 })).items;
  const { data } = await server.call(owner, readDocument, { id: owner.collectionId, item_id: row?.id ?? '' });
  expect(data?.record).toMatchObject({ feed_id: owner.feedId, line: null });
  expect(data?.record?.fields).toContainEqual({ name: 'name', value: row?.fields['name'], becomes: ['name'] });
});

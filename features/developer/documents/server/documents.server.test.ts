import { expect, test, beforeAll, describe } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { testQuery } from '#contract/test-query.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  listDocuments,
  listFieldValues,
  readDocument,
  addAisleDocument,
  updateAisleDocument,
  listAisleDocuments,
  removeAisleDocument,
  type ItemInput,
} from '#features/developer/documents/documents.contract.ts';
import { changeItems } from '#features/data/item-api/server/item-changes.service.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import type { Actor } from '#testing/test-app.ts';

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
  expect(Object.keys(items[0]?.fields ?? {}).toSorted()).toEqual([
    'availability',
    'brand',
    'category',
    'currency',
    'image',
    'name',
    'price',
  ]);
  expect(headers).toContainEqual({ name: 'price', type: 'float', is_sortable: true });
  expect(headers).toContainEqual({ name: 'name', type: 'text', is_sortable: false });
  const asked = await list({ per_page: 1, columns: 'description,no-such-field,description' });
  expect(asked.columns).toEqual(['description']);
  expect(Object.keys(asked.items[0]?.fields ?? {}).toSorted()).toEqual(['currency', 'description', 'image', 'name']);
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

test('the list is narrowed by a value of a field, and sorted by another', async () => {
  const { data: brands } = await server.call(owner, listFieldValues, { id: owner.collectionId, field: 'brand' });
  const [most] = brands?.values ?? [];
  const ofBrand = await list({ field: 'brand', value: most?.value ?? '' });
  expect(ofBrand.total_count).toBe(most?.count);
  expect(new Set(ofBrand.items.map(({ fields }) => fields['brand']))).toEqual(new Set([most?.value]));
  const sorted = await list({ field: 'brand', value: most?.value ?? '', sort: 'price', order: 'desc' });
  const prices = sorted.items.map(({ fields }) => Number(fields['price']));
  expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  expect((await list({ search: 'kettle', field: 'price', value: '-1' })).total_count).toBe(0);
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

interface Shop {
  readonly actor: Actor;
  readonly id: number;
}

const sample = await server.shop();
let sampleShop: Shop;
beforeAll(async () => {
  sampleShop = { actor: sample, id: sample.collectionId };
});

/** A new project without items. */
async function emptyShop(): Promise<Shop> {
  const { data } = await server.call(sample, createProject, { name: 'Sent', language: 'en', data_source: 'aisle_api' });
  return { actor: { token: sample.token, project: data?.token ?? '' }, id: data?.collection_id ?? 0 };
}

const listOwn = async ({ actor, id }: Shop, search = '', only: 'all' | 'changed' = 'all') => {
  const { data, msg } = await server.call(actor, listAisleDocuments, { id, search, only, per_page: 100 });
  if (!data) throw new Error(msg);
  return data;
};
const add = ({ actor, id }: Shop, input: ItemInput) => server.call(actor, addAisleDocument, { id, ...input });
const update = ({ actor, id }: Shop, input: ItemInput) => server.call(actor, updateAisleDocument, { id, ...input });
const remove = ({ actor, id }: Shop, item_id: string) => server.call(actor, removeAisleDocument, { id, item_id });
const readOwn = async ({ actor, id }: Shop, item_id: string) => (await server.call(actor, readDocument, { id, item_id })).data;
const found = async ({ actor, id }: Shop, q: string) =>
  ((await server.call(actor, testQuery, { c: id, q })).data?.items ?? []).map((item) => item.id);

describe('an item that is added by hand', () => {
  test('is found at once, also as the first of its collection', async () => {
    const shop = await emptyShop();
    expect((await listOwn(shop)).items).toEqual([]);
    expect((await add(shop, { item_id: 'lamp', fields: { name: 'Desk lamp', price: 590 } })).status).toBe(200);
    expect(await found(shop, 'lamp')).toEqual(['lamp']);
    const again = await add(shop, { item_id: 'lamp', fields: { name: 'Other' } });
    expect(again).toMatchObject({ status: 409, errors: [{ field: 'item_id', code: 'alreadyUsed' }] });
  });

  test('is changed and deleted by hand, with its newest change', async () => {
    const shop = await emptyShop();
    await add(shop, { item_id: 'lamp', fields: { name: 'Desk lamp', price: 590, colours: ['red'] } });
    expect((await listOwn(shop)).items).toMatchObject([
      { id: 'lamp', origin: 'user', change: { kind: 'created', by: 'user', person: 'Test Person' } },
    ]);
    await update(shop, { item_id: 'lamp', fields: { name: 'Floor lamp', price: 590 } });
    expect(await found(shop, 'floor')).toEqual(['lamp']);
    expect(await found(shop, 'desk')).toEqual([]);
    expect((await readOwn(shop, 'lamp'))?.change).toMatchObject({ kind: 'updated' });
    expect((await remove(shop, 'lamp')).data?.fields).toEqual({ name: 'Floor lamp', price: 590 });
    expect((await listOwn(shop)).items).toEqual([]);
    expect((await remove(shop, 'lamp')).status).toBe(404);
    expect((await update(shop, { item_id: 'lamp', fields: {} })).status).toBe(404);
    // The fields of the answer bring it back.
    expect((await add(shop, { item_id: 'lamp', fields: { name: 'Floor lamp', price: 590 } })).status).toBe(200);
    expect(await found(shop, 'floor')).toEqual(['lamp']);
  });

  test('is refused with its field when a value does not fit', async () => {
    const shop = await emptyShop();
    await add(shop, { item_id: 'lamp', fields: { name: 'Desk lamp', stock: 4 } });
    const wrong = { name: 'Lamp', stock: 'many', price: -1, url: 'ftp://x' };
    const answer = await update(shop, { item_id: 'lamp', fields: wrong });
    expect(answer.status).toBe(422);
    expect(answer.errors.map(({ field, code }) => `${field} ${code}`).toSorted()).toEqual([
      'fields.price valueNotFitting',
      'fields.stock valueNotFitting',
      'fields.url notWebAddress',
    ]);
    expect((await readOwn(shop, 'lamp'))?.fields).toEqual({ name: 'Desk lamp', stock: 4 });
    expect((await add(shop, { item_id: ' ', fields: {} })).status).toBe(422);
  });
});

describe('the list', () => {
  test('holds all items of a collection that its own feed fills, and who changed them', async () => {
    const { items, total_count, other_feed } = await listOwn(sampleShop);
    expect(other_feed).toBe('');
    expect(total_count).toBeGreaterThan(100);
    expect(items[0]).toMatchObject({ origin: 'feed', change: null });
    const [first] = items;
    const whole = await readOwn(sampleShop, first?.id ?? '');
    const fields = { ...whole?.fields, name: 'Renamed by hand' };
    expect((await update(sampleShop, { item_id: first?.id ?? '', fields })).status).toBe(200);
    const changed = (await listOwn(sampleShop, 'renamed')).items;
    expect(changed).toMatchObject([{ id: first?.id, origin: 'feed', change: { by: 'user' } }]);
    expect((await listOwn(sampleShop, '', 'changed')).items.map((item) => item.id)).toEqual([first?.id]);
    expect((await readOwn(sampleShop, first?.id ?? ''))?.fields).toEqual(fields);
  });

  test('holds only what came another way where the feed of another system fills the collection', async () => {
    const other = await server.owner('other@aisle-documents.example');
    await server.imported(other, other.feedId);
    const shop = { actor: other, id: other.collectionId };
    await server.app.db.updateTable('feed').set({ data_source: 'google' }).where('id', '=', other.feedId).execute();
    expect(await listOwn(shop)).toMatchObject({ items: [], other_feed: 'Sample shop' });
    const fields = { name: 'By API' };
    const put = { kind: 'put', item: { id: 'api-1', fields } } as const;
    await changeItems(server.app, { id: other.projectId }, other.collectionId, [put], { by: 'api', run: 'monday' });
    await add(shop, { item_id: 'hand-1', fields: { name: 'Příklad by hand' } });
    expect((await listOwn(shop)).items.map(({ id, origin }) => `${id} ${origin}`)).toEqual(['hand-1 user', 'api-1 api']);
    expect((await listOwn(shop, 'priklad')).items.map(({ id }) => id)).toEqual(['hand-1']);
    expect((await listOwn(shop)).items[1]?.change).toMatchObject({ by: 'api', generation: 'monday', person: '' });
  });
});

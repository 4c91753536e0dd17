import { beforeAll, describe, expect, test } from 'vitest';
import { testQuery } from '#contract/test-query.ts';
import { changeItems } from '#features/data/item-api/server/item-changes.service.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import type { Actor } from '#testing/test-app.ts';
import {
  addAisleDocument,
  listAisleDocuments,
  removeAisleDocument,
  updateAisleDocument,
  type ItemInput,
} from '#features/developer/documents/aisle-documents.contract.ts';
import { readDocument } from '#features/developer/documents/documents.contract.ts';

interface Shop {
  readonly actor: Actor;
  readonly id: number;
}
const server = await sharedServer();
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

const list = async ({ actor, id }: Shop, search = '', only: 'all' | 'changed' = 'all') => {
  const { data, msg } = await server.call(actor, listAisleDocuments, { id, search, only, per_page: 100 });
  if (!data) throw new Error(msg);
  return data;
};
const add = ({ actor, id }: Shop, input: ItemInput) => server.call(actor, addAisleDocument, { id, ...input });
const update = ({ actor, id }: Shop, input: ItemInput) => server.call(actor, updateAisleDocument, { id, ...input });
const remove = ({ actor, id }: Shop, item_id: string) => server.call(actor, removeAisleDocument, { id, item_id });
const read = async ({ actor, id }: Shop, item_id: string) => (await server.call(actor, readDocument, { id, item_id })).data;
const found = async ({ actor, id }: Shop, q: string) =>
  ((await server.call(actor, testQuery, { c: id, q })).data?.items ?? []).map((item) => item.id);

describe('an item that is added by hand', () => {
  test('is found at once, also as the first of its collection', async () => {
    const shop = await emptyShop();
    expect((await list(shop)).items).toEqual([]);
    expect((await add(shop, { item_id: 'lamp', fields: { name: 'Desk lamp', price: 590 } })).status).toBe(200);
    expect(await found(shop, 'lamp')).toEqual(['lamp']);
    const again = await add(shop, { item_id: 'lamp', fields: { name: 'Other' } });
    expect(again).toMatchObject({ status: 409, errors: [{ field: 'item_id', code: 'alreadyUsed' }] });
  });

  test('is changed and deleted by hand, and each time its newest change is told', async () => {
    const shop = await emptyShop();
    await add(shop, { item_id: 'lamp', fields: { name: 'Desk lamp', price: 590, colours: ['red'] } });
    expect((await list(shop)).items).toMatchObject([
      { id: 'lamp', origin: 'user', change: { kind: 'created', by: 'user', person: 'Test Person', before: {} } },
    ]);
    await update(shop, { item_id: 'lamp', fields: { name: 'Floor lamp', price: 590 } });
    expect(await found(shop, 'floor')).toEqual(['lamp']);
    expect(await found(shop, 'desk')).toEqual([]);
    const { change } = (await read(shop, 'lamp')) ?? {};
    expect(change).toMatchObject({ kind: 'updated', after: { name: 'Floor lamp' } });
    expect(change?.before).toEqual({ name: 'Desk lamp', colours: 'red' });
    expect((await remove(shop, 'lamp')).data?.fields).toEqual({ name: 'Floor lamp', price: 590 });
    expect((await list(shop)).items).toEqual([]);
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
    expect((await read(shop, 'lamp'))?.fields).toEqual({ name: 'Desk lamp', stock: 4 });
    expect((await add(shop, { item_id: ' ', fields: {} })).status).toBe(422);
  });
});

describe('the list', () => {
  test('holds all items of a collection that its own feed fills, and who changed them', async () => {
    const { items, total_count, other_feed } = await list(sampleShop);
    expect(other_feed).toBe('');
    expect(total_count).toBeGreaterThan(100);
    expect(items[0]).toMatchObject({ origin: 'feed', change: null });
    const [first] = items;
    const whole = await read(sampleShop, first?.id ?? '');
    const fields = { ...whole?.fields, name: 'Renamed by hand' };
    expect((await update(sampleShop, { item_id: first?.id ?? '', fields })).status).toBe(200);
    const changed = (await list(sampleShop, 'renamed')).items;
    expect(changed).toMatchObject([
      { id: first?.id, origin: 'feed', change: { by: 'user', after: { name: 'Renamed by hand' } } },
    ]);
    expect((await list(sampleShop, '', 'changed')).items.map((item) => item.id)).toEqual([first?.id]);
    // Nothing but the name has changed.
    expect(Object.keys(changed[0]?.change?.after ?? {})).toEqual(['name']);
    expect((await read(sampleShop, first?.id ?? ''))?.fields).toEqual(fields);
  });

  test('holds only what came another way where the feed of another system fills the collection', async () => {
    const other = await server.owner('other@aisle-documents.example');
    await server.imported(other, other.feedId);
    const shop = { actor: other, id: other.collectionId };
    await server.app.db.updateTable('feed').set({ data_source: 'google' }).where('id', '=', other.feedId).execute();
    expect(await list(shop)).toMatchObject({ items: [], other_feed: 'Sample shop' });
    const fields = { name: 'By API' };
    const put = { kind: 'put', item: { id: 'api-1', fields } } as const;
    await changeItems(server.app, { id: other.projectId }, other.collectionId, [put], { by: 'api', run: 'monday' });
    await add(shop, { item_id: 'hand-1', fields: { name: 'Příklad by hand' } });
    expect((await list(shop)).items.map(({ id, origin }) => `${id} ${origin}`)).toEqual(['hand-1 user', 'api-1 api']);
    expect((await list(shop, 'priklad')).items.map(({ id }) => id)).toEqual(['hand-1']);
    expect((await list(shop)).items[1]?.change).toMatchObject({ by: 'api', generation: 'monday', person: '' });
  });
});

test('what is kept of a change is bounded', async () => {
  const shop = await emptyShop();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field_${at}`, 'x'.repeat(1000)]));
  await add(shop, { item_id: 'big', fields: { name: 'Big', ...many } });
  const { change } = (await read(shop, 'big')) ?? {};
  expect(JSON.stringify(change).length).toBeLessThan(20_000);
  expect(Object.keys(change?.after ?? {})).toHaveLength(40);
});

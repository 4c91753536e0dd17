import { afterAll, beforeAll, expect, test } from 'vitest';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import type { Actor } from '#testing/test-app.ts';
import { type SampleShop, startSampleShop } from '#testing/sample-shop.ts';
import { findItems, quickSearchItems, readItem } from './quick-search.contract.ts';

let shop: SampleShop;
/** A member of no group. */
let member: Actor;
let c: number;
beforeAll(async () => {
  shop = await startSampleShop();
  const { app } = shop.server;
  const signedUp = await shop.server.signUp('member@example.com');
  const { id } = await app.db.selectFrom('user').select('id').where('email', '=', 'member@example.com').executeTakeFirstOrThrow();
  await app.db
    .insertInto('member')
    .values({ project_id: shop.owner.projectId, user_id: id, is_owner: 0, user_groups: '[]' })
    .execute();
  member = { token: signedUp.token, project: shop.owner.project };
  c = shop.owner.collectionId;
});
afterAll(() => shop.close());

const find = async (q: string) => (await shop.server.call(member, findItems, { c, q })).data ?? [];

test('every member finds items by words and by their id, also those that a curation hides', async () => {
  const [first, second] = await find('kettle');
  expect(await find('')).toHaveLength(quickSearchItems);
  expect((await find(second!.id))[0]?.id).toBe(second!.id);
  const hidden = {
    name: 'Kettles',
    c,
    queries: [{ query: 'kettle', match: 'is' as const }],
    promoted: [],
    hidden: [{ id: first!.id }],
  };
  expect((await shop.server.call(shop.owner, curations.create, hidden)).status).toBe(200);
  await shop.server.regenerated(shop.owner);
  expect((await find('kettle')).map(({ id }) => id)).toContain(first!.id);
});

test('an item is read with what customers see of it, and nothing else', async () => {
  const [item] = await find('kettle');
  const { data } = await shop.server.call(member, readItem, { c, id: item!.id });
  expect(data).toMatchObject({ id: item!.id, name: item!['name'] });
  expect(String(data?.['url'])).toMatch(/^https?:/);
  const known = [
    'availability',
    'brand',
    'category',
    'currency',
    'description',
    'ean',
    'id',
    'image',
    'name',
    'price',
    'price_before',
    'product_code',
    'url',
  ];
  expect(Object.keys(data!).filter((name) => !known.includes(name))).toEqual([]);
  expect((await shop.server.call(member, readItem, { c, id: 'gone' })).errors[0]).toMatchObject({ code: 'notFound' });
});

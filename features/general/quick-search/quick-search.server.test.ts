import { beforeAll, expect, test } from 'vitest';
import { curations } from '#features/search-settings/curations/curations.contract.ts';
import type { Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { findItems, quickSearchItems, readItem } from './quick-search.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
/** A member of no group. */
let member: Actor;
let c: number;
beforeAll(async () => {
  const { app } = server;
  const signedUp = await server.signUp('member@quick-search.example');
  const { id } = await app.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'member@quick-search.example')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('member')
    .values({ project_id: owner.projectId, user_id: id, is_owner: 0, user_groups: '[]' })
    .execute();
  member = { token: signedUp.token, project: owner.project };
  c = owner.collectionId;
});

const find = async (q: string) => (await server.call(member, findItems, { c, q })).data ?? [];

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
  expect((await server.call(owner, curations.create, hidden)).status).toBe(200);
  await server.regenerated(owner);
  expect((await find('kettle')).map(({ id }) => id)).toContain(first!.id);
});

test('an item is read with what customers see of it, and nothing else', async () => {
  const [item] = await find('kettle');
  const { data } = await server.call(member, readItem, { c, id: item!.id });
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
  expect((await server.call(member, readItem, { c, id: 'gone' })).errors[0]).toMatchObject({ code: 'notFound' });
});

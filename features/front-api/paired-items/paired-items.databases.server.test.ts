import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { putItems } from '#features/data/item-api/item-api.contract.ts';
import { authorize, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { eventStore } from '#features/front-api/events/server/events.store.ts';
import { countItemPairs } from '#server/stats/item-pairs.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { frontAlsoViewed, frontBoughtTogether } from './paired-items.contract.ts';

const server = await sharedServer();
const { db } = server.app;
const shop = await server.emptyShop('together@example.com');
const never = new AbortController().signal;
let day: string;

/** Each visitor's purchases on one day that is over. */
const buy = (orders: Readonly<Record<string, readonly string[]>>, on = day, type: 'purchase' | 'click' = 'purchase') =>
  eventStore(db).add(
    Object.entries(orders).flatMap(([visitor, ids]) =>
      ids.map((itemId, at) => ({
        eventId: `${on} ${type} ${visitor} ${at}`,
        projectId: shop.projectId,
        collectionId: shop.collectionId,
        day: on,
        type,
        itemId,
        happenedAt: Date.parse(on),
        queryId: null,
        position: null,
        quantity: 1,
        price: null,
        currency: null,
        visitor,
      })),
    ),
  );
const idsWith = async (id: string, limit?: number, call: typeof frontBoughtTogether = frontBoughtTogether) => {
  const { data } = await server.call({}, call, { token: shop.project, id, ...(limit !== undefined && { limit }) });
  return data?.items.map((item) => item.id);
};
const many = Array.from({ length: 21 }, (_, at) => `many${at}`);

beforeAll(async () => {
  day = addDays(await todayOf(server, shop.projectId), -5);
  const { data: credentials } = await server.call(shop, rotateSecret, {});
  const { data: bearer } = await server.call({}, authorize, credentials!);
  const items = ['pan', 'lid', 'bag', 'mug', 'new', 'lone', ...many].map((id) => ({ id, name: id }));
  await server.call({ bearer: bearer!.token }, putItems, { items });
  await buy({
    ann: ['pan', 'lid', 'bag', 'pan'],
    bob: ['pan', 'lid', 'bag'],
    eve: ['lid', 'pan', 'bag', 'mug'],
    ivy: ['pan', 'mug'],
    // Bought with everything, so it goes with nothing in particular.
    ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`other${at}`, ['bag']])),
    // No person buys this much: a server reports all orders as one visitor.
    ...Object.fromEntries([1, 2, 3].map((at) => [`server${at}`, ['pan', ...many]])),
  });
  await buy({ ann: ['pan', 'new'], bob: ['pan', 'new'], eve: ['pan', 'new'] }, addDays(day, 3));
  const viewers = ['ann', 'bob', 'eve'];
  await buy(Object.fromEntries(viewers.map((name) => [name, ['pan', 'lone', 'mug', 'lone']])), day, 'click');
  // Everybody looks at it, so it goes with nothing in particular.
  await buy(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`other${at}`, ['mug']])), day, 'click');
  await buy({ one: ['pan', 'bag'], two: ['pan', 'bag'], bot: ['pan', ...many] }, day, 'click');
  await countItemPairs(db, never);
  await countItemPairs(db, never);
});

test('lists what three customers or more bought with an item, before what everyone buys', async () => {
  expect(await idsWith('pan')).toEqual(['lid', 'bag']);
  expect(await idsWith('pan', 1)).toEqual(['lid']);
  expect(await idsWith('lid')).toEqual(['pan', 'bag']);
});

test('lists what three visitors or more viewed with an item, apart from purchases', async () => {
  expect(await idsWith('pan', undefined, frontAlsoViewed)).toEqual(['lone', 'mug']);
  expect(await idsWith('lid', undefined, frontAlsoViewed)).toEqual([]);
});

test('an item that fewer bought with the same other one has none', async () => {
  for (const id of ['mug', 'lone', 'many1']) expect([id, await idsWith(id)]).toEqual([id, []]);
});

test('a visitor counts once on a day, however often it is counted, and a day that is not over waits', async () => {
  const rows = await db
    .selectFrom('bought_day')
    .innerJoin('event_day', 'event_day.id', 'day_id')
    .innerJoin('counted_name as item', 'item.id', 'item_id')
    .innerJoin('counted_name as other', 'other.id', 'with_id')
    .select(['item.name', 'other.name as other', 'visitor_count'])
    .where('event_day.project_id', '=', shop.projectId)
    .where('item.name', '=', 'pan')
    .where('visitor_count', '>', 0)
    .execute();
  expect(Object.fromEntries(rows.map(({ other, visitor_count: count }) => [other, count]))).toEqual({ lid: 3, bag: 3, mug: 2 });
});

test('an item that is not there is not found', async () => {
  expect(await server.call({}, frontBoughtTogether, { token: shop.project, id: 'boat' })).toMatchObject({ status: 404 });
});

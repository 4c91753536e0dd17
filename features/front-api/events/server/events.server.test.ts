import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs, dayOf } from '#contract/days.ts';
import { frontEvents, maximumEvents } from '#features/front-api/events/events.contract.ts';
import { frontTrending } from '#features/front-api/trending/trending.contract.ts';
import { zoneOf } from '#testing/shop-calls.ts';
import { addItemEvents } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { putItems } from '#features/data/item-api/item-api.contract.ts';
import { authorize, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';

const server = await sharedServer();
let token: string;
let projectId: number;
let collectionId: number;
let session: string;

let shopCount = 0;
beforeEach(async () => {
  shopCount += 1;
  const shop = await server.emptyShop(`shop${shopCount}@events.example`);
  [token, projectId, collectionId, session] = [shop.project, shop.projectId, shop.collectionId, shop.token];
  const { data: credentials } = await server.call(shop, rotateSecret, {});
  const { data: bearer } = await server.call({}, authorize, credentials!);
  const items = Array.from({ length: 5 }, (_, id) => ({ id: `lamp${id}`, name: `Lamp ${id}` }));
  const sent = await server.call({ bearer: bearer!.token }, putItems, { items });
  if (sent.status !== 200) throw new Error(sent.msg);
});

const send = (events: object[], more: object = {}) => server.call({}, frontEvents, { token, events: events as never, ...more });
const stored = () =>
  server.app.db.selectFrom('shop_event').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
const counts = async () => {
  const days = server.app.db.selectFrom('event_day').innerJoin('item_day', 'item_day.day_id', 'event_day.id');
  const rows = await days
    .innerJoin('counted_name', 'counted_name.id', 'item_day.item_id')
    .select(['name', 'item_day.impression', 'item_day.click', 'item_day.cart', 'item_day.purchase'])
    .where('event_day.project_id', '=', projectId)
    .execute();
  const all = rows.flatMap(({ name, ...of }) => Object.entries(of).map(([type, count]) => [`${type} ${name}`, count] as const));
  return Object.fromEntries(all.filter(([, count]) => count > 0));
};
const trending = async (limit?: number) =>
  (await server.call({}, frontTrending, { token, ...(limit !== undefined && { limit }) })).data!;

describe('an event', () => {
  test('is in the database when the call answers, whole, and without what names the visitor', async () => {
    const at = Date.now() - 60_000;
    const event = {
      id: 'e1',
      type: 'purchase',
      item_id: 'lamp1',
      query_id: 'q1',
      position: 3,
      quantity: 2,
      price: 9.5,
      currency: 'EUR',
      at,
    };
    expect((await send([event], { visitor: 'eva' })).data).toEqual({
      accepted_count: 1,
      ignored_count: 0,
      refused: [],
      without_amount: [expect.objectContaining({ index: 0, code: 'currencyUnknown' })],
    });
    const [row] = await stored();
    const { visitor, id: _, ...rest } = row!;
    expect(rest).toEqual({
      project_id: projectId,
      collection_id: collectionId,
      event_id: 'e1',
      type: 'purchase',
      item_id: 'lamp1',
      query_id: 'q1',
      position: 3,
      quantity: 2,
      price: 9.5,
      currency: 'EUR',
      happened_at: at,
      day: dayOf(at, await zoneOf(server, projectId)),
      looks_left: 10,
      amount: null,
    });
    expect(visitor).toMatch(/^[\w-]{16}$/);
    expect(await counts()).toEqual({ 'purchase lamp1': 1 });
  });

  test('that is sent again, also at once and together, is taken once', async () => {
    const event = { id: 'again', type: 'click', item_id: 'lamp1' };
    const answers = await Promise.all([send([event, event]), send([event]), send([event])]);
    for (const { data } of answers) expect(data!.refused).toEqual([]);
    await send([event]);
    expect(await stored()).toHaveLength(1);
    expect(await counts()).toEqual({ 'click lamp1': 1 });
  });

  test('about an item that is not there is refused by itself', async () => {
    const { data } = await send([
      { type: 'click', item_id: 'boat' },
      { type: 'click', item_id: 'lamp1' },
    ]);
    expect(data).toMatchObject({ accepted_count: 1, refused: [{ index: 0, code: 'itemUnknown' }] });
    expect((await stored()).map(({ item_id: id }) => id)).toEqual(['lamp1']);
  });

  test('happened now where the clock of the visitor says what can not be', async () => {
    const before = Date.now();
    await send(
      [before + dayMs, before - 10 * dayMs, Number.MAX_SAFE_INTEGER, -1].map((at) => ({ type: 'click', item_id: 'lamp1', at })),
    );
    const moments = (await stored()).map(({ happened_at: at }) => at);
    expect(moments).toHaveLength(4);
    for (const at of moments) expect(at >= before && at <= Date.now()).toBe(true);
  });

  test('of a bot or of somebody who is signed in is ignored', async () => {
    for (const headers of [{ 'user-agent': 'Googlebot/2.1' }, { 'x-session-token': session }]) {
      const payload = { events: [{ type: 'click', item_id: 'lamp1' }] };
      const response = await server.app.http.inject({ method: 'POST', url: `/front/events?token=${token}`, payload, headers });
      expect(response.json().data).toEqual({ accepted_count: 0, ignored_count: 1, refused: [], without_amount: [] });
    }
    expect(await stored()).toEqual([]);
  });

  test('that one address sends much too often is ignored after a while', async () => {
    const clicks = Array.from({ length: 60 }, () => ({ type: 'click', item_id: 'lamp1' }));
    const { data } = await send(clicks, { visitor: 'somebody else each time' });
    expect(data).toMatchObject({ accepted_count: 20, ignored_count: 40 });
  });
});

test.each([
  ['events.0.type', { type: 'dance', item_id: 'lamp1' }],
  ['events.0.item_id', { type: 'click' }],
  ['events.0.position', { type: 'click', item_id: 'lamp1', position: 0 }],
  ['events.0.price', { type: 'purchase', item_id: 'lamp1', price: -1 }],
  ['events.0.price', { type: 'purchase', item_id: 'lamp1', price: '12' }],
  ['events.0.price', { type: 'purchase', item_id: 'lamp1', price: 10_000_000_001 }],
  ['events.0.price', { type: 'purchase', item_id: 'lamp1', price: 200_000, quantity: 100_000 }],
  ['events.0.quantity', { type: 'purchase', item_id: 'lamp1', price: 1, quantity: 1.5 }],
  ['events.0.currency', { type: 'purchase', item_id: 'lamp1', currency: 'euro' }],
])('what is wrong in %s is told, and nothing is stored', async (field, event) => {
  expect(await send([event, { type: 'click', item_id: 'lamp1' }])).toMatchObject({ status: 422, errors: [{ field }] });
  expect(await stored()).toEqual([]);
});

test('a price that is no finite number is refused by its field', async () => {
  const payload = '{"events":[{"type":"purchase","item_id":"lamp1","price":1e999}]}';
  const address = { method: 'POST', url: `/front/events?token=${token}` } as const;
  const response = await server.app.http.inject({ ...address, payload, headers: { 'content-type': 'text/plain' } });
  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toMatchObject([{ field: 'events.0.price', code: 'priceNotValid' }]);
  expect(await stored()).toEqual([]);
});

test('too many events, and far too large ones, are refused', async () => {
  const many = Array.from({ length: maximumEvents + 1 }, () => ({ type: 'click', item_id: 'lamp1' }));
  expect(await send(many)).toMatchObject({ status: 422, errors: [{ field: 'events' }] });
  const payload = JSON.stringify({ events: [{ type: 'click', item_id: 'x'.repeat(10_000_000) }] });
  const huge = await server.app.http.inject({
    method: 'POST',
    url: `/front/events?token=${token}`,
    payload,
    headers: { 'content-type': 'text/plain' },
  });
  expect([huge.statusCode, huge.json().errors[0].code]).toEqual([413, 'bodyTooLarge']);
});

test('items trend by what customers did with them lately, and others follow as they rank', async () => {
  await addItemEvents(server.app.db, [{ projectId, collectionId, day: '2020-01-01', itemId: 'lamp0', purchase: 99 }]);
  await send([
    { type: 'click', item_id: 'lamp2' },
    { type: 'click', item_id: 'lamp2' },
    { type: 'purchase', item_id: 'lamp3' },
    { type: 'impression', item_id: 'lamp4' },
  ]);
  const { items, basis } = await trending(3);
  expect(basis).toBe('events');
  expect(items.map(({ id }) => id)).toEqual(['lamp3', 'lamp2', 'lamp0']);
});

test('while no events are known, items come as they rank', async () => {
  const { items, basis } = await trending(2);
  expect([basis, items.length]).toEqual(['ranking', 2]);
});

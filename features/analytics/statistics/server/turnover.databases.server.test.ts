import { beforeAll, expect, test, vi } from 'vitest';
import { addDays } from '#contract/days.ts';
import {
  exportSearchTrends,
  listSearchTrends,
  readSearchTrend,
} from '#features/analytics/search-trends/search-trends.contract.ts';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import {
  listTrendingItems,
  readCategoryTurnover,
  readTrendingItem,
} from '#features/analytics/trending-items/trending-items.contract.ts';
import { readTurnover } from '#features/dashboard/dashboard.contract.ts';
import { putItems } from '#features/data/item-api/item-api.contract.ts';
import { authorize, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { updateProject } from '#features/owner/projects/projects.contract.ts';
import { addItemEvents } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { todayOf } from '#testing/shop-calls.ts';

const server = await sharedServer();
const shop = await server.emptyShop('turnover@example.com');
let today: string;
let queryId: string;

const lamp = (id: string, category: string) => ({ id, name: `Lamp ${id}`, price: 19.9, currency: 'CZK', category });
const search = async (visitor: string) =>
  (await server.call({}, frontSearch, { token: shop.project, q: 'lamp', visitor })).data!.query_id;
const buy = async (...events: readonly object[]) =>
  (
    await server.call({}, frontEvents, {
      token: shop.project,
      events: events.map((one) => ({ type: 'purchase', ...one })) as never,
    })
  ).data!;
const range = () => ({ start: addDays(today, -2), end: today });

beforeAll(async () => {
  today = await todayOf(server, shop.projectId);
  const { data: credentials } = await server.call(shop, rotateSecret, {});
  const { data: bearer } = await server.call({}, authorize, credentials!);
  const items = [lamp('a', 'Living room > Lamps'), lamp('b', 'Garden'), lamp('c', 'Garden')];
  await server.call({ bearer: bearer!.token }, putItems, { items });
  const place = { projectId: shop.projectId, collectionId: shop.collectionId, day: addDays(today, -2) };
  await addItemEvents(server.app.db, [{ ...place, itemId: 'a', purchase: 4 }]);
  queryId = await search('ann');
  await search('bob');
  // Two lines of one order count as one search with a purchase.
  await buy({ item_id: 'a', query_id: queryId, price: 19.99, quantity: 3 }, { item_id: 'b', query_id: queryId, price: 0.235 });
  await buy({ item_id: 'b', price: 100, currency: 'CZK' });
  const turnover = async () => (await server.call(shop, listSearchTrends, range())).data!.items[0]?.turnover;
  // Queries and events are attributed every second.
  await vi.waitFor(async () => expect(await turnover()).toBe(60.205), { timeout: 60_000, interval: 100 });
});

test('the currency is that of the first item that is bought, and days without amounts are unknown', async () => {
  const { data } = await server.call(shop, readStatisticsContext, range());
  expect(data).toMatchObject({ currency: 'CZK', sold_since: { purchases: today, turnover: today, sales: today } });
});

test('searches count once with all they sold, and their turnover is exact', async () => {
  const { data } = await server.call(shop, readTurnover, range());
  expect(data).toMatchObject({ purchases: 1, sold_searches: 2, turnover: 60.205 });
  expect(data!.timeline.data).toEqual([null, null, 60.205]);
  const before = await server.call(shop, readTurnover, { start: addDays(today, -2), end: addDays(today, -1) });
  expect(before.data).toMatchObject({ purchases: null, sold_searches: null, turnover: null });
});

test('turnover is known by query, by the items of a query, and in files', async () => {
  const { data } = await server.call(shop, readSearchTrend, { ...range(), q: 'lamp' });
  expect(data).toMatchObject({ purchases: 1, sold_searches: 2, turnover: 60.205 });
  expect(data!.clicked_items).toEqual([
    { item_id: 'a', clicks: 0, purchases: 1, turnover: 59.97 },
    { item_id: 'b', clicks: 0, purchases: 1, turnover: 0.235 },
  ]);
  const file = await server.call(shop, exportSearchTrends, { ...range(), sort: 'turnover' });
  const [head, row] = file.data!.csv.split(/\r?\n/);
  expect(head).toContain('Turnover (CZK)');
  expect(row).toContain('60.205');
});

test('items and categories have the turnover of all purchases', async () => {
  const { data } = await server.call(shop, listTrendingItems, { ...range(), sort: 'turnover' });
  expect(data!.items.map(({ item, purchases, turnover }) => [item.id, purchases, turnover])).toEqual([
    ['b', 2, 100.235],
    ['a', 5, 59.97],
  ]);
  const item = await server.call(shop, readTrendingItem, { ...range(), id: 'b', c: shop.collectionId, counted: 'turnover' });
  expect(item.data!.timeline.map(({ y }) => y)).toEqual([null, null, 100.235]);
  expect(item.data!.queries).toMatchObject([{ query: 'lamp', purchases: 1, turnover: 0.235 }]);
  const { data: known } = await server.call(shop, readCategoryTurnover, range());
  expect(known).toEqual({
    turnover: 160.205,
    categories: [
      { category: 'Garden', purchases: 2, turnover: 100.235 },
      { category: 'Living room > Lamps', purchases: 5, turnover: 59.97 },
    ],
  });
});

test('a price in another currency counts as a purchase without an amount, and says so', async () => {
  const answer = await buy({ item_id: 'c', price: 5, currency: 'EUR' }, { item_id: 'c' });
  expect(answer).toMatchObject({ accepted_count: 2, without_amount: [{ index: 0, code: 'currencyDiffers' }] });
  expect(answer.without_amount[0]!.message).toContain('turnover is in CZK, and the price is in EUR');
  const { data } = await server.call(shop, listTrendingItems, { ...range(), search: 'c' });
  expect(data!.items).toMatchObject([{ purchases: 2, turnover: 0 }]);
});

test('an owner may set another currency, which is one of ISO 4217', async () => {
  const change = (currency: string | null) => server.call(shop, updateProject, { id: shop.projectId, currency });
  expect((await change('euro')).errors).toMatchObject([{ field: 'currency' }]);
  expect((await change('EUR')).data).toMatchObject({ currency: 'EUR' });
});

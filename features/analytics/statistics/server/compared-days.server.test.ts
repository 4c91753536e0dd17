import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { listSearchTrends, readSearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';
import { listTrendingItems, readTrendingItem } from '#features/analytics/trending-items/trending-items.contract.ts';
import { readTotalQueries } from '#features/dashboard/dashboard.contract.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { addItemEvents, addSearched } from '#testing/searched.ts';
import { type SampleShop } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const owner = await server.shop();
let today: string;
let week: { readonly start: string; readonly end: string };
/** By how many days ago they were. A week ago there were many, and today is hardly over. */
const searches = { 0: 30, 1: 300, 7: 900, 8: 200, 20: 1 };

beforeAll(async () => {
  today = await todayOf(server, owner.projectId);
  week = { start: addDays(today, -6), end: today };
  const { projectId, collectionId } = owner;
  for (const [daysAgo, count] of Object.entries(searches)) {
    const day = addDays(today, -Number(daysAgo));
    await addSearched(server.app.db, [{ projectId, collectionId, day, term: 'kettle', searchCount: count, itemCount: 3 }]);
    await addItemEvents(server.app.db, [{ projectId, collectionId, day, itemId: 'k1', click: count }]);
  }
});

const call: SampleShop['server']['call'] = (...asked) => server.call(...asked);

test('a range that ends today is compared without today, with the same days of the week before', async () => {
  const { data: totals } = await call(owner, readTotalQueries, week);
  expect(totals).toMatchObject({
    queries: 330,
    compared: {
      now: { start: week.start, end: addDays(today, -1), queries: 300 },
      before: { start: addDays(today, -13), end: addDays(today, -8), queries: 200 },
    },
  });
  // Their lines are beside each other day by day.
  expect(totals!.previous_timeline.data.at(-1)).toBe(900);
  const { data: query } = await call(owner, readSearchTrend, { ...week, q: 'kettle' });
  expect(query).toMatchObject({ count: 330, compared: { now: { count: 300 }, before: { count: 200 } } });
  const { data: item } = await call(owner, readTrendingItem, { ...week, id: 'k1', c: owner.collectionId });
  expect(item).toMatchObject({ totals: { clicks: 330 }, compared: { now: { clicks: 300 }, before: { clicks: 200 } } });
});

test('so are rows of lists, and those that grow', async () => {
  const { data: trends } = await call(owner, listSearchTrends, { ...week, only: 'growing', sort: 'change' });
  expect(trends!.items).toMatchObject([{ count: 330, compared_count: 300, previous_count: 200 }]);
  const { data: items } = await call(owner, listTrendingItems, { ...week, sort: 'change' });
  expect(items!.items).toMatchObject([{ clicks: 330, compared_clicks: 300, previous_clicks: 200 }]);
});

test('items whose click rate isn’t known come last by it, in either order', async () => {
  const { projectId, collectionId } = owner;
  const seen = { projectId, collectionId, day: addDays(today, -1), impression: 9 };
  await addItemEvents(server.app.db, [
    { ...seen, itemId: 'k2', click: 3 },
    { ...seen, itemId: 'k3', click: 1 },
  ]);
  const sorted = async (order: 'asc' | 'desc') =>
    (await call(owner, listTrendingItems, { ...week, sort: 'click_rate', order })).data!.items.map(({ item }) => item.id);
  expect([await sorted('desc'), await sorted('asc')]).toEqual([
    ['k2', 'k3', 'k1'],
    ['k3', 'k2', 'k1'],
  ]);
});

test('days that are over are compared whole, and today alone with nothing', async () => {
  const [start, end] = [addDays(today, -7), addDays(today, -1)];
  const { data: over } = await call(owner, readTotalQueries, { start, end });
  expect(over!.compared).toMatchObject({ now: { start, end, queries: 1_200 }, before: { queries: 200 } });
  const { data: open } = await call(owner, readTotalQueries, { start: today, end: today });
  expect(open).toMatchObject({ queries: 30, compared: null });
  const { data: trends } = await call(owner, listSearchTrends, { start: today, end: today });
  expect(trends!.items).toMatchObject([{ count: 30, compared_count: null, previous_count: null }]);
});

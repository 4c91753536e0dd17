import { beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/days.ts';
import { type FeedShop, lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { addItemEvents } from '#testing/searched.ts';
import { exportTrendingItems, listTrendingItems } from '#features/analytics/trending-items/trending-items.contract.ts';

const shops = await sharedFeedShops();
/** Every third lamp of 90 is sold out; the second shop says nothing of stock. */
let stocked: FeedShop;
let untold: FeedShop;
const day = addDays(dayOf(Date.now(), 'UTC'), -2);
const range = { start: day, end: addDays(day, 1) };
const itemCount = 90;
const soldOut = Array.from({ length: itemCount / 3 }, (_, at) => String(at * 3));

const withStock = lamps(itemCount)
  .split('\n')
  .map((line, at) => ({ ...(JSON.parse(line) as object), availability: at % 3 === 0 ? 'sold out' : 'in stock' }))
  .map((item) => JSON.stringify(item))
  .join('\n');

const filled = async (path: string, feed: string): Promise<FeedShop> => {
  const shop = await shops.shop(shops.host.put(path, feed));
  await shops.server.imported(shop.actor, shop.feedId);
  // The greater its number, the more an item was clicked; the last one is gone.
  const { projectId, collectionId } = shop;
  await addItemEvents(
    shops.server.app.db,
    Array.from({ length: itemCount + 1 }, (_, at) => ({ projectId, collectionId, day, itemId: String(at), click: at + 1 })),
  );
  return shop;
};

beforeAll(async () => {
  stocked = await filled('/stocked.ndjson', withStock);
  untold = await filled('/untold.ndjson', lamps(itemCount));
});

const listed = async ({ actor }: FeedShop, more: object = {}) => {
  const { data, msg } = await shops.server.call(actor, listTrendingItems, { ...range, ...more });
  if (!data) throw new Error(msg);
  return data;
};
const idsOf = ({ items }: Awaited<ReturnType<typeof listed>>) => items.map(({ item }) => item.id);
const only = 'out_of_stock';

test('marks and counts sold-out items on every page and in the file', async () => {
  expect(await listed(stocked)).toMatchObject({ total_count: itemCount + 1, is_stock_known: true });
  const best = soldOut.toReversed();
  const first = await listed(stocked, { only, per_page: 20 });
  expect(first).toMatchObject({ total_count: soldOut.length, total_pages: 2 });
  expect(first.items.every(({ item }) => item['availability'] === 'out_of_stock')).toBe(true);
  expect(idsOf(first)).toEqual(best.slice(0, 20));
  expect(idsOf(await listed(stocked, { only, per_page: 20, page: 2 }))).toEqual(best.slice(20));
  expect(idsOf(await listed(stocked, { only, search: '6' }))).toEqual(best.filter((id) => id.includes('6')));
  expect(idsOf(await listed(stocked, { only, search: 'lamp 69' }))).toEqual(['69']);
  const { data: file } = await shops.server.call(stocked.actor, exportTrendingItems, { ...range, only });
  expect(file!.csv.trimEnd().split('\r\n')).toHaveLength(1 + soldOut.length);
});

test('a shop that says nothing of stock is told so, and has no items that are sold out', async () => {
  expect(await listed(untold)).toMatchObject({ total_count: itemCount + 1, is_stock_known: false });
  expect(await listed(untold, { only })).toMatchObject({ total_count: 0, items: [] });
});

import { beforeAll, expect, test } from 'vitest';
import { addDays, dayMs, dayOf } from '#contract/days.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { listSearchTrends, readSearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';
import { listSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { addSearched } from '#testing/searched.ts';
import { rollUpDays } from '#server/stats/roll-up.ts';
import { mostKept } from '#server/stats/visitors.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
const shop = await server.emptyShop();
const day = addDays(dayOf(Date.now(), 'UTC'), -2);
const range = { start: day, end: day };
const visitorCount = mostKept + 1_000;
const rowsAtOnce = 1_000;

/** More visitors than a set counts exactly search for one query, a few for another. Neither finds anything. */
beforeAll(async () => {
  const { db } = server.app;
  const place = { projectId: shop.projectId, collectionId: shop.collectionId, day };
  await addSearched(db, [
    { ...place, term: 'lamp', searchCount: visitorCount, itemCount: 0 },
    { ...place, term: 'sun', searchCount: 3, itemCount: 0 },
  ]);
  const ofDay = { project_id: shop.projectId, collection_id: shop.collectionId, day, result_object: 'search', language: 'en' };
  const all = visitorCount + 3;
  const queryOf = (at: number) => ({
    ...ofDay,
    query_id: `q${at}`,
    search_id: `q${at}`,
    happened_at: 1,
    term: at < visitorCount ? 'lamp' : 'sun',
    item_count: 0,
    took_ms: 1,
    visitor: server.app.sealing.hash(`visitor ${at}`),
    is_counted: 1 as const,
  });
  for (let from = 0; from < all; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, all - from) }, (_, at) => queryOf(from + at));
    await db.insertInto('shop_query').values(rows).execute();
  }
  await rollUpDays(db, new AbortController().signal, Date.now() + 3 * dayMs);
});

const near = (users: number | null) => expect(Math.abs(users! / visitorCount - 1)).toBeLessThan(0.02);

test('a query with very many visitors says that they are estimated, and one with few does not', async () => {
  const { data: trends } = await server.call(shop, listSearchTrends, range);
  expect(trends!.items).toMatchObject([
    { query: 'lamp', is_estimated: true },
    { query: 'sun', users: 3, is_estimated: false },
  ]);
  near(trends!.items[0]!.users);
  const { data: history } = await server.call(shop, readSearchHistory, range);
  expect(history!.top_no_results).toMatchObject([{ is_estimated: true }, { users: 3, is_estimated: false }]);
  near(history!.top_queries[0]!.users);
  const { data: without } = await server.call(shop, listSearchesWithoutResults, range);
  expect(without!.items).toMatchObject([{ is_estimated: true }, { users_affected: 3, is_estimated: false }]);
  const { data: lamp } = await server.call(shop, readSearchTrend, { ...range, q: 'lamp' });
  expect(lamp).toMatchObject({ count: visitorCount, is_estimated: true });
});

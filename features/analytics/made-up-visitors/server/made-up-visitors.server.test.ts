import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#contract/days.ts';
import { readSearchQuality } from '#features/analytics/search-quality/search-quality.contract.ts';
import { listSingleSearches, readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { listSearchTrends } from '#features/analytics/search-trends/search-trends.contract.ts';
import { listSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import { readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { listTrendingItems } from '#features/analytics/trending-items/trending-items.contract.ts';
import { listLearned } from '#features/search-settings/learned/learned.contract.ts';
import { readTotalQueries } from '#features/dashboard/dashboard.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { makeUpVisitors, removeMadeUpVisitors } from '#features/analytics/made-up-visitors/made-up-visitors.contract.ts';

const server = await sharedServer();
const owner = await server.shop();
let today: string;
beforeAll(async () => {
  today = await todayOf(server, owner.projectId);
});

const month = () => ({ start: addDays(today, -29), end: today });

test('a sample shop is filled once, told as made up, and emptied again', async () => {
  const filling = [server.call(owner, makeUpVisitors, {}), server.call(owner, makeUpVisitors, {})];
  let isDone = false;
  const shownEarly: unknown[] = [];
  const done = Promise.all(filling).finally(() => (isDone = true));
  while (!isDone) {
    const { data } = await server.call(owner, readStatisticsContext, month());
    if (data!.tracked_since.search === null || data!.is_being_filled) continue;
    shownEarly.push((await server.call(owner, readTotalQueries, month())).data!.queries);
  }
  const answers = await done;
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const made = answers.find(({ data }) => data)!.data!;
  expect(made.queries).toBeGreaterThan(2_000);

  const { data: totals } = await server.call(owner, readTotalQueries, month());
  expect(totals!.queries).toBe(made.queries);
  expect(new Set([...shownEarly, made.queries])).toEqual(new Set([made.queries]));
  expect(totals!.timeline.data.slice(0, -1).every((count) => count! > 20)).toBe(true);
  const typed = { ...month(), result_object: 'autocomplete' } as const;
  const { data: history } = await server.call(owner, readSearchHistory, typed);
  expect(history!.total_queries.queries).toBeGreaterThan(1_000);
  expect(history!.total_queries.timeline.data.slice(0, -1).every((count) => count! > 10)).toBe(true);
  expect(history!.ended_in_search).toBeGreaterThan(0.4);
  expect(history!.ended_in_search).toBeLessThan(0.9);
  const { data: singles } = await server.call(owner, listSingleSearches, { ...month(), per_page: 100 });
  const moments = singles!.items.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted((one, other) => other - one));
  const { data: trends } = await server.call(owner, listSearchTrends, month());
  expect(trends!.items[0]!.count).toBeGreaterThan(100);
  const { data: unfound } = await server.call(owner, listSearchesWithoutResults, { ...month(), search: 'fridge' });
  expect(unfound!.items[0]!.queries).toBeGreaterThan(20);
  const { data: items } = await server.call(owner, listTrendingItems, month());
  expect(items!.items[0]).toMatchObject({ is_there: true });
  expect(items!.items[0]!.clicks).toBeGreaterThan(20);
  const { data: sold } = await server.call(owner, listTrendingItems, { ...month(), sort: 'turnover' });
  const { item, purchases, turnover } = sold!.items[0]!;
  expect(turnover).toBeCloseTo(purchases! * (item['price'] as number));
  const { data: context } = await server.call(owner, readStatisticsContext, month());
  expect([context!.currency, context!.sold_since.sales]).toEqual([item['currency'], expect.any(String)]);
  const { data: quality } = await server.call(owner, readSearchQuality, month());
  expect(quality!.weeks.length).toBeGreaterThanOrEqual(3);
  expect(quality!.weeks.at(-1)!.clicked_searches).toBeGreaterThan(100);
  expect(quality!.weeks.at(-1)!.ndcg).toBeGreaterThan(0.5);
  const c = owner.collectionId;
  const { data: learned } = await server.call(owner, listLearned, { c });
  expect(learned!.total_count).toBeGreaterThan(2);
  expect(learned!.items[0]!.moves.length).toBeGreaterThan(0);
  const told = async () => (await server.call(owner, readStatisticsContext, month())).data!.are_visitors_made_up;
  expect(await told()).toBe(true);
  expect(context!.is_being_filled).toBe(false);

  await server.call(owner, removeMadeUpVisitors, {});
  expect(await told()).toBe(false);
  expect((await server.call(owner, readTotalQueries, month())).data!.queries).toBeNull();
  expect((await server.call(owner, readSearchQuality, month())).data).toMatchObject({ verdict: 'untracked', weeks: [] });
  expect((await server.call(owner, listLearned, { c })).data!.total_count).toBe(0);
});

test('the figures of any other project are never mixed with invented ones', async () => {
  const other = await server.emptyShop('own@made-up-visitors.example');
  for (const call of [makeUpVisitors, removeMadeUpVisitors])
    expect(await server.call(other, call, {})).toMatchObject({ status: 409, errors: [{ code: 'noSampleShop' }] });
});

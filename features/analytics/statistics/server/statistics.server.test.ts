import { beforeAll, expect, test, vi, describe, it } from 'vitest';
import { addDays, dayMs } from '#contract/days.ts';
import {
  exportSingleSearches,
  listSingleSearches,
  readSearchHistory,
} from '#features/analytics/search-history/search-history.contract.ts';
import {
  listSearchTrends,
  readSearchTrend,
  readQueryNow,
  exportSearchTrends,
} from '#features/analytics/search-trends/search-trends.contract.ts';
import {
  listSearchesWithoutResults,
  exportSearchesWithoutResults,
} from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import {
  listTrendingItems,
  readTrendingItem,
  exportTrendingItems,
} from '#features/analytics/trending-items/trending-items.contract.ts';
import { readTotalQueries, readTotalQueriesWithoutResults } from '#features/dashboard/dashboard.contract.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { rollUpDays } from '#server/stats/roll-up.ts';
import { readItemFigures, readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { addItemEvents, addSearched } from '#testing/searched.ts';
import type { SampleShop } from '#testing/test-app.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { onEachDay, sumOfWhole, sumOver } from './statistics.service.ts';

const server = await sharedServer();
const owner = await server.shop();
const shop = { server, owner };
let today: string;

/** What visitors did, as they were answered. */
const queryIds: Record<string, string> = {};
let kettles: readonly string[] = [];

const search = async (q: string, visitor: string, lang?: string) => {
  const { data, msg } = await server.call({}, frontSearch, { token: owner.project, q, visitor, ...(lang && { lang }) });
  if (!data) throw new Error(msg);
  queryIds[`${q} ${visitor}`] = data.query_id;
  return data;
};

beforeAll(async () => {
  today = await todayOf(server, owner.projectId);
  for (const visitor of ['ann', 'bob', 'eve']) kettles = (await search('kettle', visitor)).items.map(({ id }) => id);
  await search('kettles', 'ivy');
  await search('qqzzxx', 'ann');
  await search('qqzzxx', 'bob');
  await search('garden', 'dan', 'cs-CZ');
  await server.call({}, frontAutocomplete, { token: owner.project, q: 'kettle', visitor: 'ann' });
  await server.call({}, frontAutocomplete, { token: owner.project, q: 'boat', visitor: 'ann' });
  const click = (visitor: string, position: number) =>
    server.call({}, frontEvents, {
      token: owner.project,
      visitor,
      events: [{ type: 'click', item_id: kettles[position - 1]!, query_id: queryIds[`kettle ${visitor}`]!, position }],
    });
  for (const [visitor, position] of [
    ['ann', 1],
    ['ann', 2],
    ['bob', 1],
  ] as const)
    await click(visitor, position);
  // Queries and clicks are written every second.
  await vi.waitFor(async () => expect((await trends())[0]?.clicks).toBe(2), { timeout: 120_000, interval: 100 });
});

const range = () => ({ start: addDays(today, -6), end: today });
const trends = async (more: object = {}) => {
  const { data, msg } = await shop.server.call(shop.owner, listSearchTrends, { ...range(), ...more });
  if (!data) throw new Error(msg);
  return data.items;
};

test('searches and their distinct visitors are counted on each day, and days before tracking are gaps', async () => {
  const { data } = await shop.server.call(shop.owner, readTotalQueries, range());
  expect(data).toMatchObject({ queries: 7, unique_users: 5, is_estimated: false });
  expect(data!.timeline.data).toEqual([null, null, null, null, null, null, 7]);
  expect(data!.timeline.x_tooltip.at(-1)).toBe(today);
  expect(data!.previous_timeline.x_tooltip.at(-1)).toBe(addDays(today, -7));
  expect(data!.compared!.before).toMatchObject({ end: addDays(today, -8), queries: null, unique_users: null });
});

test('what found nothing is counted by itself', async () => {
  const { data } = await shop.server.call(shop.owner, readTotalQueriesWithoutResults, range());
  expect(data).toMatchObject({ queries: 2, unique_users: 2 });
  const listed = await shop.server.call(shop.owner, listSearchesWithoutResults, range());
  expect(listed.data!.items).toMatchObject([{ query: 'qqzzxx', queries: 2, users_affected: 2 }]);
  expect(listed.data!.items[0]!.last_at).toBeGreaterThan(Date.now() - 600_000);
});

test('queries are listed with visitors, what they find, clicks and days, by any of these', async () => {
  const [kettle, ...others] = await trends();
  expect(kettle).toMatchObject({ query: 'kettle', count: 3, previous_count: null, users: 3, clicks: 2 });
  expect(kettle!.item_count).toBeGreaterThan(0);
  expect(kettle!.days.at(-1)).toBe(3);
  const [unfound, ...once] = others.map(({ query }) => query);
  expect([unfound, once.toSorted()]).toEqual(['qqzzxx', ['garden', 'kettles']]);
  const first = async (sort: string, order: string) => (await trends({ sort, order }))[0]?.query;
  expect(await first('query', 'asc')).toBe('garden');
  expect(await first('users', 'desc')).toBe('kettle');
  expect(await first('item_count', 'asc')).toBe('qqzzxx');
  expect(await first('clicks', 'desc')).toBe('kettle');
  expect((await trends({ search: 'ETTLES' })).map(({ query }) => query)).toEqual(['kettles']);
  expect(await trends({ search: '%' })).toEqual([]);
  expect((await trends({ only: 'without_results' })).map(({ query }) => query)).toEqual(['qqzzxx']);
  expect(await trends({ only: 'without_clicks' })).toEqual([]);
});

test('languages are told apart, and what is typed from what is searched', async () => {
  expect((await trends({ language: 'cs' })).map(({ query }) => query)).toEqual(['garden']);
  expect((await trends({ result_object: 'autocomplete' })).map(({ query }) => query).toSorted()).toEqual(['boat', 'kettle']);
  expect((await trends({ result_object: 'all' }))[0]).toMatchObject({ query: 'kettle', count: 4 });
  const { data } = await shop.server.call(shop.owner, readStatisticsContext, range());
  expect(data).toMatchObject({ languages: ['cs', 'en'], tracked_since: { search: today, autocomplete: today, events: today } });
  expect(data!.marks.some(({ kind, day }) => kind === 'import' && day === today)).toBe(true);
});

test('the history of searches names the top, and how long they took', async () => {
  const { data } = await shop.server.call(shop.owner, readSearchHistory, range());
  expect(data!.top_queries[0]).toEqual({ query: 'kettle', count: 3, users: 3, is_estimated: false, ended_in_search: null });
  expect(data!.top_no_results).toMatchObject([{ query: 'qqzzxx', count: 2, users: 2, is_estimated: false }]);
  expect(data!.took_time.mean).toBeGreaterThan(0);
  expect(data!.took_time.p95).toBeGreaterThan(0);
  expect(data!.ended_in_search).toBeNull();
  const typed = await shop.server.call(shop.owner, readSearchHistory, { ...range(), result_object: 'autocomplete' });
  expect(typed.data!.ended_in_search).toBe(0.5);
  const endedOf = Object.fromEntries(typed.data!.top_queries.map(({ query, ended_in_search: ended }) => [query, ended]));
  expect(endedOf).toEqual({ kettle: 1, boat: 0 });
});

test('of one query the days, what was clicked where, other forms and what came next are told', async () => {
  const { data } = await shop.server.call(shop.owner, readSearchTrend, { ...range(), q: 'Kettle ' });
  expect(data).toMatchObject({ query: 'kettle', count: 3, users: 3, clicks: 2 });
  expect(data!.compared!.before).toMatchObject({ count: null, users: null, clicks: null, purchases: null, turnover: null });
  expect(data!.timeline.at(-1)).toEqual({ x: today, y: 3 });
  expect(data!.mean_position).toBeCloseTo(4 / 3);
  expect(data!.clicked_items).toEqual([
    { item_id: kettles[0], clicks: 2, purchases: 0, turnover: 0 },
    { item_id: kettles[1], clicks: 1, purchases: 0, turnover: 0 },
  ]);
  expect(data!.other_forms).toEqual([{ query: 'kettles', count: 1 }]);
  expect(data!.searched_next).toEqual([{ query: 'qqzzxx', count: 2 }]);
  const unknown = await shop.server.call(shop.owner, readSearchTrend, { ...range(), q: '<script>' });
  expect(unknown.data).toMatchObject({ count: 0, users: 0, item_count: null, clicked_items: [] });
});

test('counts what visitors did with items after a query, or at all', async () => {
  const asked = { c: owner.collectionId, ids: kettles.slice(0, 3) };
  const clicks = [
    { item_id: kettles[0], clicks: 2, carts: 0, purchases: 0 },
    { item_id: kettles[1], clicks: 1, carts: 0, purchases: 0 },
  ];
  expect((await server.call(owner, readItemFigures, { ...asked, q: 'Kettle ' })).data).toEqual(clicks);
  expect((await server.call(owner, readItemFigures, asked)).data).toEqual(clicks);
  expect((await server.call(owner, readItemFigures, { ...asked, q: 'kettles' })).data).toEqual([]);
});

test('single searches are listed with what their visitors did next', async () => {
  const singles = async (more: object = {}) =>
    (await server.call(owner, listSingleSearches, { ...range(), ...more })).data!.items;
  const all = await singles();
  expect(all).toHaveLength(7);
  expect(all[0]).toMatchObject({ query: 'garden', next: null, clicks: 0 });
  expect(all.filter(({ query }) => query === 'kettle').map(({ next, clicks }) => ({ next, clicks }))).toEqual([
    { next: null, clicks: 0 },
    { next: 'qqzzxx', clicks: 1 },
    { next: 'qqzzxx', clicks: 2 },
  ]);
  expect((await singles({ search: 'QQ' })).map(({ query }) => query)).toEqual(['qqzzxx', 'qqzzxx']);
  expect((await singles({ only: 'without_results' })).map(({ item_count: found }) => found)).toEqual([0, 0]);
  expect(await singles({ only: 'without_clicks' })).toHaveLength(5);
  expect(await singles({ only: 'bought' })).toEqual([]);
  const typed = await singles({ result_object: 'autocomplete' });
  expect(typed.map(({ query }) => query).toSorted()).toEqual(['boat', 'kettle']);
  const file = await server.call(owner, exportSingleSearches, { ...range(), search: 'garden' });
  expect(file.data!.csv).toContain('garden');
});

test('items are found by a part of their name', async () => {
  const listed = async (search: string) =>
    (await server.call(owner, listTrendingItems, { ...range(), search })).data!.items.map(({ item }) => item.id);
  expect(await listed('KETTL')).toEqual([kettles[0], kettles[1]]);
  expect(await listed(kettles[1]!)).toEqual([kettles[1]]);
  expect(await listed('no such name')).toEqual([]);
});

test('items are listed by what visitors did with them, and lead to their queries', async () => {
  const { data } = await server.call(owner, listTrendingItems, range());
  expect(data!.items[0]).toMatchObject({ item: { id: kettles[0] }, is_there: true, clicks: 2, shown: 0, previous_clicks: null });
  expect(typeof data!.items[0]!.item['name']).toBe('string');
  const asked = { ...range(), id: kettles[0]!, c: owner.collectionId };
  const { data: item } = await server.call(owner, readTrendingItem, asked);
  expect(item!.totals).toEqual({ shown: 0, clicks: 2, carts: 0, purchases: 0, turnover: null });
  expect(item!.timeline.at(-1)).toEqual({ x: today, y: 2 });
  expect(item!.queries).toEqual([
    { query: 'kettle', searches: 3, clicks: 2, purchases: 0, turnover: 0, mean_position: 1, position_now: 1 },
  ]);
  const gone = await server.call(owner, readTrendingItem, { ...asked, id: 'no such item' });
  expect(gone.data).toMatchObject({ item: { id: 'no such item' }, is_there: false, queries: [] });
});

test.each([
  [{ start: '2026-11-10' }, 'end', 'rangeOpen'],
  [{ start: '2026-11-10', end: '2026-11-01' }, 'end', 'rangeReversed'],
  [{ start: '2020-01-01', end: '2026-11-01' }, 'end', 'rangeTooLong'],
  [{ start: '2026-02-30', end: '2026-11-01' }, 'start', 'notValid'],
  [{ language: 'klingon' }, 'language', 'notValid'],
])('%o is refused at %s', async (asked, field, code) => {
  const refused = await shop.server.call(shop.owner, readTotalQueries, asked as never);
  expect(refused).toMatchObject({ status: 422, errors: [{ field, code }] });
});

test('without days the eight before today are asked for', async () => {
  const { data } = await shop.server.call(shop.owner, readTotalQueries, {});
  expect(data!.timeline.x_tooltip).toHaveLength(8);
  expect(data!.timeline.x_tooltip.at(-1)).toBe(addDays(today, -1));
});

test('has the same figures after the roll-up of a day', async () => {
  const { db } = server.app;
  const asked = { ...range(), result_object: 'all' as const };
  const answers = async () => {
    const answered = [
      ...(await Promise.all(
        (['query', 'count', 'users'] as const).map((sort) =>
          server.call(owner, listSearchTrends, { ...asked, sort, order: 'desc' }),
        ),
      )),
      await server.call(owner, listSearchTrends, { ...asked, search: 'kett' }),
      await server.call(owner, readTotalQueries, asked),
      await server.call(owner, readTotalQueriesWithoutResults, asked),
      await server.call(owner, readSearchTrend, { ...asked, q: 'kettle' }),
      await server.call(owner, listSearchesWithoutResults, asked),
      await server.call(owner, listTrendingItems, asked),
      await server.call(owner, readTrendingItem, { ...asked, id: kettles[0]!, c: owner.collectionId }),
      await server.call(owner, readSearchHistory, range()),
    ];
    return answered.map(({ status, data }) => ({ status, data }));
  };
  const before = await answers();
  expect(before.filter(({ status }) => status === 200).length).toBe(before.length);
  await rollUpDays(db, new AbortController().signal, Date.now() + 3 * dayMs);
  const open = db.selectFrom('search_day').select('id').where('project_id', '=', owner.projectId).where('visitors', 'is', null);
  expect(await open.execute()).toEqual([]);
  expect(await answers()).toEqual(before);
  const history = { ...range(), result_object: 'autocomplete' } as const;
  const endedIn = async (asked: object) => {
    const { data } = await server.call(owner, readSearchHistory, { ...history, ...asked });
    return { all: data!.ended_in_search, each: new Set(data!.top_queries.map(({ ended_in_search: ended }) => ended)) };
  };
  expect(await endedIn({})).toEqual({ all: 0.5, each: new Set([0, 1]) });
  // Single queries of the first days of a longer range may be gone, which nobody knows of one query.
  const start = addDays(today, -server.app.settings.rawDays - 1);
  const ofOwner = db.updateTable('search_day').where('project_id', '=', owner.projectId);
  await ofOwner.where('result_object', '=', 'autocomplete').set({ day: start }).execute();
  expect((await endedIn({ start })).each).toEqual(new Set([null]));
});

describe('compared days', async () => {
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
    // A line of these days rises where the change does.
    expect(trends!.items[0]).toMatchObject({ days: [0, 0, 0, 0, 0, 300, 30], previous_days: [0, 0, 0, 0, 0, 200] });
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
});

describe('exported files', async () => {
  const owner = await server.shop();
  let today: string;
  let range: { readonly start: string; readonly end: string };

  /** The lines of a file, without the mark that it begins with. */
  const linesOf = (csv: string | undefined) => csv?.replace('\ufeff', '').trimEnd().split('\r\n');

  beforeAll(async () => {
    today = await todayOf(server, owner.projectId);
    range = { start: addDays(today, -7), end: today };
    const place = { projectId: owner.projectId, collectionId: owner.collectionId, day: addDays(today, -1) };
    await addSearched(server.app.db, [
      { ...place, term: 'kettle', searchCount: 5, itemCount: 3, clickCount: 2 },
      { ...place, term: '=1+1', searchCount: 9, itemCount: 0 },
      { ...place, term: 'kettles, red', searchCount: 2, itemCount: 0 },
      // More than one page of the rows that are read for a file.
      ...Array.from({ length: 1_001 }, (_, at) => ({ ...place, term: `term ${at}`, searchCount: 1, itemCount: 1 })),
    ]);
    await addItemEvents(server.app.db, [{ ...place, itemId: 'gone', impression: 4, click: 2 }]);
  });

  test('a file has all rows of the list as it is sorted and searched, and no cell that a spreadsheet would run', async () => {
    const { data } = await server.call(owner, exportSearchTrends, { ...range, per_page: 1 });
    expect(data!.file_name).toBe(`search-trends-${range.start}-${range.end}.csv`);
    const lines = linesOf(data!.csv)!;
    expect(lines).toHaveLength(1 + 1_004);
    expect(lines[0]).toBe(
      'Query,Searches,Searches without today,Searches in the period before,Unique visitors,Found,Found as,Searches with a click,Searches with a purchase,Turnover',
    );
    expect(lines[1]).toMatch(/^'=1\+1,9,/);
    const { data: found } = await server.call(owner, exportSearchTrends, { ...range, search: 'kettle', order: 'asc' });
    expect(linesOf(found!.csv)!.map((line) => line.split(',', 1)[0])).toEqual(['Query', '"kettles', 'kettle']);
  });

  test('queries without results and items have files of their own', async () => {
    const { data: unfound } = await server.call(owner, exportSearchesWithoutResults, range);
    expect(
      linesOf(unfound!.csv)!
        .slice(1)
        .map((line) => line.split(',').slice(0, -2).join()),
    ).toEqual(["'=1+1,9,0,", '"kettles, red",2,0,']);
    const { data: items } = await server.call(owner, exportTrendingItems, range);
    expect(linesOf(items!.csv)![1]).toMatch(/^gone,,4,2,0,0,/);
  });

  test('shows the items that a query finds now with the rules that act on it', async () => {
    const now = async (q: string) => (await server.call(owner, readQueryNow, { c: owner.collectionId, q })).data!;
    const { data: rule } = await server.call(owner, synonyms.create, { term: 'boilerette', synonyms: ['kettle'] });
    const found = await now('boilerette');
    expect(found.rules).toEqual([{ source: 'synonyms', id: rule!.id, name: 'boilerette' }]);
    expect(found.items.map(({ id }) => id)).toEqual((await now('kettle')).items.map(({ id }) => id));
    expect(found.total_count).toBeGreaterThan(0);
    expect((await now('x'.repeat(1_000))).total_count).toBe(0);
    const { data: counted } = await server.call(owner, exportSearchTrends, { ...range, search: 'boilerette' });
    expect(linesOf(counted!.csv)).toHaveLength(1);
  });

  test('marks an import beside figures where it changed items', async () => {
    const imports = async () =>
      (await server.call(owner, readStatisticsContext, range)).data!.marks.filter(({ kind }) => kind === 'import');
    const [first] = await imports();
    expect(first).toMatchObject({ day: today, feed_id: owner.feedId });
    const counts = JSON.stringify({ added: 0, changed: 0, removed: 0, unchanged: 9, bad: 1, repeated: 0, hold_reasons: [] });
    await server.app.db.updateTable('import').set({ counts }).where('id', '=', first!.number).execute();
    expect(await imports()).toEqual([]);
  });
});

describe('days without figures', () => {
  const range = { start: '2026-03-01', end: '2026-03-04' };
  const counts = new Map([
    ['2026-03-02', 5],
    ['2026-03-03', 7],
  ]);

  it('a day on which nothing could be counted is a gap, and one on which nothing happened is 0', () => {
    const today = '2026-03-03';
    expect(onEachDay(range, counts, { since: '2026-03-02', today })).toEqual([null, 5, 7, null]);
    expect(onEachDay(range, counts, { since: '2026-02-01', today: '2026-03-09' })).toEqual([0, 5, 7, 0]);
    expect(onEachDay(range, counts, { since: null, today })).toEqual([null, null, null, null]);
  });

  it('days that were tracked in part have a sum, and are nothing to compare with', () => {
    expect(sumOver([null, 5, 7])).toBe(12);
    expect(sumOfWhole([null, 5, 7])).toBeNull();
    expect(sumOfWhole([0, 5, 7])).toBe(12);
    expect(sumOver([null, null])).toBeNull();
  });
});

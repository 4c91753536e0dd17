import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, describe, vi } from 'vitest';
import { sessionHeader } from '#contract/envelope.ts';
import { listSearchTrends, readSearchTrend } from '#features/analytics/search-trends/search-trends.contract.ts';
import { listSearchesWithoutResults } from '#features/analytics/searches-without-results/searches-without-results.contract.ts';
import type { QueryState } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { readSearchHistory } from '#features/analytics/search-history/search-history.contract.ts';
import { readTotalQueriesWithoutResults } from '#features/dashboard/dashboard.contract.ts';
import { testQuery } from '#contract/test-query.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { fixits } from '#features/search-settings/fixit/fixit.contract.ts';
import { todayOf } from '#testing/shop-calls.ts';
import { startTestApp, type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { frequentTerms, type SearchedTerm } from './frequent-terms.service.ts';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { dayOf, addDays } from '#contract/days.ts';
import { readExampleQueries } from '#contract/preview.ts';
import { addSearched } from '#testing/searched.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { queriesPerAddress, queryLog } from './query-log.service.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultRawDays } from '#server/stats/raw-days.ts';
import { createTestDatabase } from '#testing/test-database.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
beforeAll(async () => {
  server = await startTestApp();
  owner = await server.owner('owner@example.com');
  await server.imported(owner, owner.feedId);
  today = await todayOf(server, owner.projectId);
});
afterAll(() => server.close());
let today = '';

const search = (q: string, visitor: string, more: Readonly<Record<string, string>> = {}, headers: Record<string, string> = {}) =>
  server.app.http.inject({ url: frontSearch.path, query: { token: owner.project, q, visitor, ...more }, headers });
const found = (): Promise<readonly SearchedTerm[]> => frequentTerms(server.app, { id: owner.projectId }, owner.collectionId, 1);

/** Counts are written every second. */
async function untilFound(term: string): Promise<SearchedTerm> {
  for (let tries = 0; tries < 100; tries += 1) {
    const one = (await found()).find((each) => each.term === term);
    if (one) return one;
    await sleep(50);
  }
  throw new Error(`${term} was not counted.`);
}

test('searches of shops are counted by day, and what is no search of a visitor is not', async () => {
  for (const visitor of ['ann', 'bob']) await search('Kettle  ', visitor);
  await search('kettle', 'ann', { page: '2' });
  await search(
    'kettle',
    'google',
    {},
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  );
  await search('kettle', 'member', {}, { [sessionHeader]: owner.token });
  await server.call({}, frontAutocomplete, { token: owner.project, q: 'kettle' });
  await server.call(owner, testQuery, { c: owner.collectionId, q: 'kettle' });
  const first = (await search('kettle', '')).json<{ data: { total_count: number } }>();
  expect(first.data.total_count).toBeGreaterThan(0);
  for (const visitor of ['ann', 'bob']) await search('jane@example.com', visitor);
  expect((await untilFound('[e-mail]')).itemCount).toBe(0);
  expect(await found()).toContainEqual({ term: 'kettle', searchCount: 3, itemCount: first.data.total_count });
});

test('trends show how many items a query finds with the rules of now', async () => {
  const { itemCount } = await untilFound('kettle');
  const foundNow = async () => {
    const { data } = await server.call(owner, listSearchTrends, { start: today, end: today });
    return data!.items.find(({ query }) => query === 'kettle')?.item_count;
  };
  expect(await foundNow()).toBe(itemCount);
  const { data: rule } = await server.call(owner, fixits.create, { term: 'kettle', catalog_term: 'zzqqxxyy' });
  await vi.waitFor(async () => expect(await foundNow()).toBe(0));
  await server.call(owner, fixits.remove, { id: rule!.id });
  await vi.waitFor(async () => expect(await foundNow()).toBe(itemCount));
});

test('who is sent to a page has not searched in vain', async () => {
  const page = 'https://shop.example/returns';
  await server.call(owner, fixits.create, { term: 'how to return', catalog_term: page });
  for (const visitor of ['ann', 'bob']) {
    const { data } = (await search('how to return', visitor)).json<{ data: { redirect: string } }>();
    expect(data.redirect).toBe(page);
  }
  await untilFound('how to return');
  const { data: unfound } = await server.call(owner, listSearchesWithoutResults, { start: today, end: today });
  expect(unfound!.items.map(({ query }) => query)).not.toContain('how to return');
  const { data: trends } = await server.call(owner, listSearchTrends, { start: today, end: today });
  expect(trends!.items).toContainEqual(expect.objectContaining({ query: 'how to return', count: 2, item_count: null }));
  const { data: one } = await server.call(owner, readSearchTrend, { start: today, end: today, q: 'how to return' });
  expect(one).toMatchObject({ count: 2, item_count: null });
});

test('a corrected query is neither found as typed nor without results', async () => {
  const answers = ['ann', 'bob'].map(async (visitor) => {
    const answer = await search('garrdening', visitor);
    return answer.json<{ data: { corrected_query: string | null; total_count: number } }>().data;
  });
  const [shown] = await Promise.all(answers);
  expect(shown).toMatchObject({ corrected_query: 'gardening', total_count: expect.toSatisfy((count: number) => count > 0) });
  for (const visitor of ['ann', 'bob']) await search('zzqqww', visitor);
  await untilFound('zzqqww');
  expect(await untilFound('garrdening')).toMatchObject({ searchCount: 2, itemCount: 0 });
  const onToday = { start: today, end: today };
  const [{ data: trends }, { data: trend }, { data: history }, { data: total }] = [
    await server.call(owner, listSearchTrends, onToday),
    await server.call(owner, readSearchTrend, { ...onToday, q: 'garrdening' }),
    await server.call(owner, readSearchHistory, onToday),
    await server.call(owner, readTotalQueriesWithoutResults, onToday),
  ];
  const found = { item_count: shown!.total_count, found_as: 'gardening' };
  expect(trends!.items.find(({ query }) => query === 'garrdening')).toMatchObject({ count: 2, ...found });
  expect(trend).toMatchObject({ count: 2, ...found });
  expect(history!.top_no_results.map(({ query }) => query)).not.toContain('garrdening');
  expect(total!.queries).toBe(history!.top_no_results.reduce((sum, { count }) => sum + count, 0));
  const listed = async (state: QueryState) => {
    const { data } = await server.call(owner, listSearchesWithoutResults, { ...onToday, state });
    return data!.items.filter(({ query }) => ['garrdening', 'zzqqww'].includes(query));
  };
  expect(await listed('open')).toMatchObject([{ query: 'zzqqww', queries: 2, item_count: 0, found_as: null }]);
  expect(await listed('corrected')).toMatchObject([{ query: 'garrdening', queries: 2, users_affected: 2, ...found }]);
});

test('one address moves a count no further than a few people would', async () => {
  for (let at = 0; at < 30; at += 1) await search('gloves', `visitor ${at}`);
  await search('done', 'ann');
  await search('done', 'bob');
  await untilFound('done');
  expect(await untilFound('gloves')).toMatchObject({ searchCount: 5 });
});

test('what was counted last is written when the server stops', async () => {
  for (const visitor of ['ann', 'bob']) await search('last words', visitor);
  await server.app.http.close();
  expect((await found()).map(({ term }) => term)).toContain('last words');
});

describe('example queries', async () => {
  const server = await sharedServer();
  const owner = await server.shop();

  test('names of items are offered while nobody has searched', async () => {
    const { data } = await server.call(owner, readExampleQueries, { c: owner.collectionId });
    expect(data?.queries).toHaveLength(3);
    expect(data?.is_tracked).toBe(false);
  });

  test('once visitors search, the queries of several of them are offered, and nothing that may tell who they are', async () => {
    const { data: created } = await server.call(owner, createCollection, {
      name: 'Articles',
      relevant_rate: 70,
      force_stopwords: false,
    });
    const c = created!.id;
    const counts = { spade: 4, hose: 9, rake: 2, drill: 7, saw: 1, bucket: 5, 'jan [e-mail]': 50 };
    const day = dayOf(Date.now(), 'UTC');
    await addSearched(
      server.app.db,
      Object.entries(counts).map(([term, searchCount]) => ({
        projectId: owner.projectId,
        collectionId: c,
        day,
        term,
        searchCount,
        itemCount: 1,
      })),
    );
    const { data } = await server.call(owner, readExampleQueries, { c });
    expect(data).toEqual({ queries: ['hose', 'drill', 'bucket', 'spade'], further: [], is_tracked: true });
  });

  test('queries of one address beyond its limit are not logged', async () => {
    const { app } = server;
    const shop = await server.emptyShop('flooded@flooded-terms.example');
    const flooding = queryLog(app);
    const project = { id: shop.projectId, timeZone: 'UTC', language: 'en' };
    const caller = { project, address: '198.51.100.7', agent: 'Mozilla/5.0', hasSession: false, isShopServer: false } as never;
    const usual = {
      resultObject: 'search',
      collectionId: shop.collectionId,
      itemCount: 0,
      foundAs: null,
      tookMilliseconds: 0,
      language: '',
      rules: [],
      list: null,
    } as const;
    for (let at = 0; at < 2 * queriesPerAddress; at += 1)
      flooding.note({ ...usual, caller, queryId: `flood ${at}`, query: `flood ${at.toString(36)}`, visitor: `visitor ${at}` });
    await flooding.write();
    const logged = await app.db.selectFrom('shop_query').select('id').where('project_id', '=', shop.projectId).execute();
    expect(logged).toHaveLength(queriesPerAddress);
  });
});

describe('days of single queries', () => {
  let dataDirectory: string;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let server: TestApp | undefined;
  beforeAll(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-raw-days-'));
    database = await createTestDatabase(dataDirectory);
  });
  afterAll(async () => {
    await server?.close();
    await database.drop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  async function start(rawDays: number): Promise<TestApp> {
    await server?.close();
    server = await testAppOf(testConfig({ dataDirectory, databaseUrl: database.url, rawDays }));
    return server;
  }
  const today = dayOf(Date.now(), 'UTC');
  const daysAgo = (count: number): string => addDays(today, -count);

  async function kept({ app: { db } }: TestApp) {
    const days = async (table: 'shop_query' | 'shown_list' | 'shop_event' | 'search_day') =>
      (await db.selectFrom(table).select('day').orderBy('day').execute()).map(({ day }) => day);
    return {
      queries: await days('shop_query'),
      lists: await days('shown_list'),
      events: await days('shop_event'),
      sums: await days('search_day'),
    };
  }

  test('keeps single queries and events for the days of the settings, and their sums longer', async () => {
    const first = await start(defaultRawDays);
    await first.signUp('admin@example.com');
    const shop = await first.emptyShop('shop@example.com');
    const of = { project_id: shop.projectId, collection_id: shop.collectionId };
    const asked = { ...of, result_object: 'search', language: 'en', term: 'kettle', item_count: 1 };
    for (const day of [daysAgo(defaultRawDays + 1), daysAgo(defaultRawDays), daysAgo(20), daysAgo(19)]) {
      const at = { day, happened_at: Date.parse(day) };
      const query = { ...asked, ...at, query_id: day, search_id: day, took_ms: 1, visitor: 'v', is_counted: 1 as const };
      await first.app.db.insertInto('shop_query').values(query).execute();
      const nothing = { query_id: null, position: null, quantity: null, price: null, currency: null };
      const event = { ...of, ...at, ...nothing, event_id: day, type: 'click', item_id: '1', visitor: 'v' };
      await first.app.db.insertInto('shop_event').values(event).execute();
      await first.app.db.insertInto('shown_list').values({ project_id: shop.projectId, hash: day, ids: '[]', day }).execute();
      await addSearched(first.app.db, [{ ...shop, day, term: 'kettle', searchCount: 1, itemCount: 1 }]);
    }
    const sums = (await kept(first)).sums;

    // A server looks for old rows when it starts.
    const usual = [daysAgo(defaultRawDays), daysAgo(20), daysAgo(19)];
    const second = await start(defaultRawDays);
    await vi.waitFor(
      async () => expect(await kept(second)).toEqual({ queries: usual, lists: usual, events: usual, sums }),
      120_000,
    );
    const third = await start(19);
    await vi.waitFor(
      async () =>
        expect(await kept(third)).toEqual({ queries: [daysAgo(19)], lists: [daysAgo(19)], events: [daysAgo(19)], sums }),
      120_000,
    );
  });
});

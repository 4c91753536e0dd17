import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { saveRelevance } from '#features/search-settings/relevance-tuning/relevance-tuning.contract.ts';
import { addProject } from '#server/rules/releases/testing/release-kit.ts';
import { openTestDatabase } from '#testing/raw-database.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { networkHashes, networkOf } from './shown-lists.store.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
beforeAll(async () => {
  server = await startTestApp({ trustedProxies: 1 });
  owner = await server.owner('owner@example.com');
  await server.imported(owner, owner.feedId);
});
afterAll(() => server.close());

async function search(q: string, more: Readonly<Record<string, string>> = {}, address = '203.0.113.7') {
  const query = { token: owner.project, q, visitor: 'ann', per_page: '30', ...more };
  const answer = await server.app.http.inject({ url: frontSearch.path, query, headers: { 'x-forwarded-for': address } });
  const { data } = answer.json<{ data: { query_id: string; items: { id: string }[] } }>();
  const found = server.app.db.selectFrom('shop_query').select(['list_hash', 'network']).where('query_id', '=', data.query_id);
  const logged = await vi.waitFor(() => found.executeTakeFirstOrThrow(), 10_000);
  return { ids: data.items.map(({ id }) => id), ...logged };
}

test('stores the order of a first page once, however often it is shown', async () => {
  const first = await search('kettle');
  const again = await search('kettle', { visitor: 'bob' });
  expect(first.list_hash).not.toBeNull();
  expect(again.list_hash).toBe(first.list_hash);
  const lists = await server.app.db.selectFrom('shown_list').selectAll().execute();
  expect(lists.map(({ hash, ids }) => [hash, JSON.parse(ids)])).toEqual([[first.list_hash, first.ids.slice(0, 20)]]);
});

test('stores no order of other pages, of filtered or sorted ones, and of none', async () => {
  const others = [{ page: '2', per_page: '3' }, { filters: '{"price":{"from":1}}' }, { sort: 'price:asc' }];
  for (const other of others) expect((await search('kettle', other)).list_hash).toBeNull();
  expect((await search('zzxqw')).list_hash).toBeNull();
});

test('stores looks at a category, which no statistic counts, while its order is learned', async () => {
  const { db, http } = server.app;
  const [first] = (await server.call({}, frontCatalog, { token: owner.project })).data!.categories;
  const path = first!.path;
  const browse = async (url: string, query: Readonly<Record<string, string>>) => {
    const answer = await http.inject({ url, query: { token: owner.project!, visitor: 'ann', ...query } });
    const { query_id, items } = answer.json<{ data: { query_id: string; items: { id: string }[] } }>().data;
    return { id: query_id, items: items.map((item) => item.id) };
  };
  const looks = [
    await browse(frontCatalog.path, { path }),
    await browse(frontSearch.path, { filters: JSON.stringify({ category: [path] }) }),
  ];
  await browse(frontCatalog.path, { path, page: '2', per_page: '1' });
  await browse(frontCatalog.path, { path, sort: 'price:asc' });
  await browse(frontCatalog.path, {});
  const item_id = looks[0]!.items[0]!;
  await server.call({}, frontEvents, { token: owner.project, events: [{ type: 'click', item_id, query_id: looks[0]!.id }] });
  const left = db.selectFrom('shop_event').select('looks_left').where('query_id', '=', looks[0]!.id);
  await vi.waitFor(async () => expect(await left.executeTakeFirst()).toEqual({ looks_left: 0 }), 20_000);
  const logged = db.selectFrom('shop_query').select(['query_id', 'term', 'is_counted', 'list_hash', 'click_count']);
  const rows = await logged.where('result_object', '=', 'catalog').orderBy('id').execute();
  const look = { term: path, is_counted: 0, list_hash: expect.any(String), click_count: 0 };
  expect(rows).toEqual(looks.map(({ id }) => ({ query_id: id, ...look })));
  expect(await db.selectFrom('search_day').select('id').where('result_object', '=', 'catalog').execute()).toEqual([]);

  const settings = { collection_id: owner.collectionId, relevant_rate: 70 as const, fields: [], learning: 'off' as const };
  expect((await server.call(owner, saveRelevance, settings)).status).toBe(200);
  await browse(frontCatalog.path, { path });
  await search('lamp');
  expect(await logged.where('result_object', '=', 'catalog').execute()).toHaveLength(rows.length);
});

test('stores networks as hashes, the same for addresses of one', async () => {
  const [one, neighbour, other] = [
    await search('teapot', {}, '198.51.100.1'),
    await search('teapot', {}, '198.51.100.200'),
    await search('teapot', {}, '198.51.101.1'),
  ];
  expect(one.network).toMatch(/^[\w-]{16}$/);
  expect(neighbour.network).toBe(one.network);
  expect(other.network).not.toBe(one.network);
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:0:7::/64', '2001:db8:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('replaces the key of networks each week, on all servers', async () => {
  const { db, close } = await openTestDatabase();
  try {
    const { id } = await addProject(db);
    let now = Date.parse('2026-03-04');
    const [one, other] = [networkHashes(db, () => now), networkHashes(db, () => now)];
    const hashes = async () => Promise.all([one, other].map(async (hash) => (await hash())(id, '203.0.113')));
    const [first, same] = await hashes();
    expect(same).toBe(first);
    now = Date.parse('2026-03-08T23:00Z');
    expect(await hashes()).toEqual([first, first]);
    const keys = () => db.selectFrom('server_setting').select('value').where('name', 'like', 'key of networks').execute();
    const before = await keys();
    now = Date.parse('2026-03-09');
    const [next, nextSame] = await hashes();
    expect(next).not.toBe(first);
    expect(nextSame).toBe(next);
    expect(await keys()).toHaveLength(1);
    expect(await keys()).not.toEqual(before);
  } finally {
    await close();
  }
});

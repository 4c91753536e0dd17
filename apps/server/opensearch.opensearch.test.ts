import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOpenSearchEngine } from '#opensearch/opensearch-engine.ts';
import { explainItem } from '#features/developer/query-tester/query-tester.contract.ts';
import { frontAutocomplete } from '#features/front-api/autocomplete/autocomplete.contract.ts';
import { frontCatalog } from '#features/front-api/catalog/catalog.contract.ts';
import { frontEvents } from '#features/front-api/events/events.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { frontSimilar } from '#features/front-api/similar/similar.contract.ts';
import { frontTrending } from '#features/front-api/trending/trending.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { openSampleShop, type ShopProcess, type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  askedAgain,
  cachedPaths,
  cacheShortly,
  fail,
  failures,
  type ServiceProxy,
  startServiceProxy,
} from '#testing/processes/service-proxy.ts';
import { type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';

const url = process.env['AISLE_TEST_OPENSEARCH_URL'];

describe.skipIf(url === undefined)('a server that searches with OpenSearch', () => {
  const prefix = `aisle-test-server-${process.pid}-${Date.now().toString(36)}`;
  let dataDirectory: string;
  let server: ServerProcess;
  let owner: ShopProcess['owner'];
  let collection: number;

  beforeAll(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-test-'));
    const env = { AISLE_DATA: dataDirectory, AISLE_OPENSEARCH_URL: url ?? '', AISLE_OPENSEARCH_PREFIX: prefix };
    server = await startServerProcess(env);
    ({ owner, collectionId: collection } = await openSampleShop(server));
  });
  afterAll(async () => {
    await server.stop();
    const engine = openOpenSearchEngine({ url: url ?? '', prefix });
    await engine.drop(engineCollection(collection));
    await engine.close();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  test('imports in a process of its own and finds what was imported', async () => {
    const search = { q: 'kettle', token: owner.project };
    // A first search may exceed the limit on two cores.
    await expect.poll(async () => (await server.call(owner, frontSearch, search)).data?.total_count).toBeGreaterThan(0);
    const found = await server.call(owner, frontAutocomplete, { q: 'ket', token: owner.project });
    expect(found.data?.suggestions.length).toBeGreaterThan(0);
  });

  test('browses categories, finds similar items and takes events', async () => {
    const token = owner.project;
    const all = (await server.call({}, frontCatalog, { token })).data!;
    const [first] = all.categories;
    expect(first!.count).toBeGreaterThan(0);
    const within = (await server.call({}, frontCatalog, { token, path: first!.path })).data!;
    expect(within.total_count).toBe(first!.count);
    expect(within.categories.length).toBeGreaterThan(0);
    for (const { path: below } of within.categories) expect(below.split(' > ').slice(0, -1).join(' > ')).toBe(first!.path);
    const { id } = (await server.call({}, frontSearch, { token, q: 'kettle' })).data!.items[0]!;
    const similar = (await server.call({}, frontSimilar, { token, id, limit: 4 })).data!.items;
    expect(similar).toHaveLength(4);
    expect(similar.map((item) => item.id)).not.toContain(id);
    const events = [{ type: 'click' as const, item_id: id }];
    expect((await server.call({}, frontEvents, { token, events })).data).toMatchObject({ accepted_count: 1, refused: [] });
    expect((await server.call({}, frontTrending, { token, limit: 1 })).data).toMatchObject({ basis: 'events', items: [{ id }] });
  });

  test('corrects what is misspelt and explains why an item is found', async () => {
    const { data } = await server.call(owner, frontSearch, { q: 'kettel', token: owner.project });
    const id = data?.items[0]?.id ?? '';
    expect(data?.total_count).toBeGreaterThan(0);
    const explained = await server.call(owner, explainItem, { c: collection, q: 'kettle', id });
    expect(explained.data).toMatchObject({ id, is_found: true });
  });

  test('a server whose OpenSearch does not answer says so and does not start', async () => {
    const env = { AISLE_DATA: path.join(dataDirectory, 'other'), AISLE_OPENSEARCH_URL: 'http://user:secret@127.0.0.1:1' };
    const start = startServerProcess(env);
    await expect(start).rejects.toThrow(
      'No OpenSearch answers at http://127.0.0.1:1; start it, or correct AISLE_OPENSEARCH_URL.',
    );
    await expect(start).rejects.not.toThrow('secret');
  });
});

const prefix = `aisle-test-outage-${process.pid}-${Date.now().toString(36)}`;
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'aisle-outage-'));

describe.skipIf(url === undefined)('cached calls of a shop', () => {
  let proxy: ServiceProxy;
  let server: TestApp;
  let owner: Awaited<ReturnType<TestApp['owner']>>;
  beforeAll(async () => {
    proxy = await startServiceProxy(url!);
    const openSearch = { url: proxy.url, prefix };
    server = await testAppOf(testConfig({ dataDirectory, databaseUrl: null, openSearch }));
    owner = await server.owner('owner@example.com');
    await server.imported(owner, owner.feedId);
    await cacheShortly(server, owner);
    expect((await askedAgain(server, owner)).answered).toBeGreaterThan(cachedPaths.length);
  });
  afterAll(async () => {
    await server.app.engine.drop(engineCollection(owner.collectionId));
    await server.close();
    await proxy.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  test.each(failures)('are answered while OpenSearch %s, and others once it is back', async (failure) => {
    const heal = fail(proxy, failure);
    const { asked, answered } = await askedAgain(server, owner);
    expect(answered / asked).toBeGreaterThanOrEqual(0.999);
    heal();
    const never = `/front/search?q=never+asked+${failures.indexOf(failure)}&token=${owner.project}`;
    await expect.poll(async () => (await server.app.http.inject(never)).statusCode, { interval: 50 }).toBe(200);
  });
});

const perPage = 100;
const redKettles = 3;
const queries = ['kettles', 'kettel', 'red kettle', 'samovar', 'lamp', 'zyxwvut'];

/** A first search may exceed the limit on two cores. */
const warm = { interval: 200 };

const moves = process.env['AISLE_TEST_EVERYTHING'] === undefined ? [] : ['to OpenSearch'];

describe.skipIf(url === undefined).each(moves)('a server that moves from the embedded engine %s', () => {
  const prefix = `aisle-test-move-${process.pid}-${Date.now().toString(36)}`;
  let dataDirectory: string;
  let server: ServerProcess;
  let shop: ShopProcess;
  let before: Found;

  type Found = Awaited<ReturnType<typeof found>>;
  async function found() {
    const answers = queries.map(async (q) => {
      const { data } = await server.call({}, frontSearch, { q, token: shop.owner.project, per_page: perPage, facets: 'brand' });
      const ids = data?.items.map(({ id }) => id) ?? [];
      const count = data?.total_count ?? 0;
      // OpenSearch scores by itself: of a result with several pages, the best items are the same.
      return { q, count, ids: (count > perPage ? ids.slice(0, redKettles) : ids).toSorted(), facets: data?.facets };
    });
    return Promise.all(answers);
  }

  const start = (env: Readonly<Record<string, string>> = {}) => startServerProcess({ AISLE_DATA: dataDirectory, ...env });
  const onOpenSearch = { AISLE_OPENSEARCH_URL: url ?? '', AISLE_OPENSEARCH_PREFIX: prefix };

  beforeAll(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'aisle-test-'));
    server = await start();
    shop = await openSampleShop(server);
    await server.call(shop.owner, synonyms.create, { term: 'samovar', synonyms: ['kettle'], synonym_type_id: 1 });
    before = await found();
    await server.stop();
    server = await start(onOpenSearch);
  });
  afterAll(async () => {
    await server.stop();
    const engine = openOpenSearchEngine({ url: url ?? '', prefix });
    await engine.drop(engineCollection(shop.collectionId));
    await engine.close();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  test('finds nothing until its feeds are imported, and then the same items as before', async () => {
    expect(before.map(({ q, count }) => [q, count > 0])).toEqual(queries.map((q) => [q, q !== 'zyxwvut']));
    expect(await found()).toEqual(queries.map((q) => ({ q, count: 0, ids: [], facets: expect.anything() as unknown })));
    expect((await server.call(shop.owner, reloadFeed, { id: shop.feedId })).status).toBe(200);
    expect((await shop.imported(server)).state).toBe('done');
    await expect.poll(found, warm).toEqual(before);
  });

  test('is back on what the embedded engine had without the setting', async () => {
    await server.stop();
    server = await start();
    expect(await found()).toEqual(before);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOpenSearchEngine } from '#opensearch/opensearch-engine.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { openSampleShop, type ShopProcess, type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';

const url = process.env['AISLE_TEST_OPENSEARCH_URL'];
const perPage = 100;
const redKettles = 3;
const queries = ['kettles', 'kettel', 'red kettle', 'samovar', 'lamp', 'zyxwvut'];
/** A first search may exceed the limit on two cores. */
const warm = { interval: 200 };

describe.skipIf(url === undefined)('a server that moves from the embedded engine to OpenSearch', () => {
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

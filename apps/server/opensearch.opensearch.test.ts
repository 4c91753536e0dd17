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

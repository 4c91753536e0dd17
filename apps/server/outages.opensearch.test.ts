import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineCollection } from '#server/search/project-search.ts';
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

const url = process.env['AISLE_TEST_OPENSEARCH_URL'];
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

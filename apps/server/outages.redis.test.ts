import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { redisSettingsOf } from '#server/cache/redis/redis-settings.ts';
import { redisUrl } from '#server/cache/redis/testing/redis-servers.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
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
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'aisle-outages-'));
const seen = { timeout: 120_000, interval: 50 };

describe.skipIf(redisUrl === undefined)('cached calls of a shop', () => {
  let database: TestDatabase;
  let proxies: Record<'PostgreSQL' | 'Redis', ServiceProxy>;
  let server: TestApp;
  let owner: Awaited<ReturnType<TestApp['owner']>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxies = { PostgreSQL: await startServiceProxy(database.url ?? ''), Redis: await startServiceProxy(redisUrl!) };
    const redis = redisSettingsOf(proxies.Redis.url);
    server = await testAppOf(testConfig({ dataDirectory, databaseUrl: proxies.PostgreSQL.url, redis }));
    owner = await server.owner('owner@example.com');
    await server.imported(owner, owner.feedId);
    await cacheShortly(server, owner);
    await vi.waitFor(() => expect(server.app.cache.shared()).toBe('there'), seen);
    expect((await askedAgain(server, owner)).answered).toBeGreaterThan(cachedPaths.length);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(async () => {
    await server.close();
    for (const proxy of Object.values(proxies)) await proxy.close();
    await database.drop();
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  test.each((['PostgreSQL', 'Redis'] as const).flatMap((service) => failures.map((failure) => ({ service, failure }))))(
    'are answered while $service $failure, and all is well once it is back',
    async ({ service, failure }) => {
      // Expires what is cached for a moment.
      vi.useFakeTimers({ toFake: ['Date'] });
      vi.setSystemTime(Date.now() + 60_000);
      const heal = fail(proxies[service], failure);
      const { asked, answered } = await askedAgain(server, owner);
      expect(answered / asked).toBeGreaterThanOrEqual(0.999);
      heal();
      const isBack = async () => {
        const { status } = await server.call(owner, synonyms.list, {});
        return [status, server.app.cache.shared()];
      };
      await expect.poll(isBack, seen).toEqual([200, 'there']);
    },
  );
});

describe.skipIf(redisUrl === undefined)('a server', () => {
  test('starts without its Redis, tells so, and uses it once it is there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'aisle-away-'));
    const proxy = await startServiceProxy(redisUrl!);
    proxy.die();
    const metricsToken = 'a-token-of-the-test';
    const config = { dataDirectory: folder, databaseUrl: null, redis: redisSettingsOf(proxy.url), metricsToken };
    const { app, close } = await testAppOf(testConfig(config));
    const state = async () => (await app.http.inject('/readyz')).json<{ redis: string }>().redis;
    const headers = { authorization: `Bearer ${metricsToken}` };
    const figures = async () => (await app.http.inject({ url: '/metrics', headers })).body;
    expect([await state(), (await app.http.inject('/readyz')).statusCode]).toEqual(['away', 200]);
    expect(await figures()).toContain('aisle_redis_state 1');
    proxy.heal();
    await expect.poll(state, seen).toBe('there');
    expect(await figures()).toContain('aisle_redis_state 0');
    await close();
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe.skipIf(redisUrl === undefined)('a shop whose visitors may call so often', () => {
  test.each(failures)('is protected as well while Redis %s', async (failure) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'aisle-limits-'));
    const proxy = await startServiceProxy(redisUrl!);
    const callRates = { visitorCallsPerSecond: 5, projectCallsPerSecond: 1_000, personCallsPerSecond: 1_000 };
    const config = { dataDirectory: folder, databaseUrl: null, redis: redisSettingsOf(proxy.url), callRates };
    const server = await testAppOf(testConfig(config));
    const owner = await server.emptyShop('owner@example.com');
    await expect.poll(() => server.app.cache.shared(), seen).toBe('there');
    const heal = fail(proxy, failure);
    const calls = Array.from({ length: 200 }, () => server.app.http.inject(`/front/search?q=a&token=${owner.project}`));
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100);
    heal();
    await server.close();
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

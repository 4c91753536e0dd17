import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Envelope } from '#contract/envelope.ts';
import type { SearchData } from '#contract/search.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { type ServiceProxy, startServiceProxy } from '#testing/processes/service-proxy.ts';
import { requestOf, type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { createTestDatabase, runOnServer, type TestDatabase } from '#testing/test-database.ts';

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'aisle-outage-'));
let database: TestDatabase;
let proxy: ServiceProxy;
let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startServiceProxy(database.url ?? '');
  server = await testAppOf(testConfig({ dataDirectory, databaseUrl: proxy.url }));
  owner = await server.owner('owner@example.com');
  await server.imported(owner, owner.feedId);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  proxy.heal();
  await server.close();
  await proxy.close();
  await database.drop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const itemsOf = (body: string) => (JSON.parse(body) as Envelope<SearchData>).data?.items.map(({ id }) => id);
const save = (term: string) => server.call(owner, synonyms.create, { term, synonym_type_id: 1, synonyms: [`${term}s`] });
const isBack = async () => {
  await expect.poll(async () => (await save('back')).status, { interval: 50 }).not.toBe(503);
};

test('PostgreSQL that ends connections under writes fails some of them with 503, and never the server', async () => {
  const name = new URL(database.url ?? '').pathname.slice(1);
  const statuses = new Set<number>();
  for (let round = 0; round < 15; round += 1) {
    const saved = Array.from({ length: 4 }, (_none, at) => save(`word${round}x${at}`));
    await runOnServer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    );
    for (const { status } of await Promise.all(saved)) statuses.add(status);
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await isBack();
});

const shopSearch = () => server.app.http.inject({ url: `/front/search?q=kettle&token=${owner.project}` });

test.each(['hang', 'die'] as const)(
  'a shop that was searched before goes on being searched when its connections %s',
  async (fail) => {
    const before = await shopSearch();
    expect(before.json<Envelope<SearchData>>().data!.total_count).toBeGreaterThan(0);
    // Expires what is cached for a moment.
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 60_000);
    proxy[fail]();
    for (let time = 0; time < 5; time += 1) {
      const { statusCode, body } = await shopSearch();
      expect([statusCode, itemsOf(body)]).toEqual([200, itemsOf(before.body)]);
    }
    proxy.heal();
    await isBack();
  },
);

test('while it is dead calls of the console answer 503 with when to try again, and work once it is back', async () => {
  proxy.die();
  const { status, errors } = await server.call(owner, synonyms.list, {});
  expect([status, errors[0]?.code]).toEqual([503, 'databaseDown']);
  const ready = await server.app.http.inject({ url: '/readyz' });
  expect(ready.statusCode).toBe(503);
  const response = await server.app.http.inject({ url: `/front/search?q=kettle&token=${'x'.repeat(43)}` });
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
  proxy.heal();
  await isBack();
});

test('while it takes no changes people and shops read, saving answers 503 with when to try again, and works once it does', async () => {
  const setReadOnly = async (setting: 'on' | 'off') => {
    await runOnServer(
      `alter database ${new URL(database.url!).pathname.slice(1)} set default_transaction_read_only = ${setting}`,
    );
    // Settings apply to new connections only.
    proxy.reset();
  };
  const state = async () => (await server.app.http.inject('/readyz')).json<{ database?: string }>().database;
  const before = await shopSearch();
  // Sessions write their last use once a minute.
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 120_000);
  await setReadOnly('on');
  await expect.poll(state, { interval: 50 }).toBe('readOnly');
  expect((await server.call(owner, synonyms.list, {})).status).toBe(200);
  expect(itemsOf((await shopSearch()).body)).toEqual(itemsOf(before.body));
  const saving = requestOf(owner, synonyms.create, { term: 'kept out', synonym_type_id: 1, synonyms: ['other'] });
  const { statusCode, headers, body } = await server.app.http.inject(saving);
  expect([statusCode, headers['retry-after'], (JSON.parse(body) as Envelope<null>).errors[0]?.code]).toEqual([
    503,
    '5',
    'databaseReadOnly',
  ]);
  await setReadOnly('off');
  await isBack();
  expect(await state()).toBe('there');
});

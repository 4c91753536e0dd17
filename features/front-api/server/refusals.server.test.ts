import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const token = 'a-token-for-prometheus';
const perSecond = 30;
let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
let other: typeof owner;
let url: string;
beforeAll(async () => {
  const callRates = { visitorCallsPerSecond: 1_000, projectCallsPerSecond: perSecond, personCallsPerSecond: 100 };
  server = await startTestApp({ callRates, metricsToken: token });
  [owner, other] = [await server.owner('owner@example.com'), await server.owner('other@example.com')];
  for (const one of [owner, other]) await server.imported(one, one.feedId);
  await server.app.http.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.app.http.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const path = (of: typeof owner, name = 'search'): string => `/front/${name}?q=lamp&token=${of.project}`;
/** As it comes over a socket. */
const ask = (of: typeof owner, name?: string) => fetch(url + path(of, name));
/** As it comes past everything that is done ahead. */
const askUsualWay = (of: typeof owner) => server.app.http.inject(path(of));

async function refusedByFigures(): Promise<number> {
  const { body } = await server.app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  const line = /^aisle_search_duration_seconds_count\{kind="search",outcome="limited"\} (\d+)$/m.exec(body);
  return Number(line?.[1] ?? 0);
}

test('a project that is called too often is refused ahead as on the usual way, and counted; another one is not', async () => {
  // Nothing of the limit comes back meanwhile, however slow the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  for (let call = 0; call < perSecond; call += 1) await askUsualWay(owner);
  const [before, ahead, usual] = [await refusedByFigures(), await ask(owner), await askUsualWay(owner)];
  expect([ahead.status, usual.statusCode]).toEqual([429, 429]);
  expect(await ahead.json()).toEqual(usual.json());
  const changing = ['date', 'connection', 'keep-alive', 'x-request-id'];
  const names = (headers: Iterable<[string, unknown]>) => [...headers].filter(([name]) => !changing.includes(name));
  expect(Object.fromEntries(names(ahead.headers))).toEqual(
    Object.fromEntries(names(Object.entries(usual.headers)).map(([name, value]) => [name, String(value)])),
  );
  expect(ahead.headers.get('retry-after')).toBe('1');
  expect((await refusedByFigures()) - before).toBe(2);
  expect((await ask(other)).status).toBe(200);
  // What is refused ahead is among the calls that come often: others are told what they are.
  expect((await ask(owner, 'nothing')).status).toBe(404);
});

test('searches that would be queued in vain are refused ahead where no answers are kept, and kept answers are given', async () => {
  const release = Promise.withResolvers<void>();
  const caller = { project: { id: other.projectId } } as Parameters<typeof server.app.limits.search>[0];
  const queued = Array.from({ length: 600 }, () =>
    server.app.limits.search(caller, new AbortController().signal, () => release.promise).catch(() => undefined),
  );
  expect((await ask(other)).status).toBe(200);
  expect((await ask(other, 'catalog')).status).toBe(503);
  const row = { project_id: other.projectId, endpoint: 'search', is_cached: 0, ttl_seconds: 1, grace_seconds: 1 } as const;
  await server.app.db
    .insertInto('endpoint_caching')
    .values({ ...row, updated_at: 1, updated_by: null })
    .execute();
  server.app.cache.settings.outdate(other.projectId);
  // The first one goes the usual way, and reads the settings.
  const answers = [await ask(other), await ask(other)];
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [503, '1'],
    [503, '1'],
  ]);
  release.resolve();
  await Promise.all(queued);
  expect((await ask(other)).status).toBe(200);
});

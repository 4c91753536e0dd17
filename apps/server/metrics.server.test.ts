import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, ConfigError } from '#apps/server/config.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const token = 'a-token-for-prometheus';
let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
beforeAll(async () => {
  server = await startTestApp({ metricsToken: token });
  owner = await server.owner('a@example.com');
  await server.imported(owner, owner.feedId);
});
afterAll(() => server.close());

const ask = (authorization?: string) =>
  server.app.http.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
async function figures(): Promise<Map<string, number>> {
  const { statusCode, headers, body } = await ask(`Bearer ${token}`);
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]));
}
const search = (q: string, more = '') => server.app.http.inject(`/front/search?token=${owner.project}&q=${q}${more}`);
const searchCount = 'aisle_search_duration_seconds_count{kind="search",outcome="answered"}';

describe('metrics', () => {
  test.each([undefined, '', 'Bearer ', 'Bearer a-token-for-prometheu', `Bearer ${token}x`, token, `Basic ${token}`])(
    'are not shown to whoever says %s',
    async (authorization) => {
      const answer = await ask(authorization);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toContain('aisle_');
    },
  );

  test('count searches, calls by route and status, imports, cached answers and jobs', async () => {
    const before = await figures();
    for (let time = 0; time < 3; time += 1) expect((await search('lamp')).statusCode).toBe(200);
    expect((await search('lamp', '&page=-1')).statusCode).toBe(422);
    const after = await figures();
    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown(searchCount)).toBe(3);
    expect(grown('aisle_search_duration_seconds_count{kind="search",outcome="refused"}')).toBe(1);
    expect(grown('aisle_http_request_duration_seconds_count{method="GET",route="/front/search",status="2xx"}')).toBe(3);
    expect(grown('aisle_http_request_duration_seconds_count{method="GET",route="/front/search",status="4xx"}')).toBe(1);
    expect(after.get('aisle_imports_total{state="done"}')).toBe(1);
    expect(after.get('aisle_searches_running')).toBe(0);
    expect(after.get('aisle_disk_level')).toBeGreaterThanOrEqual(0);
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(after.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });

  test('tell what is under way', async () => {
    await server.app.db
      .insertInto('job')
      .values({ kind: 'never-done', key: '1', payload: '{}', state: 'waiting', attempts: 0, run_at: 0, created_at: 0 })
      .execute();
    expect((await figures()).get('aisle_jobs{kind="never-done",state="waiting"}')).toBe(1);
  });

  test('have no series of what callers make up', async () => {
    await figures();
    const before = (await figures()).size;
    for (let number = 0; number < 50; number += 1) {
      await server.app.http.inject(`/front/search/${number}`);
      await server.app.http.inject(`/made-up/${number}?q=${number}`);
      await search(`word${number}`);
    }
    expect((await figures()).size - before).toBeLessThan(60);
    const routes = [...(await figures()).keys()].flatMap((name) => /route="([^"]*)"/.exec(name)?.[1] ?? []);
    expect(routes.filter((route) => /\d|made-up|word/.test(route))).toEqual([]);
  });

  test('are what the dashboard asks for', async () => {
    await search('lamp');
    const file = path.join(import.meta.dirname, '..', '..', 'deploy', 'grafana-dashboard.json');
    const asked = [...readFileSync(file, 'utf8').matchAll(/\b(?:aisle|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) => name);
    const known = new Set([...(await figures()).keys()].map((name) => name.replace(/\{.*/, '')));
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });
});

test('without a token there are no metrics', async () => {
  const answer = await (await sharedServer()).app.http.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } });
  expect(answer.body).not.toContain('aisle_');
  expect(readConfig({}).metricsToken).toBe(null);
});

test.each(['short', 'a token with spaces in it', 'ein-schlüssel-mit-umlaut'])('%s is refused as a token', (text) => {
  expect(() => readConfig({ AISLE_METRICS_TOKEN: text })).toThrow(ConfigError);
});

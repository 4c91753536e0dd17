import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CachedEndpoint, usualCaching } from '#contract/endpoint.ts';
import { sessionHeader } from '#contract/envelope.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { purgeEndpoints, updateEndpoint } from '#features/developer/endpoints/endpoints.contract.ts';
import { exportProject, importProject } from '#features/owner/project-file/project-file.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { redisSettingsOf } from '#server/cache/redis/redis-settings.ts';
import { redisUrl } from '#server/cache/redis/testing/redis-servers.ts';
import { type TestApp, startTwoApps } from '#testing/test-app.ts';

/** Publishing reaches other servers within a second. */
const seen = { timeout: 120_000, interval: 50 };

interface Answered {
  readonly status: number;
  readonly items: readonly { readonly id: string }[];
}

describe.skipIf(redisUrl === undefined)('two servers with one Redis and one PostgreSQL', () => {
  let servers: Awaited<ReturnType<typeof startTwoApps>>;
  let owner: Awaited<ReturnType<TestApp['owner']>>;
  let stranger: typeof owner;
  const both = (): readonly TestApp[] => [servers.one, servers.other];
  beforeAll(async () => {
    const redis = redisSettingsOf(redisUrl!)!;
    servers = await startTwoApps([{ redis }, { redis }]);
    for (const { app } of both()) await vi.waitFor(() => expect(app.cache.shared()).toBe('there'), seen);
    owner = await servers.one.owner('owner@example.com');
    stranger = await servers.one.owner('stranger@example.com');
    for (const one of [owner, stranger]) await servers.one.imported(one, one.feedId);
  });
  afterAll(() => servers.close());
  afterEach(() => vi.restoreAllMocks());

  async function call(server: TestApp, path: string, headers: Record<string, string> = {}, of = owner): Promise<Answered> {
    const url = `${path}${path.includes('?') ? '&' : '?'}token=${of.project}`;
    const { statusCode: status, body } = await server.app.http.inject({ url, headers });
    const { data } = JSON.parse(body) as { data: Pick<Answered, 'items'> | null };
    return { status, items: data?.items ?? [] };
  }
  const madeBy = ({ app }: TestApp): number => app.cache.answers.figures().makeCount;
  async function makesOf(path: string): Promise<readonly number[]> {
    const counts = [];
    for (const server of both()) {
      const before = madeBy(server);
      expect((await call(server, path)).status).toBe(200);
      counts.push(madeBy(server) - before);
    }
    return counts;
  }
  let count = 0;
  /** A busy server skips Redis, so several queries are tried. */
  const isHitOnTheOther = async (endpoint: CachedEndpoint = 'search'): Promise<boolean> => {
    const [one, other] = await makesOf(`/front/${endpoint}?q=kettle&per_page=${(count += 1)}`);
    return one === 1 && other === 0;
  };

  test('an answer that one has made is a hit on the other', async () => {
    for (const endpoint of ['search', 'autocomplete'] as const)
      await expect.poll(() => isHitOnTheOther(endpoint), seen).toBe(true);
    expect((await Promise.all(both().map(({ app }) => app.http.inject('/readyz')))).map((reply) => reply.json())).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ status: 'ready', redis: 'there' })),
    );
  });

  test('a purge, other settings and a file of the project on one end it on both, and leave other projects alone', async () => {
    const path = '/front/search?q=mug';
    const input = { id: 1, is_cached: true, cache_ttl: 90, cache_grace_period: 300 };
    const { data: file } = await servers.one.call(owner, exportProject, {});
    for (const end of [
      () => servers.one.call(owner, purgeEndpoints, {}),
      () => servers.other.call(owner, updateEndpoint, input),
      () => servers.one.call(owner, importProject, { text: file!.text, dry_run: false }),
    ]) {
      await makesOf(path);
      for (const server of both()) await call(server, path, {}, stranger);
      expect(await makesOf(path)).toEqual([0, 0]);
      expect((await end()).status).toBe(200);
      const before = both().map(madeBy);
      await expect.poll(() => both().flatMap(rowsOf), seen).toEqual([]);
      for (const server of both()) await call(server, path, {}, stranger);
      expect(both().map(madeBy)).toEqual(before);
      expect((await makesOf(path)).reduce((sum, made) => sum + made)).toBeGreaterThan(0);
    }
  });
  const rowsOf = ({ app }: TestApp): string[] =>
    app.cache.answers
      .listHere(owner.projectId)
      .map(({ key }) => key)
      .filter((key) => key.includes('mug'));

  test('a rule that is published on one is seen on both, and what was made before it is given by neither', async () => {
    const path = '/front/search?q=xylophon';
    for (const server of both()) expect((await call(server, path)).items).toEqual([]);
    await servers.one.call(owner, synonyms.create, { term: 'xylophon', synonyms: ['kettle'] });
    expect((await call(servers.one, path)).items.length).toBeGreaterThan(0);
    await expect.poll(async () => (await call(servers.other, path)).items.length, seen).toBeGreaterThan(0);
    for (let time = 0; time < 5; time += 1)
      for (const server of both()) expect((await call(server, path)).items.length).toBeGreaterThan(0);
  });

  test('of a thousand calls at once, half of them on each, each server runs the search once at most', async () => {
    const searches = both().map(({ app }) => vi.spyOn(app.limits, 'search'));
    const calls = both().flatMap((server) => Array.from({ length: 500 }, () => call(server, '/front/search?q=towel&page=2')));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
    const counts = searches.map(({ mock }) => mock.calls.length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(1);
    expect(counts.reduce((sum, one) => sum + one)).toBeGreaterThan(0);
  });

  test('answers to people who work on the shop and errors are shared with nobody', async () => {
    const headers = { [sessionHeader]: owner.token };
    expect((await call(servers.one, '/front/search?q=bowl', headers)).status).toBe(200);
    vi.spyOn(servers.one.app.engine, 'open').mockRejectedValue(new SearchDownError('away'));
    expect((await call(servers.one, '/front/search?q=bowl')).status).toBe(503);
    const before = madeBy(servers.other);
    expect((await call(servers.other, '/front/search?q=bowl')).status).toBe(200);
    expect(madeBy(servers.other)).toBe(before + 1);
  });

  test('while the engine of one is down, it gives what the other has made', async () => {
    const path = '/front/search?q=vase';
    expect(usualCaching.search.graceSeconds).toBeGreaterThan(0);
    vi.spyOn(servers.one.app.engine, 'open').mockRejectedValue(new SearchDownError('away'));
    expect((await call(servers.one, path)).status).toBe(503);
    const shared = async (): Promise<number> => {
      await servers.other.call(owner, purgeEndpoints, {});
      await call(servers.other, path);
      return (await call(servers.one, path)).status;
    };
    await expect.poll(shared, seen).toBe(200);
  });
});

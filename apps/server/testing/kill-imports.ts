import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '#features/account/account.contract.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/front-api.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { type FeedHost, startFeedHost } from '#server/testing/feed-host.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { testPassword, type Actor } from '#server/testing/test-app.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/test-process.ts';

const itemCount = 4000;
const secondsPerKill = 12;

/** Tests that a server killed during imports, so often, at random moments, loses nothing that it acknowledged. */
export function importsSurviveKills(kills: number): void {
  let host: FeedHost;
  let database: { url: string | null; drop(): Promise<void> };
  let data: string;
  let server: ServerProcess;

  beforeAll(async () => {
    host = await startFeedHost();
    database = await createTestDatabase();
    data = await mkdtemp(path.join(tmpdir(), 'aisle-kill-'));
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    await host.close();
    await rm(data, { recursive: true, force: true });
  });

  const start = () =>
    startServerProcess({
      AISLE_DATA: data,
      AISLE_ALLOW_PRIVATE_FEEDS: host.host,
      ...(database.url !== null && { AISLE_DATABASE_URL: database.url }),
    });

  /** A feed whose items all carry its version, so that a mixture of two would show. */
  const feed = (version: number): string =>
    Array.from({ length: itemCount }, (_, index) =>
      JSON.stringify({
        id: `p${index}`,
        name: `Lamp number${index} version${version}`,
        price: index + 1,
        brand: `Version ${version}`,
      }),
    ).join('\n');

  async function imported(actor: Actor, id: number): Promise<string> {
    for (let tries = 0; tries < 1500; tries += 1) {
      const { data: found } = await server.call(actor, readFeed, { id });
      if (found?.last_import?.finished_at) return found.last_import.state;
      await sleep(20);
    }
    throw new Error('The import did not end within 30 seconds.');
  }

  /** How many items of which version are live, in one answer, so that an import that ends meanwhile can't show twice. */
  const versionsFound = async (token: string): Promise<Record<string, number>> => {
    const { data: found } = await server.call({}, frontSearch, { token, q: 'lamp ', facets: 'brand' });
    const values = found?.facets[0]?.values ?? [];
    return Object.fromEntries(values.map(({ value, count }) => [String(value), count]));
  };

  test(
    'an import killed at any point leaves the live items whole, and ends after the next start',
    async () => {
      server = await start();
      const person = {
        name: 'A',
        surname: 'B',
        email: 'a@example.com',
        password: testPassword,
        password_confirmation: testPassword,
        agree: true,
      };
      const { data: session } = await server.call({}, register, person);
      const url = host.put('/feed.ndjson', feed(0), 'application/x-ndjson');
      const { data: project } = await server.call({ token: session!.token }, createProject, {
        name: 'Lamps',
        language: 'en',
        data_source: 'custom_feed',
        feed_url: url,
      });
      const actor = { token: session!.token, project: project!.token };
      const feedId = project!.feed_id!;
      expect(await imported(actor, feedId)).toBe('done');
      expect(await versionsFound(project!.token)).toEqual({ 'Version 0': itemCount });

      let acknowledged = 0;
      for (let version = 1; version <= kills; version += 1) {
        host.put('/feed.ndjson', feed(version), 'application/x-ndjson');
        expect((await server.call(actor, reloadFeed, { id: feedId })).status).toBe(200);
        const added = await server.call(actor, synonyms.create, { term: `term ${version}`, synonyms: ['lamp'] });
        if (added.status === 200) acknowledged += 1;
        await sleep(Math.random() * 900);
        await server.kill();
        const startedAt = performance.now();
        server = await start();
        expect(performance.now() - startedAt).toBeLessThan(10_000);

        const whole = [version - 1, version].map((one) => ({ [`Version ${one}`]: itemCount }));
        expect(whole, `after kill ${version}`).toContainEqual(await versionsFound(project!.token));
        expect(await imported(actor, feedId)).toBe('done');
        expect(await versionsFound(project!.token), `after the import of version ${version}`).toEqual(whole[1]);
        expect((await server.call(actor, synonyms.list, {})).data?.total_count).toBe(acknowledged);
      }
    },
    60_000 + kills * secondsPerKill * 1000,
  );
}

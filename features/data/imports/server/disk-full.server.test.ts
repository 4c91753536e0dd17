import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planOf } from '#engine/testing/catalogue.ts';
import { login } from '#features/account/account.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { isDiskFull } from '#process-kit/storage-failure.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import type { RunImport } from './imports.task.ts';
import { forkImport } from '#apps/server/fork-import.ts';
import { type FeedShop, type FeedShops, lamps, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { mountSmallDisk, noDisk } from '#testing/processes/small-disk.ts';
import { testPassword } from '#testing/test-app.ts';

const isSqlite = process.env.AISLE_TEST_DATABASE_URL === undefined;
const diskMegabytes = 24;
const itemCount = 60;
/** Promised is half a minute. */
const recovers = { interval: 100 };

const disk = mountSmallDisk(diskMegabytes);

describe.skipIf(disk === null)('a disk without room', () => {
  const { folder, fill, fillBut, empty, usedBytes, close } = disk ?? noDisk;
  let shops: FeedShops;
  let made: FeedShop;
  /** In a process of its own where its end there is what counts. */
  let importer: RunImport = runImport;
  beforeAll(async () => {
    mkdirSync(folder);
    shops = await startFeedShops({ dataDirectory: folder, runImport: (...task) => importer(...task) });
    made = await shops.shop(shops.host.put('/feed', lamps(itemCount)));
    await shops.server.imported(made.actor, made.feedId);
  });
  beforeEach(async () => {
    fill(0);
    empty();
    await shops.server.app.disk.look();
    await shops.server.imported(made.actor, made.feedId);
  });
  afterAll(async () => {
    await shops.close();
    close();
  });

  const lastImport = async () => (await shops.server.call(made.actor, readFeed, { id: made.feedId })).data!.last_import!;
  const foundCount = async () =>
    (await shops.server.call({}, frontSearch, { token: made.actor.project!, q: 'lamp' })).data?.total_count;
  const addSynonym = (term: string) => shops.server.call(made.actor, synonyms.create, { term, synonyms: ['lamp'] });
  const signIn = async () => {
    const { email } = await shops.server.app.db.selectFrom('user').select('email').executeTakeFirstOrThrow();
    return (await shops.server.call({}, login, { email, password: testPassword })).status;
  };
  const told = async () => (await shops.server.call(made.actor, listMessages, {})).data?.map(({ kind }) => kind);

  test('lets imports wait at 90 %, refuses to save at 95 %, searches, and goes on by itself', async () => {
    const { server } = shops;
    fill(0.91);
    await server.app.disk.look();
    expect((await server.call(made.actor, reloadFeed, { id: made.feedId })).status).toBe(200);
    await server.app.db.updateTable('import').set({ created_at: 0 }).where('state', '=', 'waiting').execute();
    expect((await addSynonym('saved at 91 %')).status).toBe(200);
    await expect.poll(told, recovers).toEqual(['diskFull']);
    expect(await lastImport()).toMatchObject({ state: 'waiting', waits_for_room: true });

    fill(0.96);
    await server.app.disk.look();
    expect(await addSynonym('refused')).toMatchObject({ status: 507, errors: [{ code: 'diskFull' }] });
    const answer = await server.app.http.inject({
      url: '/api/elastic/ping',
      headers: { 'x-session-token': made.actor.token, 'x-client-id': made.actor.project },
    });
    expect(answer.headers['x-saving']).toBe('off');
    expect(await signIn()).toBe(200);
    expect(await foundCount()).toBe(itemCount);
    expect((await lastImport()).state).toBe('waiting');

    empty();
    await expect.poll(async () => (await lastImport()).state, recovers).not.toBe('waiting');
    expect((await server.imported(made.actor, made.feedId)).last_import?.state).toBe('done');
    expect((await addSynonym('saved again')).status).toBe(200);
    await expect.poll(told, recovers).toEqual([]);
  });

  test('fails an import that needs more than is left, with a reason and without a trace', async () => {
    const { server, host } = shops;
    importer = forkImport;
    const generations = () => readdirSync(path.join(folder, 'search', engineCollection(made.collectionId))).toSorted();
    const [before, usedBefore] = [generations(), usedBytes()];
    fill(0.89);
    const texts = Array.from({ length: 6_000 }, (_, at) => ({
      id: `${at}`,
      name: `Lamp ${at}`,
      description: `${at} `.repeat(160),
    }));
    host.put('/feed', texts.map((item) => JSON.stringify(item)).join('\n'));
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    const { last_import: last } = await server.imported(made.actor, made.feedId);
    expect(last).toMatchObject({ state: 'failed', failure: { code: 'diskFull' } });
    expect(generations()).toEqual(before);
    empty();
    expect(usedBytes() - usedBefore).toBeLessThan(1024 * 1024);
    expect(await foundCount()).toBe(itemCount);

    await server.app.disk.look();
    host.put('/feed', lamps(itemCount));
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    expect((await server.imported(made.actor, made.feedId)).last_import?.state).toBe('done');
    importer = runImport;
  });

  test('to the last byte refuses each write, keeps what was there, and serves searches', async () => {
    const { server } = shops;
    const collection = engineCollection(made.collectionId);
    const change = (price: number) =>
      server.app.engine.change(collection, [{ kind: 'patch', id: '1', fields: { price, note: 'long '.repeat(50_000) } }]);
    const priceNow = async () => (await server.app.engine.items(collection, ['1']))[0]?.fields['price'];
    await change(100);
    const { data: added } = await addSynonym('to be deleted');
    if (isSqlite) await sql`pragma wal_checkpoint(truncate)`.execute(server.app.db);
    fill(1);
    expect(await change(200).catch(isDiskFull)).toBe(true);
    // What the change has given back, others may have taken.
    fill(1);
    expect(await priceNow()).toBe(100);
    expect(await foundCount()).toBe(itemCount);
    const remove = () => server.call(made.actor, synonyms.remove, { id: added!.id });
    // Deleting is tried, as it may make room; the accounts and settings of PostgreSQL are on another disk.
    expect((await remove()).status).toBe(isSqlite ? 507 : 200);
    // So is signing in; what is left of a disk that counts as full is for that.
    expect(await signIn()).toBe(isSqlite ? 507 : 200);
    const inTransaction = server.app.db.transaction().execute((transaction) =>
      transaction
        .updateTable('user')
        .set({ surname: 'long '.repeat(50_000) })
        .execute(),
    );
    expect(await inTransaction.then(() => false, isDiskFull)).toBe(isSqlite);
    expect((await server.call(made.actor, synonyms.list, {})).status).toBe(200);

    empty();
    await change(300);
    expect(await priceNow()).toBe(300);
    if (isSqlite) expect((await remove()).status).toBe(200);
  });

  test.each([0, 4, 8, 16, 32, 64])(
    'refuses the first changes after an import with %i kB left, searches, and recovers',
    async (left) => {
      const { server, host } = shops;
      const { engine } = server.app;
      const collection = engineCollection(made.collectionId);
      const counts = async () => [
        (await engine.search(collection, planOf([]))).totalCount,
        (await engine.status(collection))?.itemCount,
      ];
      host.put('/feed', lamps(itemCount));
      await server.call(made.actor, reloadFeed, { id: made.feedId });
      await server.imported(made.actor, made.feedId);
      if (isSqlite) await sql`pragma wal_checkpoint(truncate)`.execute(server.app.db);
      fillBut(left);
      const put = (id: string) =>
        engine.change(collection, [{ kind: 'put', item: { id, fields: { name: 'Lamp '.repeat(30_000) } } }]);
      for (let tries = 0; tries < 4; tries += 1) {
        const refused: unknown = await put('new').catch((error: unknown) => error);
        expect(isDiskFull(refused), JSON.stringify(refused)).toBe(true);
        expect(await counts()).toEqual([itemCount, itemCount]);
      }
      empty();
      expect(await put('new')).toEqual(['created']);
      expect(await counts()).toEqual([itemCount + 1, itemCount + 1]);
      await engine.change(collection, [{ kind: 'remove', id: 'new' }]);
    },
  );

  /** Left on the disk when an import is about to go live: each time another step finds no room. */
  test.each([0, 40])(
    'serves the items of one import with %i kB left as it goes live, and ends it once there is room',
    async (left) => {
      const { server, host } = shops;
      const body = (brand: string) => lamps(itemCount).replaceAll('"name"', `"brand":"${brand}","name"`);
      const found = async () => {
        const { data } = await server.call({}, frontSearch, { token: made.actor.project!, q: 'lamp', facets: 'brand' });
        return Object.fromEntries((data!.facets[0]?.values ?? []).map(({ value, count }) => [String(value), count]));
      };
      host.put('/feed', body('before'));
      await server.call(made.actor, reloadFeed, { id: made.feedId });
      await server.imported(made.actor, made.feedId);
      const isFull = new Promise<void>((resolve) => {
        importer = async (task, listener) => {
          const outcome = await runImport(task, listener);
          importer = runImport;
          fillBut(left);
          resolve();
          return outcome;
        };
      });
      host.put('/feed', body('after'));
      expect((await server.call(made.actor, reloadFeed, { id: made.feedId })).status).toBe(200);
      await isFull;
      const whole = ['before', 'after'].map((brand) => ({ [brand]: itemCount }));
      for (let look = 0; look < 20; look += 1) expect(whole).toContainEqual(await found());
      if (left === 0) expect((await lastImport()).state).toBe('running');
      await server.app.disk.look();
      expect(server.app.disk.level()).toBe('full');

      empty();
      await server.app.disk.look();
      await expect.poll(async () => (await lastImport()).state, recovers).toBe('done');
      expect(await found()).toEqual(whole[1]);
    },
  );
});

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCollection } from '#features/data/collections/collections.contract.ts';
import { readFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { crashVariable } from '#process-kit/crash-point.ts';
import { readConfig } from '#apps/server/config.ts';
import { databaseName } from '#apps/server/data-directory.ts';
import { type KilledShop, openKilledShop } from '#testing/processes/killed-shop.ts';
import { runServerCommand, type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const isOnPostgres = process.env.AISLE_TEST_DATABASE_URL !== undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'aisle-backup-'));
const target = path.join(folder, 'backups');
/** Below the item API's rate limit. */
const pauseMs = 110;
const backupsDuringImports = process.env.AISLE_TEST_EVERYTHING === undefined ? 1 : 3;
const longImportMs = 60_000;

let shop: KilledShop;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  shop = await openKilledShop();
});
afterAll(async () => {
  for (const end of ends) await end();
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = (database: string | null): Record<string, string> =>
  database === null ? {} : { AISLE_DATABASE_URL: database };
const original = () => ({ AISLE_DATA: shop.data, ...addressOf(isOnPostgres ? shop.databaseAddress : null) });

/** In this process; the commands print what these throw and return. */
const backupInto = (place: string, env: Record<string, string> = original()) => takeBackup(readConfig(env), place);
const backup = async (): Promise<string> => (await backupInto(target)).folder;
const quietly = { isReplacing: false, tell: () => undefined };

let count = 0;
async function emptyPlace(): Promise<Record<string, string>> {
  const { url, drop } = await createEmptyDatabase();
  ends.unshift(drop);
  return { AISLE_DATA: path.join(folder, `restored${(count += 1)}`), ...addressOf(url) };
}

async function restored(from: string): Promise<ServerProcess> {
  const place = await emptyPlace();
  // Like a mount point.
  mkdirSync(path.join(place['AISLE_DATA']!, 'uploads'), { recursive: true });
  const { exitCode, said } = await runServerCommand('restore', [from], place);
  expect(exitCode, said).toBe(0);
  expect(said).toMatch(/^Backup of \d{4}-\d\d-\d\dT.* by Aisle .*: (SQLite|PostgreSQL), 1 project, /);
  const server = await startServerProcess({ ...place, AISLE_SEARCH_THREADS: '0', AISLE_ALLOW_PRIVATE_FEEDS: shop.feedHost });
  ends.unshift(() => server.stop());
  return server;
}

async function answersOf(server: Pick<ServerProcess, 'call' | 'url'>): Promise<unknown> {
  const token = shop.owner.project!;
  const searches = await Promise.all(
    ['lamp', 'number7', 'sconce', ''].map((q) => server.call({}, frontSearch, { token, q, facets: 'brand' })),
  );
  const { data: collection } = await server.call(shop.owner, readCollection, { id: shop.collectionId });
  return {
    found: searches.map(({ data }) => [data?.total_count, data?.items, data?.facets]),
    // Searches are counted later than they are answered.
    rules: (await server.call(shop.owner, synonyms.list, {})).data?.items.map((rule) => ({ ...rule, search_count: null })),
    feed: (await server.call(shop.owner, readFeed, { id: shop.feeds[0]!.id })).data,
    // SQLite decides the size of its logs.
    generations: collection?.generations.map((generation) => ({ ...generation, size_bytes: null })),
  };
}

test('a restored server answers as the one that was backed up, changed items and rules included', async () => {
  expect(await shop.send('POST', '', { items: [{ id: 'own', name: 'Lamp of our own', price: 7, brand: 'Own' }] })).toBe(200);
  expect((await shop.call(synonyms.create, { term: 'sconce', synonyms: ['lamp'] })).status).toBe(200);
  mkdirSync(path.join(shop.data, 'uploads'), { recursive: true });
  writeFileSync(path.join(shop.data, 'uploads', 'feed'), 'of a person');
  const { exitCode, said } = await runServerCommand('backup', [target], original());
  expect(exitCode, said).toBe(0);
  const server = await restored(/^It is in (.+)$/m.exec(said)?.[1] ?? '');
  expect(readFileSync(path.join(folder, 'restored1', 'uploads', 'feed'), 'utf8')).toBe('of a person');
  expect(await answersOf(server)).toEqual(await answersOf({ call: shop.callAs, url: shop.url() }));
  expect((await server.call(shop.owner, synonyms.create, { term: 'lantern', synonyms: ['lamp'] })).status).toBe(200);
});

test('a backup that is made while feeds are imported and items and rules are saved has whole imports, and all that was acknowledged before it', async () => {
  const sent = { tried: 0, acknowledged: 0 };
  const rules = { tried: 0, acknowledged: 0 };
  let isOn = true;
  const write = async (): Promise<void> => {
    const item = { id: `sent-${(sent.tried += 1)}`, name: 'Lamp that was sent', price: 1, brand: 'Sent' };
    if ((await shop.send('POST', '', { items: [item] })) === 200) sent.acknowledged += 1;
    const { status } = await shop.call(synonyms.create, { term: `term ${(rules.tried += 1)}`, synonyms: ['lamp'] });
    if (status === 200) rules.acknowledged += 1;
  };
  const writing = (async () => {
    while (isOn) {
      await write();
      await sleep(pauseMs);
    }
  })();
  const importing = (async () => {
    while (isOn) {
      await Promise.all(shop.feeds.map(shop.importNext));
      for (const feed of shop.feeds) {
        expect(await shop.ended(feed)).toBe('done');
        feed.live = feed.offered;
      }
    }
  })();
  const made: { from: string; atLeast: { sent: number; rules: number }; versions: [number, number][] }[] = [];
  const rulesBefore = (await shop.call(synonyms.list, {})).data!.total_count;
  for (let number = 0; number < backupsDuringImports; number += 1) {
    await expect.poll(() => sent.acknowledged, { timeout: longImportMs }).toBeGreaterThan(number);
    const atLeast = { sent: sent.acknowledged, rules: rules.acknowledged };
    const before = shop.feeds.map(({ live }) => live);
    const from = await backup();
    made.push({ from, atLeast, versions: shop.feeds.map(({ newest }, at) => [before[at]!, newest]) });
  }
  isOn = false;
  await Promise.all([writing, importing]);

  for (const { from, atLeast, versions } of made) {
    const server = await restored(from);
    const { data } = await server.call({}, frontSearch, { token: shop.owner.project!, q: 'lamp ', facets: 'brand' });
    const brands = Object.fromEntries((data?.facets[0]?.values ?? []).map((one) => [String(one.value), one.count]));
    const { Sent = 0, Own, ...ofFeeds } = brands;
    expect(Own).toBe(1);
    expect(Sent).toBeGreaterThanOrEqual(atLeast.sent);
    expect(Object.values(ofFeeds), JSON.stringify(brands)).toEqual([300, 300]);
    for (const [at, name] of ['A', 'B'].entries()) {
      const version = Number(
        Object.keys(ofFeeds)
          .find((brand) => brand.startsWith(`${name} version `))
          ?.split(' ')
          .at(-1),
      );
      expect(version).toBeGreaterThanOrEqual(versions[at]![0]);
      expect(version).toBeLessThanOrEqual(versions[at]![1]);
    }
    const kept = (await server.call(shop.owner, synonyms.list, {})).data!.total_count - rulesBefore;
    expect(kept).toBeGreaterThanOrEqual(atLeast.rules);
    for (const feed of shop.feeds)
      await expect
        .poll(async () => (await server.call(shop.owner, readFeed, { id: feed.id })).data?.last_import, { timeout: longImportMs })
        .toMatchObject({ state: 'done', failure: null });
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain('"level":50');
  }
});

test('what a backup leaves that is killed goes with the next one, and that of another server stays', async () => {
  const place = path.join(folder, 'killed');
  const others = path.join(place, 'aisle-2026-01-01T00-00-00-000Z.unfinished');
  mkdirSync(others, { recursive: true });
  const named = path.join(folder, 'point');
  // The first whole file records the unfinished backup, the second seals it.
  writeFileSync(named, 'file:written 2');
  const killed = await runServerCommand('backup', [place], { ...original(), [crashVariable]: named });
  expect([killed.exitCode, readdirSync(place).length], killed.said).toEqual([null, 2]);
  const { exitCode, said } = await runServerCommand('backup', [place], original());
  expect(exitCode, said).toBe(0);
  expect(readdirSync(place).filter((name) => name.endsWith('.unfinished'))).toEqual([path.basename(others)]);
});

test('a disk that can not keep what a backup has copied fails it, and nothing passes for one', async () => {
  const place = path.join(folder, 'failing');
  const failing = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const sync = fs.fsyncSync;
    fs.fsyncSync = (handle) => {
      if (fs.readlinkSync('/proc/self/fd/' + handle).endsWith('.sqlite')) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      sync(handle);
    };
    syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(failing)}`;
  const { exitCode, said } = await runServerCommand('backup', [place], { ...original(), NODE_OPTIONS });
  expect([exitCode, readdirSync(place)], said).toEqual([1, []]);
});

describe('nothing is restored', () => {
  let whole: string;
  beforeAll(async () => {
    whole = await backup();
  });

  const refused = async (from: string, place: Record<string, string>, isReplacing = false): Promise<string> =>
    restoreBackup(readConfig(place), from, { ...quietly, isReplacing }).then(
      () => 'restored',
      ({ message }: Error) => message,
    );

  const someFile = (from: string): string => {
    const { content } = JSON.parse(readFileSync(path.join(from, 'backup.json'), 'utf8')) as {
      content: { files: { path: string; sizeBytes: number }[] };
    };
    return path.join(from, content.files.find(({ path: name, sizeBytes }) => name.startsWith('search/') && sizeBytes > 10)!.path);
  };
  const stranger = path.join(folder, 'stranger');
  writeFileSync(stranger, 'of somebody else');

  test.each([
    ['without its manifest', (from: string) => rmSync(path.join(from, 'backup.json')), 'is no whole backup'],
    ['whose manifest was cut', (from: string) => truncateSync(path.join(from, 'backup.json'), 100), 'is no whole backup'],
    ['with a file that is missing', (from: string) => rmSync(someFile(from)), 'is missing'],
    ['with a file that was cut', (from: string) => truncateSync(someFile(from), 5), 'was changed'],
    ['with a file that was changed', (from: string) => appendFileSync(someFile(from), '!'), 'was changed'],
    ['with a file that was added', (from: string) => writeFileSync(path.join(from, 'search', 'more'), ''), 'was added'],
    [
      'with a link to a file elsewhere',
      (from: string) => {
        rmSync(someFile(from));
        symlinkSync(stranger, someFile(from));
      },
      'is no file',
    ],
  ])('of a backup %s', async (_what, harm, told) => {
    const copy = path.join(folder, `harmed${(count += 1)}`);
    await cp(whole, copy, { recursive: true });
    harm(copy);
    const place = await emptyPlace();
    expect(await refused(copy, place)).toContain(told);
    expect(existsSync(place['AISLE_DATA']!)).toBe(false);
  });

  test('of a folder that is no backup, or none at all', async () => {
    expect(await refused(folder, await emptyPlace())).toContain('is no whole backup');
    expect(await refused(path.join(folder, 'nowhere'), await emptyPlace())).toContain('Nothing was restored.');
  });

  test('into the data folder of a server that runs, even when it is told to replace', async () => {
    expect(await refused(whole, original(), true)).toContain('Another Aisle uses the data folder');
  });

  test('into a data folder that is not empty, unless it is told to; then what was there is put aside', async () => {
    const place = await emptyPlace();
    const data = place['AISLE_DATA']!;
    await cp(stranger, path.join(data, 'stranger'));
    expect(await refused(whole, place)).toContain('is not empty');
    expect(readFileSync(path.join(data, 'stranger'), 'utf8')).toBe('of somebody else');
    const { exitCode, said } = await runServerCommand('restore', [whole, '--replace'], place);
    expect(exitCode, said).toBe(0);
    const aside = readdirSync(data).find((name) => name.startsWith('.replaced-'))!;
    expect(readFileSync(path.join(data, aside, 'stranger'), 'utf8')).toBe('of somebody else');
    expect(existsSync(path.join(data, 'stranger'))).toBe(false);
  });

  test('into a database that is not empty', async () => {
    const place = { ...original(), AISLE_DATA: path.join(folder, `other${(count += 1)}`) };
    if (isOnPostgres) expect(await refused(whole, place, true)).toContain('database of AISLE_DATABASE_URL is not empty');
    else {
      const database = path.join(place.AISLE_DATA, databaseName);
      await cp(path.join(whole, databaseName), database);
      expect(await refused(whole, place)).toContain('is not empty');
    }
  });

  test('of one database into the other kind', async () => {
    const place = { AISLE_DATA: path.join(folder, `other${(count += 1)}`) };
    if (isOnPostgres) expect(await refused(whole, place)).toContain('Set AISLE_DATABASE_URL to an empty database');
    else
      expect(await refused(whole, { ...place, AISLE_DATABASE_URL: 'postgres://nobody@127.0.0.1/none' })).toContain(
        'Unset AISLE_DATABASE_URL',
      );
  });
});

test('a server does not start where a restore was cut off', async () => {
  const place = await emptyPlace();
  await cp(path.join(await backup(), 'search'), path.join(place['AISLE_DATA']!, '.restoring', 'search'), { recursive: true });
  const said = await startServerProcess(place).catch(String);
  expect(said).toContain('was cut off; run restore again');
});

test('a backup that can not be made says why, and leaves nothing', async () => {
  const file = path.join(folder, 'a-file');
  writeFileSync(file, '');
  for (const place of ['/proc/nope', path.join(file, 'within')])
    await expect(backupInto(place)).rejects.toThrow(`No backup can be written into ${place} `);
  const nowhere = { ...original(), AISLE_DATA: path.join(folder, 'no-data') };
  await expect(backupInto(target, nowhere)).rejects.toThrow('There is no data folder');
  await expect(backupInto(path.join(shop.data, 'backups'))).rejects.toThrow('lies in the data folder');
  expect(await runServerCommand('backup', ['--all'], original())).toEqual({
    exitCode: 1,
    said: expect.stringContaining('Use: aisle backup'),
  });
  expect(readdirSync(shop.data).filter((name) => name === 'backups' || name === '.backup')).toEqual([]);
  expect(readdirSync(target).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

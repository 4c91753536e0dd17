import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import type { Config } from '#apps/server/config.ts';
import { lamps, openShop, type FeedShop } from '#testing/feeds/feed-shops.ts';
import { type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { uploaded } from '#testing/shop-calls.ts';
import { s3SettingsOf } from '#server/files/s3-files.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const url = process.env['AISLE_TEST_FILES_URL'];
const folder = mkdtempSync(path.join(tmpdir(), 'aisle-bucket-backup-'));

let count = 0;
function placeOf({ hasBucket }: { hasBucket: boolean }): Config {
  count += 1;
  const settings = s3SettingsOf(url!, { key: '', secret: '' })!;
  const prefix = `backup-${process.pid}-${count}/`;
  const files = hasBucket ? ({ kind: 's3', ...settings, prefix } as const) : null;
  return testConfig({ dataDirectory: path.join(folder, `data${count}`), databaseUrl: null, files });
}

const quietly = { isReplacing: false, tell: () => undefined };

describe.skipIf(url === undefined)('a backup of a server with a bucket', () => {
  const original = placeOf({ hasBucket: true });
  let server: TestApp;
  let shop: FeedShop;
  let backup: string;

  beforeAll(async () => {
    mkdirSync(original.dataDirectory);
    server = await testAppOf(original);
    const person = await server.signUp('first@example.com');
    shop = await openShop(server, await uploaded(server, person, lamps(40)), {}, person);
    expect((await server.imported(shop.actor, shop.feedId)).last_import?.state).toBe('done');
    backup = (await takeBackup(original, path.join(folder, 'backups'))).folder;
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has its uploads, which are not in the data folder', () => {
    expect(existsSync(path.join(original.dataDirectory, 'uploads'))).toBe(false);
    expect(readdirSync(path.join(backup, 'uploads'))).toHaveLength(1);
  });

  test.each([
    ['a bucket', true],
    ['a data folder', false],
  ])('is restored into %s, where feeds are imported again', async (_where, hasBucket) => {
    const place = placeOf({ hasBucket });
    await restoreBackup(place, backup, quietly);
    expect(existsSync(path.join(place.dataDirectory, 'uploads'))).toBe(!hasBucket);
    const restored = await testAppOf(place);
    expect((await restored.call(shop.actor, reloadFeed, { id: shop.feedId })).status).toBe(200);
    expect((await restored.imported(shop.actor, shop.feedId)).last_import?.state).toBe('done');
    await restored.close();
  });

  test('is not restored where there are files of another one', async () => {
    const place = { ...placeOf({ hasBucket: true }), files: original.files };
    await expect(restoreBackup(place, backup, quietly)).rejects.toThrow(
      'of the bucket of AISLE_FILES_URL. Nothing was restored.',
    );
    expect(readdirSync(place.dataDirectory).filter((name) => !name.startsWith('lock'))).toEqual([]);
  });

  test('is not made while the bucket is away, and leaves nothing', async () => {
    const target = path.join(folder, 'away');
    const away = { ...original, files: { ...original.files!, endpoint: 'http://127.0.0.1:1' } };
    await expect(takeBackup(away, target)).rejects.toThrow('The bucket of AISLE_FILES_URL');
    expect(readdirSync(target)).toEqual([]);
  });
});

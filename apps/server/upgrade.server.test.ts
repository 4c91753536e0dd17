import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outdate } from '#engine/testing/outdate.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { crashVariable, type CrashPoint } from '#process-kit/crash-point.ts';
import { crashAt } from '#process-kit/testing/crashing-process.ts';
import { databaseAsItIs } from '#server/db/testing/database-as-it-is.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { type KilledShop, openKilledShop } from '#testing/processes/killed-shop.ts';
import { kindOf, rowsOf } from '#testing/raw-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-upgrade-'));
const point = path.join(folder, 'point');
const sentCount = 40;
let shop: KilledShop;

beforeAll(async () => {
  shop = await openKilledShop({ [crashVariable]: point });
  const items = Array.from({ length: sentCount }, (_, at) => ({ id: `sent${at}`, name: `Lamp sent${at}`, brand: 'sent' }));
  expect(await shop.send('POST', '', { items })).toBe(200);
  expect(await shop.send('PATCH', '/A0', { fields: { price: 7_777 } })).toBe(200);
  expect(await shop.send('POST', '', { items: [{ id: 'sent0', name: 'Lamp sent again', brand: 'sent' }] })).toBe(200);
  for (const term of ['lamp', 'light']) await shop.call(synonyms.create, { term, synonyms: [`${term} other`] });
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Without the rebuild's own records. */
async function rows(): Promise<Record<string, unknown[]>> {
  const db = databaseAsItIs(kindOf(shop.databaseAddress));
  const leftOut = [
    'job',
    'recreation',
    'release',
    'project',
    'api_token',
    'session',
    'api_call',
    'attempt',
    'index_holder',
    'feed_schedule',
  ];
  const searched = [
    'shop_query',
    'shown_list',
    'server_setting',
    'search_day',
    'took_day',
    'counted_name',
    'term_day',
    'next_search_day',
    'check_mark',
  ];
  try {
    return await rowsOf(db, [...leftOut, ...searched]);
  } finally {
    await db.destroy();
  }
}

const content = async () => ({
  brands: await shop.brands(),
  patched: (await shop.sentItem('A0'))?.['price'],
  sent: (await shop.sentItem('sent0'))?.['name'],
  synonyms: (await shop.call(synonyms.list, {})).data?.total_count,
  rows: await rows(),
});

/** The engine's own test covers each by day. */
const atNight: readonly CrashPoint[] = ['rewrite:built', 'removal:unmarked'];
const byDay: readonly CrashPoint[] = ['rewrite:carried', 'publish:betweenPointers'];
const points = process.env.AISLE_TEST_EVERYTHING === undefined ? byDay : [...byDay, ...atNight];

test.each(points)(
  'a server killed at %s while it rebuilds an index of another version has everything after the next start',
  async (at) => {
    const before = await content();
    expect(before).toMatchObject({ brands: { sent: sentCount }, patched: 7_777, sent: 'Lamp sent again', synonyms: 2 });
    const outdated = outdate(path.join(shop.data, 'search'), engineCollection(shop.collectionId));
    writeFileSync(point, at);
    await shop.killServer();
    await crashAt(at, shop.died(), shop.output);
    await shop.restart();
    expect(await content()).toEqual(before);
    await expect.poll(shop.recreated).toMatch(/^done good/);
    expect(existsSync(outdated)).toBe(false);
    const generations = readdirSync(path.dirname(outdated)).filter((name) => !name.startsWith('live'));
    expect(generations.length).toBeLessThanOrEqual(2);
  },
);

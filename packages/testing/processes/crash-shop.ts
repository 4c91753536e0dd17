import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { isTemporary } from '#process-kit/durable-files.ts';
import { crashVariable } from '#process-kit/crash-point.ts';
import type { CrashPoint } from '#process-kit/crash-points.ts';
import { crashAt } from '#process-kit/testing/crashing-process.ts';
import { sentBrand } from './acknowledged-writes.ts';
import { type KilledFeed, openKilledShop } from './killed-shop.ts';
import { kindOf } from '#testing/raw-database.ts';
import type { Database } from '#server/db/schema.ts';
import { databaseAsItIs } from '#server/db/testing/database-as-it-is.ts';

export async function openCrashShop() {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-point-'));
  const file = path.join(folder, 'point');
  const shop = await openKilledShop({ [crashVariable]: file });
  const [fed, other] = shop.feeds as [KilledFeed, KilledFeed];
  const sentIds = new Set<string>();

  const wholeWith = (version: number): Record<string, number> => ({
    ...shop.whole(fed, version),
    ...shop.whole(other, other.live),
    ...(sentIds.size > 0 && { [sentBrand]: sentIds.size }),
  });

  async function inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = databaseAsItIs(kindOf(shop.databaseAddress));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  return {
    ...shop,
    fed,
    inDatabase,

    async cut(point: CrashPoint, work: () => Promise<unknown>, pass = 1): Promise<void> {
      writeFileSync(file, `${point} ${pass}`);
      const died = shop.died();
      const working = work().catch(() => null);
      await crashAt(point, died, shop.output);
      await working;
      await shop.restart();
      expect([fed.live, fed.offered].map(wholeWith)).toContainEqual(await shop.brands());
    },

    sendItem(id: string): Promise<number | null> {
      sentIds.add(id);
      return shop.send('POST', '', { items: [{ id, name: 'Lamp that was sent', price: 1, brand: sentBrand }] });
    },

    async expectWhole(): Promise<void> {
      await inDatabase(async (db) => {
        await expect.poll(() => unfinished(db)).toEqual([]);
        expect(await brokenReleases(db)).toEqual([]);
      });
      fed.live = fed.offered;
      expect(await shop.brands()).toEqual(wholeWith(fed.live));
      expect(strays(shop.data)).toEqual([]);
    },

    async close(): Promise<void> {
      await shop.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function unfinished(db: Database): Promise<string[]> {
  const tables = ['job', 'import', 'recreation'] as const;
  const rows = tables.map(async (table) => {
    const found = await db.selectFrom(table).select(['id', 'state']).where('finished_at', 'is', null).execute();
    return found.map(({ id, state }) => `${table} ${id} ${state}`);
  });
  return (await Promise.all(rows)).flat();
}

/** Projects whose live release isn't the last one of a row without holes, or doesn't hold the synonyms that are saved. */
async function brokenReleases(db: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const { id, release_number: live } of await db.selectFrom('project').select(['id', 'release_number']).execute()) {
    const releases = await db.selectFrom('release').select('number').where('project_id', '=', id).orderBy('number').execute();
    if (live !== releases.length || releases.some(({ number }, at) => number !== at + 1)) broken.push(`numbers of project ${id}`);
    const saved = await db.selectFrom('synonym').select('id').where('project_id', '=', id).execute();
    const held = db.selectFrom('released_row').select('row_id').where('project_id', '=', id).where('to_number', 'is', null);
    const rows = await held.where('source', '=', 'synonyms').execute();
    if (rows.length !== saved.length) broken.push(`synonyms of project ${id}`);
  }
  return broken;
}

/** Files of the data folder that were begun, and that nobody goes on with. */
function strays(data: string): string[] {
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
  const generations = names.filter((name) => /^search\/[^/]+\/[^/]+$/.test(name) && !name.endsWith('.json'));
  const unfinishedOnes = generations.filter((name) => !names.includes(`${name}/manifest.json`));
  return [...unfinishedOnes, ...names.filter((name) => isTemporary(name) || /\.unpublished$|\/base[^/]*$/.test(name))];
}

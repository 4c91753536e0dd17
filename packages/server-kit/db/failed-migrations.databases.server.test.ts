import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { endsMigration, migrateTo, triedVersions, versionCount, watched } from '#server-kit/db/testing/watched-database.ts';
import { type DatabaseKind, postgres, sqlite } from '#server-kit/db/dialects.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-failed-'));
const database = await createEmptyDatabase();
const kind = (): DatabaseKind =>
  database.url === null ? sqlite(path.join(folder, 'aisle.sqlite')) : postgres(database.url, () => undefined);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/** Every column of every table, which migrations change. */
async function shape(): Promise<string> {
  const db = new Kysely<unknown>({ dialect: kind().dialect });
  const tables = await db.introspection.getTables();
  await db.destroy();
  return JSON.stringify(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

const count = versionCount(kind());

test('an error in the first or last step of an update leaves the database as it was', async () => {
  for (const version of triedVersions(kind()).filter((one) => one < count)) {
    await migrateTo(kind(), version);
    const before = await shape();
    // The first step that is done, and all of them.
    for (const step of new Set([1, count - version])) {
      let ended = 0;
      const failing = watched(kind(), (statement) => {
        if (endsMigration(statement)) ended += 1;
        if (ended === step) throw new Error('The database is gone');
      });
      await expect(openDatabase(failing)).rejects.toThrow('left as it was: The database is gone');
    }
    expect(await shape()).toBe(before);
  }
  const db = await openDatabase(kind());
  expect(await db.selectFrom('job').selectAll().execute()).toEqual([]);
  await db.destroy();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseName } from '#apps/server/data-directory.ts';
import { postgres, sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createEmptyDatabase, templateVariable } from './test-database.ts';

/** Runs once before a run of server tests: makes the migrated database that each of them gets a copy of. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, drop } = await createEmptyDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-template-'));
  const file = path.join(folder, databaseName);
  const db = await openDatabase(url === null ? sqlite(file) : postgres(url, () => undefined));
  // A database that somebody is connected to can't be copied.
  await db.destroy();
  process.env[templateVariable] = url === null ? file : new URL(url).pathname.slice(1);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await drop();
  };
}

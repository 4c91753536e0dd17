import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseName } from '#apps/server/data-directory.ts';
import { postgres, sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createEmptyDatabase, templateVariable } from './test-database.ts';

/** Creates the migrated database that each test file copies. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, drop } = await createEmptyDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-template-'));
  const file = path.join(folder, databaseName);
  const db = await openDatabase(url === null ? sqlite(file) : postgres(url, () => undefined));
  // PostgreSQL can't copy a database in use.
  await db.destroy();
  process.env[templateVariable] = url === null ? file : new URL(url).pathname.slice(1);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await drop();
  };
}

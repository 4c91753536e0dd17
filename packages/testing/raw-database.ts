import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DatabaseKind, postgres, sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';
import { createTestDatabase } from './test-database.ts';

/** The database of a file, or of a `postgres://` address. */
export const kindOf = (address: string): DatabaseKind =>
  address.startsWith('postgres') ? postgres(address, () => undefined) : sqlite(address);

interface OpenDatabase {
  readonly db: Database;
  close(): Promise<void>;
}

/** An empty, migrated database for tests below the server. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const { url, drop } = await createTestDatabase();
  const db = await openDatabase(kindOf(url ?? ':memory:'));
  return {
    db,
    async close() {
      await db.destroy();
      await drop();
    },
  };
}

/** As `openTestDatabase`, for processes that share it, each by its address. */
export async function openSharedDatabase(): Promise<OpenDatabase & { readonly address: string; readonly folder: string }> {
  const { url, drop } = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-shared-'));
  const address = url ?? path.join(folder, 'aisle.sqlite');
  const db = await openDatabase(kindOf(address));
  return {
    db,
    address,
    folder,
    async close() {
      await db.destroy();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The rows of every table except the excluded ones, by table, so that a failed comparison names table and row. */
export async function rowsOf(db: Database, leftOut: readonly string[] = []): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !leftOut.includes(name));
  const dumps = tables.map(async ({ name }) => {
    const rows = await db
      .selectFrom(name as 'feed')
      .selectAll()
      .execute();
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(dumps));
}

/** The same as text. */
export const dumpOf = async (db: Database, leftOut?: readonly string[]): Promise<string> =>
  JSON.stringify(await rowsOf(db, leftOut));

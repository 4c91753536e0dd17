import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { endsMigration, migrateTo, triedVersions, versionCount, watched } from '#server-kit/db/testing/watched-database.ts';
import { type DatabaseKind, postgres, sqlite } from '#server-kit/db/dialects.ts';
import { migrations } from '#server-kit/db/migrations/migrations.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-upgrades-'));
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
async function newDatabase(): Promise<() => DatabaseKind> {
  const database = await createEmptyDatabase();
  ends.push(database.drop);
  const file = path.join(folder, `database${(count += 1)}.sqlite`);
  return () => (database.url === null ? sqlite(file) : postgres(database.url, () => undefined));
}

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;
type Rows = Record<string, readonly Record<string, unknown>[]>;

const isOurs = (name: string): boolean => !name.startsWith('kysely_') && !name.startsWith('sqlite_');

async function within<Result>(kind: DatabaseKind, work: (db: AnyDatabase) => Promise<Result>): Promise<Result> {
  const db: AnyDatabase = new Kysely({ dialect: kind.dialect });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Texts that something is made of; all others can be read as a list. */
const texts: Readonly<Record<string, string>> = { time_zone: 'Europe/Prague', language: 'cs', midnight_day: '2026-01-01' };

/** Gives every table one row, each of whose columns has a value; what it refers to is the one row of another table. */
const fill = (kind: DatabaseKind): Promise<void> =>
  within(kind, async (db) => {
    const tables = (await db.introspection.getTables()).filter(({ name }) => isOurs(name));
    await db.connection().execute(async (connection) => {
      const isSqlite = kind.name === 'sqlite';
      await sql.raw(isSqlite ? 'pragma foreign_keys = off' : 'set session_replication_role = replica').execute(connection);
      for (const { name, columns } of tables) {
        const values = columns.map((column) => [
          column.name,
          /int|serial|double|float|real|numeric/i.test(column.dataType) ? 1 : (texts[column.name] ?? '[]'),
        ]);
        await connection.insertInto(name).values(Object.fromEntries(values)).execute();
      }
    });
  });

const rowsOf = (kind: DatabaseKind): Promise<Rows> =>
  within(kind, async (db) => {
    const tables = (await db.introspection.getTables()).filter(({ name }) => isOurs(name));
    const read = tables.map(async ({ name }) => [name, await db.selectFrom(name).selectAll().execute()] as const);
    return Object.fromEntries(await Promise.all(read));
  });

/** Tables that a migration made anew, without the rows that it had: what nobody could restore by then, and counts of tries. */
const remade: Readonly<Record<string, string>> = { release: '009-releases', attempt: '014-spread-attempts' };

const withoutRemade = (rows: Rows, kind: DatabaseKind, version: number): Rows =>
  Object.fromEntries(
    Object.entries(rows).filter(([table]) => Object.keys(migrations(kind)).indexOf(remade[table] ?? '') < version),
  );

/** Those of the columns that there were before. */
const asBefore = (after: Rows, before: Rows): Rows =>
  Object.fromEntries(
    Object.entries(before).flatMap(([table, [row]]) => {
      const names = Object.keys(row ?? {});
      const now = after[table];
      if (now === undefined) return [];
      return [
        [table, now.map((one) => Object.fromEntries(names.filter((name) => name in one).map((name) => [name, one[name]])))],
      ];
    }),
  );

const filled = triedVersions((await newDatabase())()).filter((version) => version > 0);

test.each(filled)(
  'an update from version %i that is cut off at any of its steps leaves every row as it was, and then keeps them all',
  async (version) => {
    const kind = await newDatabase();
    const latest = versionCount(kind());
    await migrateTo(kind(), version);
    await fill(kind());
    const before = await rowsOf(kind());
    for (let step = 1; step <= latest - version; step += 1) {
      let ended = 0;
      const cut = watched(kind(), (statement) => {
        if (endsMigration(statement)) ended += 1;
        if (ended === step) throw new Error('cut off');
      });
      await expect(openDatabase(cut)).rejects.toThrow('left as it was: cut off');
      expect(await rowsOf(kind())).toEqual(before);
    }
    await (await openDatabase(kind())).destroy();
    const after = await rowsOf(kind());
    const kept = withoutRemade(before, kind(), version);
    expect(asBefore(after, kept)).toEqual(asBefore(kept, after));
  },
);

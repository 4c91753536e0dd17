import {
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  existsSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  copyFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, afterAll, describe, beforeAll } from 'vitest';
import { sqliteDialect } from './sqlite-dialect.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import { sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { assertVersion, isLogDamaged } from './sqlite-file.ts';

describe('the dialect', () => {
  interface Tables {
    counter: { id: number; count: number };
  }

  let folder: string;
  let file: string;
  let db: Kysely<Tables>;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'aisle-sqlite-'));
    file = path.join(folder, 'aisle.sqlite');
    db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
    await sql`create table counter (id integer primary key, count integer not null)`.execute(db);
    await db.insertInto('counter').values({ id: 1, count: 0 }).execute();
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });

  const countIn = async (from: Kysely<Tables>) => (await from.selectFrom('counter').select('count').executeTakeFirst())?.count;
  const addOne = (to: Kysely<Tables>) =>
    to
      .updateTable('counter')
      .set((eb) => ({ count: eb('count', '+', 1) }))
      .executeTakeFirst();

  test('this thread goes on and reads while a write waits', async () => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    let isWritten = false;
    const written = addOne(db).then(({ numUpdatedRows }) => {
      isWritten = true;
      return numUpdatedRows;
    });
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    expect(await countIn(db)).toBe(0);
    expect(isWritten).toBe(false);
    other.exec('rollback');
    other.close();
    expect(await written).toBe(1n);
    expect(await countIn(db)).toBe(1);
  });

  test('who reads one thing after the other lets others have their turn', async () => {
    let hasTurned = false;
    setImmediate(() => (hasTurned = true));
    const began = performance.now();
    while (!hasTurned && performance.now() - began < 1000) expect(await countIn(db)).toBe(0);
    expect(hasTurned).toBe(true);
  });

  test('shows writes of a transaction to itself, and to others once it is committed', async () => {
    const seen = await db.transaction().execute(async (transaction) => {
      await addOne(transaction);
      return [await countIn(transaction), await countIn(db)];
    });
    expect(seen).toEqual([1, 0]);
    expect(await countIn(db)).toBe(1);
  });

  test('a failure in a transaction undoes all of it and leaves the turn to the next one', async () => {
    const failed = db.transaction().execute(async (transaction) => {
      await addOne(transaction);
      await transaction.insertInto('counter').values({ id: 1, count: 0 }).execute();
    });
    const next = addOne(db);
    await expect(failed).rejects.toThrow('UNIQUE constraint failed: counter.id');
    await next;
    expect(await countIn(db)).toBe(1);
  });

  test('transactions that begin at once take turns', async () => {
    const addByReading = () =>
      db.transaction().execute(async (transaction) => {
        const count = (await countIn(transaction)) ?? 0;
        await nextTurn();
        await transaction
          .updateTable('counter')
          .set({ count: count + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, addByReading));
    expect(await countIn(db)).toBe(20);
  });

  test('an error says what SQLite calls it', async () => {
    const uniqueViolated = 1555;
    const failed = db.insertInto('counter').values({ id: 1, count: 0 }).execute();
    await expect(failed).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: uniqueViolated });
  });

  test('rows that a change answers come with it', async () => {
    const rows = await db.insertInto('counter').values({ id: 2, count: 7 }).returning(['id', 'count']).execute();
    expect(rows).toEqual([{ id: 2, count: 7 }]);
  });

  test('a file that can not be opened fails what is asked', async () => {
    const broken = new Kysely<Tables>({ dialect: sqliteDialect(path.join(folder, 'absent', 'aisle.sqlite')) });
    await expect(countIn(broken)).rejects.toThrow('unable to open database file');
  });

  test('a closed file has no log left beside it', async () => {
    expect(await countIn(db)).toBe(0);
    await db.destroy();
    expect(readdirSync(folder)).toEqual(['aisle.sqlite']);
  });

  test('a file that can not be read is a database that is down, and is read once it can be', async () => {
    renameSync(file, `${file}.away`);
    await expect(countIn(db)).rejects.toBeInstanceOf(DatabaseDownError);
    renameSync(`${file}.away`, file);
    expect(await countIn(db)).toBe(0);
  });
});

describe('the file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-file-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function damaged(name: string, damage: (file: string) => void): Promise<string> {
    const file = path.join(folder, name);
    await (await openDatabase(sqlite(file))).destroy();
    damage(file);
    return file;
  }

  const flipMiddle = (file: string): void => {
    const bytes = readFileSync(file);
    // The page of a table's index: its cells no longer lie where its header says.
    const at = Math.floor(bytes.length / 4096 / 2) * 4096;
    writeFileSync(file, bytes.fill(0xff, at, at + 60));
  };

  test.each([
    ['cut in half', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['changed in the middle', flipMiddle],
    ['no database at all', (file: string) => writeFileSync(file, 'x'.repeat(10_000))],
  ])('a file that is %s is refused with how to restore it, and is not touched', async (name, damage) => {
    const file = await damaged(name, damage);
    const bytes = readFileSync(file);
    await expect(openDatabase(sqlite(file))).rejects.toThrow(
      /is damaged \(.+\)\. Nothing was changed\. Put .+ back from a backup/,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('a file that nobody has touched since it was closed in good order is not read through again, and any other is', async () => {
    const file = path.join(folder, 'closed.sqlite');
    const kind = sqlite(file);
    const reopened = async (): Promise<void> => (await openDatabase(kind)).destroy();
    await reopened();
    kind.file?.noteClosed();
    const { mtime, atime } = statSync(file);
    utimesSync(file, atime, mtime);
    kind.file?.noteClosed();
    // As damage of the disk would: nothing says that the file is another one.
    flipMiddle(file);
    utimesSync(file, atime, mtime);
    expect(() => kind.file?.check()).not.toThrow();
    expect(() => kind.file?.check()).toThrow('is damaged');
  });

  test('a log that somebody has written since is a reason to read a file', async () => {
    const file = path.join(folder, 'logged.sqlite');
    const kind = sqlite(file);
    await (await openDatabase(kind)).destroy();
    flipMiddle(file);
    kind.file?.noteClosed();
    writeFileSync(`${file}-wal`, 'x');
    expect(() => kind.file?.check()).toThrow('is damaged');
  });

  test('counts the log of a killed server as part of the file', async () => {
    const file = path.join(folder, 'killed.sqlite');
    const killed = new DatabaseSync(file);
    killed.exec('pragma journal_mode=wal; create table kept (id integer); insert into kept values (7)');
    writeFileSync(`${file}.copy`, readFileSync(file));
    writeFileSync(`${file}.copy-wal`, readFileSync(`${file}-wal`));
    killed.close();
    const db = await openDatabase(sqlite(`${file}.copy`));
    expect((await db.introspection.getTables()).map(({ name }) => name)).toContain('kept');
    await db.destroy();
    expect(existsSync(`${file}.copy.before-update`)).toBe(false);
  });

  test.each(['3.51.2', '3.9.0', undefined])('SQLite %s is refused', (version) => {
    expect(() => assertVersion(version)).toThrow('can damage a database');
  });
  test.each(['3.51.3', '3.53.4', '4.0.0', process.versions.sqlite])('SQLite %s is taken', (version) => {
    expect(() => assertVersion(version)).not.toThrow();
  });
});

describe('the log', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-log-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const log = path.join(folder, 'log');
  const again = path.join(folder, 'again');
  const rows = 20;

  /** As a killed server leaves it: the database is still open. */
  beforeAll(() => {
    const database = new DatabaseSync(path.join(folder, 'one.sqlite'));
    database.exec('pragma journal_mode = wal; create table one (text text)');
    const fill = () => {
      for (let at = 0; at < rows; at += 1) database.prepare('insert into one values (?)').run('x'.repeat(3_000));
    };
    fill();
    copyFileSync(`${database.location()!}-wal`, log);
    database.exec('pragma wal_checkpoint(restart)');
    database.prepare('insert into one values (?)').run('overwrites the log from its beginning');
    copyFileSync(`${database.location()!}-wal`, again);
    database.close();
  });

  const frameBytes = 24 + 4096;
  const damaged = (at: number): string => {
    const copy = path.join(folder, `damaged${at}`);
    const bytes = readFileSync(log);
    bytes[at] = bytes[at]! ^ 0xff;
    writeFileSync(copy, bytes);
    return copy;
  };

  test('a log as it was written, also over an older one, is whole, and so is none', () => {
    expect([log, again, path.join(folder, 'none')].map(isLogDamaged)).toEqual([false, false, false]);
  });

  test.each([100, 5_000, 12_345])('a log that ends after %i bytes is one that was cut off', (bytes) => {
    const copy = path.join(folder, `cut${bytes}`);
    copyFileSync(log, copy);
    truncateSync(copy, bytes);
    expect(isLogDamaged(copy)).toBe(false);
  });

  test.each([
    ['the header', 9],
    ['the salts', 17],
    ["a frame's page", 32 + 3 * frameBytes + 1_000],
    ["a frame's salts", 32 + 3 * frameBytes + 9],
    ["a frame's checksum", 32 + 3 * frameBytes + 17],
  ])('a byte that is flipped in %s is damage', (_where, at) => {
    expect(isLogDamaged(damaged(at))).toBe(true);
  });

  test('a bad frame in the last transaction may have been cut off', () => {
    expect(isLogDamaged(damaged(readFileSync(log).length - 100))).toBe(false);
  });
});

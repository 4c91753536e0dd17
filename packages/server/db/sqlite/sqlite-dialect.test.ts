import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqliteDialect } from './sqlite-dialect.ts';
import { DatabaseDownError } from '#server/db/errors.ts';

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

test('what a transaction has written is seen by itself, and by others once it is committed', async () => {
  const seen = await db.transaction().execute(async (transaction) => {
    await addOne(transaction);
    return [await countIn(transaction), await countIn(db)];
  });
  expect(seen).toEqual([1, 0]);
  expect(await countIn(db)).toBe(1);
});

test('what fails in a transaction undoes all of it and leaves the turn to the next one', async () => {
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

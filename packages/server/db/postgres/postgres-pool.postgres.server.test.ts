import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startServiceProxy, type ServiceProxy } from '#testing/processes/service-proxy.ts';
import { createTestDatabase, runOnServer, type TestDatabase } from '#testing/test-database.ts';
import { DatabaseDownError, DatabaseReadOnlyError } from '#server/db/errors.ts';
import { postgres } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/schema.ts';

const patience = { connectMilliseconds: 1_500, statementMilliseconds: 1_500 };
const broken: Error[] = [];
let database: TestDatabase;
let proxy: ServiceProxy;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startServiceProxy(database.url ?? '');
  db = await openDatabase(postgres(proxy.url, (error) => broken.push(error), patience));
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await db.destroy();
  await proxy.close();
  await database.drop();
});

const one = sql<{ one: number }>`select 1 as one`;
const ask = async (): Promise<number | undefined> => (await one.execute(db)).rows[0]?.one;

test('a connection that PostgreSQL ends within a transaction fails that one, and nothing else', async () => {
  const cutOff = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await runOnServer(`select pg_terminate_backend(${rows[0]?.pid})`);
    // Nothing of the transaction is being asked now; the end comes by itself.
    await expect.poll(() => broken.length).toBeGreaterThan(0);
    await one.execute(transaction);
  });
  await expect(cutOff).rejects.toThrow(DatabaseDownError);
  expect(await ask()).toBe(1);
});

test('while it is dead everything fails at once, and works as soon as it is back', async () => {
  proxy.die();
  await expect(Promise.all([ask(), ask()])).rejects.toThrow(DatabaseDownError);
  proxy.heal();
  expect(await ask()).toBe(1);
});

test('connections that hang are given up and replaced', async () => {
  // As long as these, each has a connection of its own.
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.1)`.execute(db)));
  proxy.lose();
  const asked = await Promise.allSettled(Array.from({ length: 10 }, ask));
  expect(asked.every((one) => one.status === 'rejected' && one.reason instanceof DatabaseDownError)).toBe(true);
  expect(await ask()).toBe(1);
});

test('a transaction that hangs waits once, not once more to be undone', async () => {
  const failures: unknown[] = [];
  const hanging = db.transaction().execute(async (transaction) => {
    await one.execute(transaction);
    proxy.lose();
    for (let time = 0; time < 2; time += 1) await one.execute(transaction).catch((error: unknown) => failures.push(error));
  });
  await expect(hanging).rejects.toThrow('does not answer');
  expect(failures).toEqual([expect.any(DatabaseDownError), expect.any(DatabaseDownError)]);
  // A statement that had waited once more would have failed by itself.
  expect(failures[1]).toBe(failures[0]);
});

test('no connection is waited for longer than a moment', async () => {
  proxy.lose();
  proxy.hang();
  await expect(ask()).rejects.toThrow(DatabaseDownError);
});

test('a statement that takes too long is ended, and its connection goes on', async () => {
  const [pid] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows;
  await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toThrow(DatabaseDownError);
  const [after] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows;
  expect(after).toEqual(pid);
});

test('what PostgreSQL refuses is told as it says it', async () => {
  await expect(sql`select * from nowhere`.execute(db)).rejects.toThrow('relation "nowhere" does not exist');
});

test('a disk of its own that fails is an outage, and a change that it refuses as read-only is told as such', async () => {
  const failing = sql`do $$ begin raise exception 'could not read block' using errcode = '58030'; end $$`;
  await expect(failing.execute(db)).rejects.toThrow(DatabaseDownError);
  const changing = db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = on`.execute(connection);
    const changed = await sql`create table refused (id int)`.execute(connection).catch((error: unknown) => error);
    await sql`reset default_transaction_read_only`.execute(connection);
    return changed;
  });
  expect(await changing).toBeInstanceOf(DatabaseReadOnlyError);
  expect(await ask()).toBe(1);
});

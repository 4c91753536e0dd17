import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { crashLine, crashVariable, migrationPoints } from '#process-kit/crash-point.ts';
import { openDatabase } from './open-database.ts';
import type { Schema } from './schema.ts';
import { fillProject } from './testing/foreign-rows.ts';
import { nextVersion } from './testing/next-version.ts';
import { watched } from './testing/watched-database.ts';
import { builtOf } from '#testing/built-program.ts';
import { kindOf } from '#testing/raw-database.ts';
import { createEmptyDatabase } from '#testing/test-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-migrations-'));
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of drops) await drop();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
async function newDatabase(): Promise<string> {
  const { url, drop } = await createEmptyDatabase();
  drops.push(drop);
  return url ?? path.join(folder, `database${(count += 1)}.sqlite`);
}

async function within<Result>(address: string, work: (db: Kysely<Schema>) => Promise<Result>): Promise<Result> {
  const db = new Kysely<Schema>({ dialect: kindOf(address).dialect });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Every table with its columns and rows. */
const contentOf = (address: string): Promise<Record<string, unknown>> =>
  within(address, async (db) => {
    const tables = await db.introspection.getTables();
    const read = tables.map(async ({ name, columns }) => {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      return [name, { columns: columns.map((column) => column.name), rows }] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  });

/** A database of the baseline with a row in each table of a project. */
async function filledDatabase(): Promise<string> {
  const address = await newDatabase();
  const db = await openDatabase(kindOf(address));
  await sql`insert into "user" (id, email, name, surname, password_hash, is_admin, is_blocked, created_at) values (1, '', '', '', '', 0, 0, 0)`.execute(
    db,
  );
  await sql`insert into project (id, name, url, language, time_zone, data_source, token, secret_hash, created_at)
    values (1, 'Shop', '', 'cs', 'Europe/Prague', '', 't', '', 0)`.execute(db);
  const ids = ['collection_id', 'feed_id', 'import_id', 'user_id', 'invited_by', 'check_item_id'];
  await db.connection().execute(async (connection) => {
    const isFree = address.startsWith('postgres') ? 'set session_replication_role = replica' : 'pragma foreign_keys = off';
    await sql.raw(isFree).execute(connection);
    await fillProject(connection, { project_id: 1, ...Object.fromEntries(ids.map((name) => [name, 1])) });
  });
  await db.destroy();
  return address;
}

async function updated(address: string): Promise<Record<string, unknown>> {
  await (await openDatabase(kindOf(address), nextVersion(kindOf(address).types))).destroy();
  return contentOf(address);
}

/** Updates in a process of its own. */
function run(address: string, { write, point }: { write?: number; point?: string } = {}) {
  const file = path.join(folder, 'point');
  if (point !== undefined) writeFileSync(file, point);
  const program = builtOf(path.join(import.meta.dirname, 'testing/updating-database.ts'));
  return spawnSync(process.execPath, [program, address, String(write ?? 'never')], {
    env: { ...process.env, [crashVariable]: file },
    encoding: 'utf8',
  });
}

const copyOf = (address: string): string | null => (existsSync(`${address}.before-update`) ? `${address}.before-update` : null);

test('keeps every row in an update, and none of it when the process is killed before any of its writes', async () => {
  const address = await filledDatabase();
  const before = await contentOf(address);
  const writes = Number(run(await filledDatabase()).stdout);
  expect(writes).toBeGreaterThan(5);
  for (let write = 1; write <= writes; write += 1) {
    expect([write, run(address, { write }).signal]).toEqual([write, 'SIGKILL']);
    expect(await contentOf(address)).toEqual(before);
  }
  const { synonym, note, ...others } = await updated(address);
  expect(synonym).toMatchObject({ rows: [{ ...rowOf(before['synonym']), note: rowOf(before['synonym'])['term'] }] });
  expect(note).toMatchObject({ rows: [{ project_id: 1, text: 'Shop' }] });
  expect({ ...others, synonym: before['synonym'] }).toEqual(before);
});

const rowOf = (table: unknown): Record<string, unknown> => (table as { rows: Record<string, unknown>[] }).rows[0] ?? {};

test('creates all tables or none when the process is killed within the baseline', async () => {
  const writes = Number(run(await newDatabase()).stdout);
  for (const write of [Math.floor(writes / 2), writes]) {
    const address = await newDatabase();
    expect(run(address, { write }).signal).toBe('SIGKILL');
    expect(await contentOf(address)).toEqual({});
    expect(Object.keys(await updated(address))).toContain('synonym');
  }
});

test.each(migrationPoints)('keeps all or nothing of an update killed at %s', async (point) => {
  const address = await filledDatabase();
  const isSqlite = !address.startsWith('postgres');
  // A server keeps its own copies.
  if (point === 'migration:copied' && !isSqlite) return;
  const before = await contentOf(address);
  const { signal, stderr } = run(address, { point });
  expect([signal, stderr]).toEqual(['SIGKILL', crashLine(point)]);
  if (isSqlite) expect(await contentOf(copyOf(address) ?? '')).toEqual(before);
  const left = await contentOf(address);
  const after = await updated(address);
  expect(left).toEqual(point === 'migration:done' ? after : before);
  expect(copyOf(address)).toBeNull();
});

test('says how to go back when an update fails, and leaves the database as it was', async () => {
  const address = await filledDatabase();
  const before = await contentOf(address);
  const failing = watched(kindOf(address), (statement) => {
    if (statement.startsWith('commit')) throw new Error('The power is out');
  });
  const restoring = address.startsWith('postgres') ? '' : ' A copy from before is kept at ';
  await expect(openDatabase(failing, nextVersion(failing.types))).rejects.toThrow(
    `left as it was: The power is out.${restoring}`,
  );
  expect(await contentOf(address)).toEqual(before);
});

async function withoutNewest(db: Kysely<Schema>): Promise<void> {
  for (const language of ['ch', 'es', 'jp', 'de', 'fr'])
    await sql`alter table announcement drop column ${sql.ref(`text_${language}`)}`.execute(db);
  for (const column of ['learning', 'fuses_meaning'])
    await sql`alter table collection drop column ${sql.ref(column)}`.execute(db);
  for (const column of ['list_hash', 'network']) await sql`alter table shop_query drop column ${sql.ref(column)}`.execute(db);
  for (const table of ['shown_list', 'look_count', 'learned_query', 'proposed_synonym'])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table bought_day drop column viewed_count`.execute(db);
  await sql`alter table click_day drop column cart_count`.execute(db);
  await sql`drop table release_effect`.execute(db);
  for (const table of ['release', 'planned_release']) await sql`alter table ${sql.table(table)} drop column expected`.execute(db);
  for (const table of ['item_vector', 'embedding', 'experiment']) await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`drop index shop_query_experiment`.execute(db);
  for (const column of ['cart_count', 'amount', 'experiment_id', 'experiment_group'])
    await sql`alter table shop_query drop column ${sql.ref(column)}`.execute(db);
}

test('leaves collections from before the switch as they were ranked', async () => {
  const address = await filledDatabase();
  await within(address, async (db) => {
    await sql`alter table collection drop column in_stock_first`.execute(db);
    await sql`alter table feed drop column proposed_mapping`.execute(db);
    await withoutNewest(db);
    await sql`delete from kysely_migration where name >= '008'`.execute(db);
  });
  await (await openDatabase(kindOf(address))).destroy();
  expect(await contentOf(address)).toMatchObject({
    collection: { rows: [{ in_stock_first: 0, learning: 'off', fuses_meaning: 0 }] },
  });
});

test('mails users in the language they chose for the console when mails were in two languages', async () => {
  const address = await filledDatabase();
  await within(address, async (db) => {
    await sql`update "user" set language = 'en', console_language = 'de'`.execute(db);
    await withoutNewest(db);
    await sql`delete from kysely_migration where name >= '010'`.execute(db);
  });
  await (await openDatabase(kindOf(address))).destroy();
  expect(await contentOf(address)).toMatchObject({ user: { rows: [{ language: 'de' }] } });
});

test.each([
  ['001-first-tables', 'was written by an unreleased version of Aisle'],
  ['999-newer', 'was updated by a newer Aisle (999-newer)'],
])('refuses a database with the migration %s and leaves it as it is', async (name, sentence) => {
  const address = await filledDatabase();
  await within(address, async (db) => {
    if (name === '001-first-tables') await sql`delete from kysely_migration`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db);
  });
  const before = await contentOf(address);
  await expect(openDatabase(kindOf(address))).rejects.toThrow(sentence);
  expect(await contentOf(address)).toEqual(before);
});

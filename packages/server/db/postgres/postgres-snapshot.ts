import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DatabaseSnapshot, NoTablesError } from '#server/db/snapshot.ts';
import { createInterface } from 'node:readline';
import { postgres } from '#server/db/dialects.ts';
import { migrateTo } from '#server/db/open-database.ts';
import pg from 'pg';

/** In a backup: JSON lines per table, and the sequences. */
export const dumpFolder = 'database';
export const sequencesFile = 'sequences.json';
export const rowsFileForm = /^([a-z_]+)\.ndjson$/;

export type Sequences = Readonly<Record<string, string>>;

export const isMigrationTable = (name: string): boolean => name.startsWith('kysely_');

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The failing statement reports it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export const quoted = pg.escapeIdentifier;

export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Some rows hold all rules of a release. */
const rowsAtOnce = 200;

/**
 * All rows of one moment, as PostgreSQL's own JSON, so no client tools are needed. Throws `NoTablesError` before a first
 * start.
 */
export async function postgresSnapshot(url: string): Promise<DatabaseSnapshot> {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const names = await tablesOf(client);
    if (!names.includes('kysely_migration') || !names.includes('project')) throw new NoTablesError();
    const { rows } = await client.query<{ migration: string; projects: string }>(
      'select (select max(name) from kysely_migration) as migration, (select count(*) from project) as projects',
    );
    return {
      migration: rows[0]!.migration,
      projectCount: Number(rows[0]!.projects),
      async writeTo(folder) {
        const target = path.join(folder, dumpFolder);
        await mkdir(target);
        for (const name of names.filter((one) => !isMigrationTable(one)))
          await pipeline(Readable.from(linesOf(client, name)), createWriteStream(path.join(target, `${name}.ndjson`)));
        await writeFile(path.join(target, sequencesFile), JSON.stringify(await sequencesOf(client)));
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function* linesOf(client: pg.Client, table: string): AsyncGenerator<string> {
  await client.query(`declare all_rows no scroll cursor for select row_to_json(one)::text as line from ${quoted(table)} as one`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from all_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => `${line}\n`).join('');
  }
  await client.query('close all_rows');
}

/** Read after the snapshot, so no number is issued twice. */
async function sequencesOf(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select sequencename as name, last_value as value from pg_sequences where schemaname = current_schema() and last_value is not null',
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export const loadedAtOnce = 200;

/** Empty tables are left by an interrupted load. */
export async function isPostgresEmpty(url: string): Promise<boolean> {
  const client = await connect(url);
  try {
    for (const name of await tablesOf(client)) {
      if (isMigrationTable(name)) continue;
      const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`);
      if (rowCount !== 0) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}

/**
 * Creates the tables as of a migration; `load` inserts rows in one transaction, and all references are checked at its end.
 */
export async function loadPostgres(url: string, migration: string, load: (client: pg.Client) => Promise<void>): Promise<void> {
  await migrateTo(
    postgres(url, () => undefined),
    migration,
  );
  const client = await connect(url);
  try {
    await client.query('begin');
    const references = await referencesOf(client);
    for (const { name, table } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
    await load(client);
    for (const { name, table, definition } of references)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    await client.query('commit');
  } finally {
    // Rolls back an open transaction.
    await client.end();
  }
}

export const insertJsonRows = (client: pg.Client, table: string, rows: readonly string[]): Promise<unknown> =>
  client.query(`insert into ${quoted(table)} select * from json_populate_recordset(null::${quoted(table)}, $1::json)`, [
    `[${rows.join(',')}]`,
  ]);

export async function setSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value]);
}

/** Foreign keys are restored after all rows are in, as tables come in any order. */
async function referencesOf(client: pg.Client): Promise<{ name: string; table: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  );
  return rows;
}

/** In one transaction. */
export const restorePostgres = (url: string, folder: string, migration: string): Promise<void> =>
  loadPostgres(url, migration, (client) => loadRows(client, path.join(folder, dumpFolder)));

async function loadRows(client: pg.Client, folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    const table = rowsFileForm.exec(file)?.[1];
    if (table !== undefined) await loadTable(client, table, path.join(folder, file));
  }
  await setSequences(client, JSON.parse(await readFile(path.join(folder, sequencesFile), 'utf8')) as Sequences);
}

async function loadTable(client: pg.Client, table: string, file: string): Promise<void> {
  let waiting: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    waiting.push(line);
    if (waiting.length < loadedAtOnce) continue;
    await insertJsonRows(client, table, waiting);
    waiting = [];
  }
  if (waiting.length > 0) await insertJsonRows(client, table, waiting);
}

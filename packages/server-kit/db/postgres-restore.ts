import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { postgres } from './dialects.ts';
import { migrateTo } from './open-database.ts';
import {
  connect,
  dumpFolder,
  isMigrationTable,
  quoted,
  rowsFileForm,
  type Sequences,
  sequencesFile,
  tablesOf,
} from './postgres-tables.ts';

const rowsAtOnce = 200;

/** Whether nobody has kept anything in the database. Tables without rows are what a restore leaves that was cut off. */
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
 * Brings the rows of a snapshot into an empty database: its tables are made as they were at that migration, then all rows come in one
 * transaction, and every reference between them is checked.
 */
export async function restorePostgres(url: string, folder: string, migration: string): Promise<void> {
  await migrateTo(
    postgres(url, () => undefined),
    migration,
  );
  const client = await connect(url);
  try {
    await client.query('begin');
    await loadRows(client, path.join(folder, dumpFolder));
    await client.query('commit');
  } finally {
    // What isn't committed by now never was.
    await client.end();
  }
}

async function loadRows(client: pg.Client, folder: string): Promise<void> {
  const references = await referencesOf(client);
  for (const { name, table } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const file of await readdir(folder)) {
    const table = rowsFileForm.exec(file)?.[1];
    if (table !== undefined) await loadTable(client, table, path.join(folder, file));
  }
  for (const { name, table, definition } of references)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  const sequences = JSON.parse(await readFile(path.join(folder, sequencesFile), 'utf8')) as Sequences;
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value]);
}

async function loadTable(client: pg.Client, table: string, file: string): Promise<void> {
  const insert = `insert into ${quoted(table)} select * from json_populate_recordset(null::${quoted(table)}, $1::json)`;
  let waiting: string[] = [];
  const write = async (): Promise<void> => {
    await client.query(insert, [`[${waiting.join(',')}]`]);
    waiting = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    waiting.push(line);
    if (waiting.length === rowsAtOnce) await write();
  }
  if (waiting.length > 0) await write();
}

/** Tables come in any order, so references between rows are looked at once all rows are there. */
async function referencesOf(client: pg.Client): Promise<{ name: string; table: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  );
  return rows;
}

import type pg from 'pg';
import { postgres } from '#server/db/dialects.ts';
import { migrateTo } from '#server/db/open-database.ts';
import { connect, isMigrationTable, quoted, type Sequences, tablesOf } from './postgres-tables.ts';

/** Rows of one statement. */
export const loadedAtOnce = 200;

/** Whether nobody has kept anything in the database. Tables without rows are what a load leaves that was cut off. */
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
 * Fills an empty database: its tables are made as they were at that migration, then `load` brings all rows in one transaction, in any order
 * of tables, and every reference between them is checked.
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
    // What isn't committed by now never was.
    await client.end();
  }
}

/** Adds rows that are JSON objects of the columns of the table. */
export const insertJsonRows = (client: pg.Client, table: string, rows: readonly string[]): Promise<unknown> =>
  client.query(`insert into ${quoted(table)} select * from json_populate_recordset(null::${quoted(table)}, $1::json)`, [
    `[${rows.join(',')}]`,
  ]);

export async function setSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value]);
}

/** Tables come in any order, so references between rows are looked at once all rows are there. */
async function referencesOf(client: pg.Client): Promise<{ name: string; table: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  );
  return rows;
}

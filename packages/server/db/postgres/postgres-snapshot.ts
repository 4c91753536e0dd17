import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { connect, dumpFolder, isMigrationTable, quoted, type Sequences, sequencesFile, tablesOf } from './postgres-tables.ts';
import { type DatabaseSnapshot, NoTablesError } from '#server/db/snapshot.ts';

/** Rows that are in memory at once: some hold all rules of a release. */
const rowsAtOnce = 200;

/**
 * All rows of one moment, as PostgreSQL itself writes them in JSON: so nothing has to be installed beside the server, of whichever version
 * its PostgreSQL is. Throws `NoTablesError` where no server has started yet.
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

/** Not of the same moment but of a later one: no number is given out twice. */
async function sequencesOf(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select sequencename as name, last_value as value from pg_sequences where schemaname = current_schema() and last_value is not null',
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { insertJsonRows, loadedAtOnce, loadPostgres, setSequences } from './postgres-load.ts';
import { dumpFolder, rowsFileForm, type Sequences, sequencesFile } from './postgres-tables.ts';

/** Brings the rows of a snapshot into an empty database, all or none. */
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

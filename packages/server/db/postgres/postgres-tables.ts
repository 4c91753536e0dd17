import pg from 'pg';

/** In a backup: a file of JSON lines for each table, and how far its numbers have been given out. */
export const dumpFolder = 'database';
export const sequencesFile = 'sequences.json';
export const rowsFileForm = /^([a-z_]+)\.ndjson$/;

/** By the name of the sequence. */
export type Sequences = Readonly<Record<string, string>>;

/** What migrations write about themselves. */
export const isMigrationTable = (name: string): boolean => name.startsWith('kysely_');

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // What breaks is told by the statement that needs it.
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

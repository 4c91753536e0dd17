import { createHash, type Hash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type pg from 'pg';
import {
  insertJsonRows,
  isMigrationTable,
  loadedAtOnce,
  loadPostgres,
  quoted,
  setSequences,
  tablesOf,
} from '#server/db/postgres/postgres-snapshot.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

export interface MovedTable {
  readonly table: string;
  readonly rowCount: number;
}

export interface Moved {
  readonly tables: readonly MovedTable[];
  /** Texts whose NUL characters were replaced, as PostgreSQL can't store them. */
  readonly mendedCount: number;
}

export class MoveError extends Error {}

type Row = Record<string, SQLOutputValue>;

/**
 * Copies all rows of an SQLite database into an empty PostgreSQL and compares them, in one transaction. Nobody else may write
 * the source. Throws `MoveError`.
 */
export async function moveToPostgres(
  source: DatabaseSync,
  url: string,
  migration: string,
  tell: (table: MovedTable) => void,
): Promise<Moved> {
  const tables: MovedTable[] = [];
  const mended = { count: 0 };
  await loadPostgres(url, migration, async (client) => {
    for (const { table, columns } of await sameTables(source, client)) {
      const copied = await copyTable(source, client, table, columns, mended);
      crashPoint('move:tableCopied');
      await compare(client, table, columns, copied);
      const moved = { table, rowCount: copied.rowCount };
      tables.push(moved);
      tell(moved);
    }
    await setSequences(client, await sequencesFor(source, client));
    crashPoint('move:rowsCopied');
  });
  crashPoint('move:committed');
  return { tables, mendedCount: mended.count };
}

interface Column {
  readonly name: string;
  readonly type: string;
}

async function sameTables(source: DatabaseSync, client: pg.Client): Promise<{ table: string; columns: Column[] }[]> {
  const own = source.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'").all();
  const names = own.map(({ name }) => String(name)).filter((name) => !isMigrationTable(name));
  const theirs = (await tablesOf(client)).filter((name) => !isMigrationTable(name));
  if (names.toSorted().join() !== theirs.toSorted().join())
    throw new MoveError('The two databases have other tables. Nothing was moved.');
  const same = [];
  for (const table of names.toSorted()) {
    const { rows: columns } = await client.query<Column>(
      'select column_name as name, data_type as type from information_schema.columns where table_schema = current_schema() and table_name = $1 order by column_name',
      [table],
    );
    const known = source.prepare(`select name from pragma_table_info(?) order by name`).all(table);
    if (known.map(({ name }) => name).join() !== columns.map(({ name }) => name).join())
      throw new MoveError(`The table ${table} has other columns in the two databases. Nothing was moved.`);
    same.push({ table, columns });
  }
  return same;
}

/** The key of a table without an `id` is all of its references. */
const keyOf = (columns: readonly Column[]): string =>
  columns.some(({ name }) => name === 'id')
    ? 'id'
    : columns
        .filter(({ name }) => name.endsWith('_id'))
        .map(({ name }) => quoted(name))
        .join(', ');

interface Copied {
  readonly rowCount: number;
  readonly checksum: string;
}

async function copyTable(
  source: DatabaseSync,
  client: pg.Client,
  table: string,
  columns: readonly Column[],
  mended: { count: number },
): Promise<Copied> {
  const hash = createHash('sha256');
  let rowCount = 0;
  let waiting: string[] = [];
  for (const row of source.prepare(`select * from ${quoted(table)} order by ${keyOf(columns)}`).iterate() as Iterable<Row>) {
    const values = columns.map(({ name, type }) => moved(row[name] ?? null, type, mended));
    addRow(hash, values);
    waiting.push(JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, values[at]]))));
    rowCount += 1;
    if (waiting.length < loadedAtOnce) continue;
    await insertJsonRows(client, table, waiting);
    waiting = [];
  }
  if (waiting.length > 0) await insertJsonRows(client, table, waiting);
  return { rowCount, checksum: hash.digest('hex') };
}

function moved(value: SQLOutputValue, type: string, mended: { count: number }): string | number | boolean | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'bigint') return Number(value);
  if (type === 'boolean' && value !== null) return value === 1;
  if (typeof value !== 'string' || !value.includes('\0')) return value;
  mended.count += 1;
  return value.replaceAll('\0', '\uFFFD');
}

const addRow = (hash: Hash, values: readonly unknown[]): Hash => hash.update(`${JSON.stringify(values)}\n`);

async function compare(client: pg.Client, table: string, columns: readonly Column[], copied: Copied): Promise<void> {
  const hash = createHash('sha256');
  let rowCount = 0;
  await client.query(
    `declare moved_rows no scroll cursor for select row_to_json(one) as row from ${quoted(table)} as one order by ${keyOf(columns)}`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(`fetch ${loadedAtOnce} from moved_rows`);
    for (const { row } of rows) {
      const values = columns.map(({ name }) => row[name]);
      addRow(hash, values);
      rowCount += 1;
    }
    if (rows.length < loadedAtOnce) break;
  }
  await client.query('close moved_rows');
  if (rowCount !== copied.rowCount || hash.digest('hex') !== copied.checksum)
    throw new MoveError(`The rows of the table ${table} are not the same in both databases. Nothing was moved.`);
}

/** No number is issued twice, not even a deleted row's. */
async function sequencesFor(source: DatabaseSync, client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ table: string; sequence: string }>(
    `select table_name as table, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns where table_schema = current_schema() and column_default like 'nextval(%'`,
  );
  const hasGiven = source.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get() !== undefined;
  const sequences: Record<string, string> = {};
  for (const { table, sequence } of rows) {
    if (isMigrationTable(table)) continue;
    const given = hasGiven ? source.prepare('select seq from sqlite_sequence where name = ?').get(table)?.['seq'] : 0;
    const highest = source.prepare(`select max(id) as id from ${quoted(table)}`).get()?.['id'];
    const last = Math.max(Number(given ?? 0), Number(highest ?? 0));
    if (last > 0) sequences[sequence.replace(/^.*\./, '').replaceAll('"', '')] = String(last);
  }
  return sequences;
}

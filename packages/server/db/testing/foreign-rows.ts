import { sql } from 'kysely';
import type { Database } from '#server/db/schema.ts';

/** How far apart the ids of two projects are, so that no id of one means a row of the other. */
export const idDistance = 1_000_000;

const tablesOf = (db: Database) => db.introspection.getTables();

/** From now on every table numbers its rows from there on: all the same, so that one id is of a row in each, or so far apart. */
export async function numberFrom(db: Database, start: number, tableDistance = 0): Promise<void> {
  const isSqlite = await sql`select 1 from sqlite_sequence`.execute(db).then(
    () => true,
    () => false,
  );
  for (const [place, { name, columns }] of (await tablesOf(db)).entries()) {
    if (!columns.some((column) => column.name === 'id')) continue;
    const next = start + place * tableDistance;
    if (isSqlite) {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${next})`.execute(db);
    } else await sql`select setval(pg_get_serial_sequence(${`"${name}"`}, 'id'), ${next})`.execute(db);
  }
}

/**
 * Gives a project a row in every table that belongs to projects and has none of it yet. What a row refers to is the project's own;
 * `references` says the ids by the names of columns.
 */
export async function fillProject(db: Database, references: Readonly<Record<string, number>>): Promise<void> {
  for (const { name, columns } of await tablesOf(db)) {
    if (!columns.some((column) => column.name === 'project_id')) continue;
    const has = await sql`select 1 from ${sql.table(name)} where project_id = ${references['project_id']}`.execute(db);
    if (has.rows.length > 0) continue;
    const isNeeded = (column: (typeof columns)[number]): boolean =>
      references[column.name] !== undefined || !(column.isNullable || column.hasDefaultValue);
    const given = columns.filter((column) => column.name !== 'id' && isNeeded(column));
    const values = given.map(
      (column) => references[column.name] ?? (/int|double|float/i.test(column.dataType) ? idDistance : '{}'),
    );
    await sql`insert into ${sql.table(name)} (${sql.join(given.map((column) => sql.ref(column.name)))}) values (${sql.join(values)})`.execute(
      db,
    );
  }
}

/** Ids of rows, by table; and the rows themselves, to compare. */
type RowsByTable = Map<string, readonly { readonly id: number }[]>;

/** All rows of a project. */
export const rowsOfProject = (db: Database, projectId: number): Promise<RowsByTable> =>
  rowsOwnedBy(db, projectId, ({ name, columns }) =>
    name === 'project' ? 'id' : (columns.has('project_id') && 'project_id') || null,
  );

/** All rows of a person that are of no project: the account, its sessions, and whatever else there is. */
export const rowsOfPerson = (db: Database, userId: number): Promise<RowsByTable> =>
  rowsOwnedBy(db, userId, ({ name, columns }) => {
    if (name === 'user') return 'id';
    return columns.has('user_id') && columns.has('id') && !columns.has('project_id') ? 'user_id' : null;
  });

async function rowsOwnedBy(
  db: Database,
  ownerId: number,
  ownerColumn: (table: { readonly name: string; readonly columns: ReadonlySet<string> }) => string | null,
): Promise<RowsByTable> {
  const rows: RowsByTable = new Map();
  for (const { name, columns } of await tablesOf(db)) {
    const owner = ownerColumn({ name, columns: new Set(columns.map((column) => column.name)) });
    if (owner === null) continue;
    const found = await sql<{
      id: number;
    }>`select * from ${sql.table(name)} where ${sql.ref(owner)} = ${ownerId} order by id`.execute(db);
    rows.set(name, found.rows);
  }
  return rows;
}

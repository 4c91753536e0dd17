import { sql } from 'kysely';
import type { Database } from '#server-kit/db/schema.ts';

/** How far apart the ids of two projects are, so that no id of one means a row of the other. */
export const idDistance = 1_000_000;

const tablesOf = async (db: Database) => (await db.introspection.getTables()).filter(({ name }) => name !== 'sqlite_sequence');

/** From now on every table of an SQLite database numbers its rows from `idDistance` on. */
export async function numberFromFarOn(db: Database): Promise<void> {
  for (const { name } of await tablesOf(db)) {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${idDistance})`.execute(db);
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
    const values = given.map((column) => references[column.name] ?? (/int|double/i.test(column.dataType) ? idDistance : '{}'));
    await sql`insert into ${sql.table(name)} (${sql.join(given.map((column) => sql.ref(column.name)))}) values (${sql.join(values)})`.execute(
      db,
    );
  }
}

/** Ids of all rows of a project, by table; and the rows themselves, to compare. */
export async function rowsOfProject(db: Database, projectId: number): Promise<Map<string, readonly { readonly id: number }[]>> {
  const rows = new Map<string, readonly { readonly id: number }[]>();
  for (const { name, columns } of await tablesOf(db)) {
    const owner = name === 'project' ? 'id' : columns.some((column) => column.name === 'project_id') ? 'project_id' : null;
    if (owner === null) continue;
    const found = await sql<{
      id: number;
    }>`select * from ${sql.table(name)} where ${sql.ref(owner)} = ${projectId} order by id`.execute(db);
    rows.set(name, found.rows);
  }
  return rows;
}

import { type Selectable, sql } from 'kysely';
import { tellDamagedRow } from '#server/db/json-column.ts';
import type { StoredRow } from './kept-row.ts';
import type { RowTable, RowTableName } from './row-description.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export type RowSelection<Fields> = ReturnType<typeof rowSelection<RowTableName, Fields, string>>;

/** Which rows of a table there are in a place, and how one is read. Every selection carries the project; there is no way around it. */
export function rowSelection<Table extends RowTableName, Fields, Sort extends string>(
  db: Database,
  table: Table,
  { toFields, isSound: isBuilt, waitsAs }: RowTable<Table, Fields, Sort>,
) {
  // Kysely can't follow a table name that is a type parameter; all of these tables share the columns used here.
  const name = table as 'synonym';
  const everIn = (scope: RowScope) => {
    const rows = db.selectFrom(name).where('project_id', '=', scope.id);
    return scope.collectionId === undefined ? rows : rows.where(sql.ref('collection_id'), '=', scope.collectionId);
  };
  const liveIn = (scope: RowScope) => everIn(scope).where('deleted_at', 'is', null);
  const updater = sql<string | null>`(select "user".name || ' ' || "user".surname from "user" where "user".id = updated_by)`;
  /** How what is saved of a row differs from what is live; null where it doesn't. */
  const waiting =
    waitsAs === undefined
      ? sql<null>`null`
      : sql<string | null>`(select kind from waiting_row where waiting_row.project_id = ${sql.ref(`${table}.project_id`)}
          and source = ${waitsAs} and row_id = ${sql.ref(`${table}.id`)})`;
  /** Rows that are deleted, and that searches use until that is live, too. */
  const isLeaving = sql<boolean>`(deleted_at is not null and ${waiting} is not null)`;
  /** Later than before, also within one millisecond and when the clock goes back. */
  const later = (at: number) =>
    sql<number>`case when ${sql.ref(`${table}.updated_at`)} >= ${at} then ${sql.ref(`${table}.updated_at`)} + 1 else ${at} end`;
  const whole = (scope: RowScope) =>
    everIn(scope)
      .selectAll()
      .select([updater.as('updater'), waiting.as('waiting')]);

  type Read = Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirstOrThrow']>>;
  /** Nothing of a row whose values can't be read: the others are still there. */
  const read = (row: Read): StoredRow<Fields>[] => {
    const { id, created_at, updated_at, updater: updated_by } = row;
    const state = row.waiting === null ? 'live' : row.deleted_at === null ? 'waiting' : 'leaving';
    const [validFrom, validTo] = 'valid_from' in row ? [row.valid_from, row.valid_to as number | null] : [null, null];
    let fields: Fields;
    try {
      fields = toFields(row as unknown as Selectable<Schema[Table]>);
    } catch (error) {
      tellDamagedRow(table, id, error);
      return [];
    }
    const isSound = isBuilt?.(fields) ?? true;
    if (!isSound) tellDamagedRow(table, id, new TypeError('It is of another kind.'));
    const stored: StoredRow<Fields> = {
      item: {
        ...fields,
        id,
        is_active: row.is_active === 1,
        valid_from: validFrom,
        valid_to: validTo,
        created_at,
        updated_at,
        updated_by,
        state,
      },
      fields,
      isSound,
      scope: { id: row.project_id, ...('collection_id' in row && { collectionId: row.collection_id as number }) },
      key: row.unique_key,
      deletedAt: row.deleted_at,
    };
    return [stored];
  };
  return { name, everIn, liveIn, waiting, isLeaving, later, whole, read };
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Page, toPage } from '#contract/page.ts';
import type { RowState, TimedState } from '#contract/rows/rule-fields.ts';
import type { ListQuery, RowItem, RowTable, RowTableName, StoredRow } from './row-table.ts';
import { inParts } from '#server/db/in-parts.ts';
import { tellDamagedRow } from '#server/db/json-column.ts';
import { contains, type RowScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';

type Orders = readonly (readonly [string | RawBuilder<number>, 'asc' | 'desc'])[];
const newestFirst: Orders = [['id', 'desc']];
/** Rows that are read before searches have their turn again: a few milliseconds of work. */
const readAtOnce = 200;

type Condition = RawBuilder<boolean>;
type AskedState = RowState | TimedState;

/** Kysely can't follow a table name that is a type parameter; all of these tables share the columns used here. */
export const nameOfTable = (table: RowTableName) => table as 'synonym';

/** How what is saved of a row differs from what is live; null where it doesn't. */
export const waitingKind = (table: RowTableName, waitsAs: string | undefined) =>
  waitsAs === undefined
    ? sql<string | null>`null`
    : sql<string | null>`(select kind from waiting_row where waiting_row.project_id = ${sql.ref(`${table}.project_id`)}
        and source = ${waitsAs} and row_id = ${sql.ref(`${table}.id`)})`;

export function rowReads<Table extends RowTableName, Fields, Sort extends string>(
  db: Database,
  table: Table,
  { toFields, sorts, order: usual, scarce, isTimed, filters, waitsAs }: RowTable<Table, Fields, Sort>,
) {
  const waiting = waitingKind(table, waitsAs);
  const isThere = sql<boolean>`deleted_at is null`;
  const isListed = sql<boolean>`(deleted_at is null or ${waiting} is not null)`;
  const updater = sql<string | null>`(select "user".name || ' ' || "user".surname from "user" where "user".id = updated_by)`;
  const everIn = (scope: RowScope) => {
    const rows = db.selectFrom(nameOfTable(table)).where('project_id', '=', scope.id);
    return scope.collectionId === undefined ? rows : rows.where(sql.ref('collection_id'), '=', scope.collectionId);
  };
  const liveIn = (scope: RowScope) => everIn(scope).where(isThere);
  const whole = (scope: RowScope) =>
    everIn(scope)
      .selectAll()
      .select([updater.as('updater'), waiting.as('waiting')]);

  type Read = Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirstOrThrow']>>;
  /** A corrupt row is skipped and reported. */
  const read = (row: Read): StoredRow<Fields>[] => {
    const { id, created_at, updated_at, updater: updated_by } = row;
    const state = row.waiting === null ? 'live' : row.deleted_at === null ? 'waiting' : 'leaving';
    const [valid_from, valid_to] = 'valid_from' in row ? [row.valid_from, row.valid_to as number | null] : [null, null];
    let fields: Fields;
    try {
      fields = toFields(row as unknown as Selectable<Schema[Table]>);
    } catch (error) {
      tellDamagedRow(table, id, error);
      return [];
    }
    const is_active = row.is_active === 1;
    const stored: StoredRow<Fields> = {
      item: { ...fields, id, is_active, valid_from, valid_to, created_at, updated_at, updated_by, state },
      fields,
      scope: { id: row.project_id, ...('collection_id' in row && { collectionId: row.collection_id as number }) },
      key: row.unique_key,
      deletedAt: row.deleted_at,
    };
    return [stored];
  };

  const isInState = (state: AskedState): Condition => rowsOfState(state, { isTimed: isTimed === true, waiting, now: Date.now() });

  /** Oldest first. */
  async function allOf(scope: RowScope, isMeant: Condition): Promise<StoredRow<Fields>[]> {
    const found: StoredRow<Fields>[] = [];
    const meant = whole(scope).where(isMeant).orderBy('id').limit(readAtOnce);
    for (let last = 0; ;) {
      const rows = await meant.where('id', '>', last).execute();
      found.push(...rows.flatMap(read));
      if (rows.length < readAtOnce) return found;
      last = rows.at(-1)?.id ?? last;
    }
  }

  return {
    async list(
      scope: RowScope,
      { search, sort, order, page, per_page, ...query }: ListQuery<Sort>,
    ): Promise<Page<RowItem<Fields>>> {
      const conditions = [isListed, ...(search === '' ? [] : [contains(search)])];
      for (const [name, value] of Object.entries<unknown>(query))
        if (typeof value === 'string')
          conditions.push(...(name === 'state' ? [isInState(value as AskedState)] : [filters?.[name]?.(value) ?? []].flat()));
      const isFound = sql<boolean>`(${sql.join(conditions, sql` and `)})`;
      const { count } = await everIn(scope)
        .where(isFound)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      const orders: Orders = [...(sort === undefined ? [] : [[sorts[sort], order] as const]), ...(usual ?? newestFirst)];
      const sorted = orders.reduce(
        (rows, [by, direction]) => rows.orderBy(typeof by === 'string' ? sql.ref(by) : by, direction),
        whole(scope).where(isFound),
      );
      const rows = await sorted
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      return toPage(
        rows.flatMap(read).map(({ item }) => item),
        Number(count),
        per_page,
      );
    },
    /** All that are not deleted, oldest first. */
    all: (scope: RowScope): Promise<StoredRow<Fields>[]> => allOf(scope, isThere),
    /** All that lists have, also deleted rows that searches still use. Oldest first. */
    listed: (scope: RowScope, state?: AskedState): Promise<StoredRow<Fields>[]> =>
      allOf(scope, state === undefined ? isListed : sql<boolean>`(${isListed} and ${isInState(state)})`),
    /** Up to `limit` rows that are not deleted, by id, above one id. Fewer are all that there are. */
    async following(scope: RowScope, after: number, limit: number): Promise<StoredRow<Fields>[]> {
      const kept = whole(scope).where(isThere).orderBy('id').limit(limit);
      const found: StoredRow<Fields>[] = [];
      for (let last = after; ;) {
        const rows = await kept.where('id', '>', last).execute();
        found.push(...rows.flatMap(read));
        if (rows.length < limit || found.length >= limit) return found;
        last = rows.at(-1)?.id ?? last;
      }
    },
    async stored(scope: RowScope, ids: readonly number[]): Promise<StoredRow<Fields>[]> {
      const found: StoredRow<Fields>[] = [];
      for (const part of inParts(ids))
        found.push(...(await whole(scope).where('id', 'in', part).orderBy('id').execute()).flatMap(read));
      return found;
    },
    /** Ids of rows that are not deleted, by their keys. */
    async idsByKey(scope: RowScope, keys: readonly string[]): Promise<Map<string, number>> {
      const rows = [];
      for (const part of inParts(keys))
        rows.push(...(await liveIn(scope).select(['id', 'unique_key']).where('unique_key', 'in', part).execute()));
      return new Map(rows.map((row) => [row.unique_key, row.id]));
    },
    async size(scope: RowScope): Promise<{ rows: number; characters: number; scarceRows: number }> {
      const isScarce = scarce ? sql`${sql.ref(scarce.column)} = ${scarce.value}` : sql`1 = 0`;
      const sums = liveIn(scope).select([
        sql<number>`count(*)`.as('rows'),
        sql<number>`coalesce(sum(length(search_text)), 0)`.as('characters'),
        sql<number>`coalesce(sum(case when ${isScarce} then 1 else 0 end), 0)`.as('scarceRows'),
      ]);
      const { rows, characters, scarceRows } = await sums.executeTakeFirstOrThrow();
      return { rows: Number(rows), characters: Number(characters), scarceRows: Number(scarceRows) };
    },
  };
}

function rowsOfState(
  state: AskedState,
  { isTimed, waiting, now }: { readonly isTimed: boolean; readonly waiting: RawBuilder<string | null>; readonly now: number },
): Condition {
  const isOn = sql<boolean>`is_active = 1`;
  const isEnded = isTimed ? sql<boolean>`(coalesce(valid_to, ${now + 1}) <= ${now})` : sql<boolean>`(1 = 0)`;
  const isComing = isTimed ? sql<boolean>`(coalesce(valid_from, ${now}) > ${now})` : sql<boolean>`(1 = 0)`;
  const acts = sql<boolean>`(${isOn} and not ${isEnded} and not ${isComing})`;
  const conditions: Readonly<Record<AskedState, Condition>> = {
    off: sql`is_active = 0`,
    ended: sql`(${isOn} and ${isEnded})`,
    coming: sql`(${isOn} and ${isComing} and not ${isEnded})`,
    on: acts,
    live: sql`(deleted_at is null and ${waiting} is null and ${acts})`,
    waiting: sql`(deleted_at is null and ${waiting} is not null and ${acts})`,
    leaving: sql`deleted_at is not null`,
  };
  return conditions[state];
}

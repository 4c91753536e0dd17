import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import { type Page, type PageQuery, toPage } from '#contract/page.ts';
import type { RowState } from '#contract/rule-fields.ts';
import { tellDamagedRow } from '#server-kit/db/json-column.ts';
import type { RowScope } from '#server-kit/db/row-scope.ts';
import type { Database, Schema } from '#server-kit/db/schema.ts';
import type { RuleRow } from '#server-kit/db/tables/row.ts';
import { searchText } from '#server-kit/search-text.ts';

/** Tables whose rows people keep. */
export type RowTableName = {
  [Table in keyof Schema]: Schema[Table] extends RuleRow ? Table : never;
}[keyof Schema];

/** What the kit writes into every row. */
type Envelope = keyof RuleRow | 'collection_id';
type Columns<Table extends RowTableName> = Omit<Insertable<Schema[Table]>, Envelope>;

type ColumnName<Table extends RowTableName> = keyof Selectable<Schema[Table]> & string;

/** How the values of a feature are kept in its table. */
export interface RowTable<Table extends RowTableName, Fields, Sort extends string, Counted extends string = never> {
  readonly toFields: (row: Selectable<Schema[Table]> & Readonly<Record<Counted, number>>) => Fields;
  readonly toColumns: (fields: Fields) => Columns<Table>;
  /** The texts that a person would search a row by. */
  readonly texts: (fields: Fields) => readonly string[];
  /** The same for two rows that a person would take for one. */
  readonly key: (fields: Fields) => string;
  /** The column behind each name that a list can be sorted by. */
  readonly sorts: Readonly<Record<Sort, ColumnName<Table> | NoInfer<Counted>>>;
  /** How a list is sorted otherwise, and what comes of the same; the newest first where nothing is said. */
  readonly order?: readonly (readonly [ColumnName<Table> | NoInfer<Counted>, 'asc' | 'desc'])[];
  /** What is counted of a row in other tables, which nobody writes here. */
  readonly counted?: Readonly<Record<Counted, RawBuilder<number>>>;
  /** Rows with a value that fewer may have than there may be rows; `field` is told about where they are too many. */
  readonly scarce?: ScarceRows<ColumnName<Table>>;
  /** What another project gets of a row; null for nothing. */
  readonly toCopy?: (fields: NoInfer<Fields>) => NoInfer<Fields> | null;
  /** The key of rules that go live later than they are saved. Deleted ones stay in the list until they are gone for searches, too. */
  readonly waitsAs?: string;
}

interface ScarceRows<Column> {
  readonly column: Column;
  readonly value: string | number;
  readonly field: string;
  readonly maximum: number;
}

/** What is known of every row beside its fields. */
export interface Tracked {
  readonly id: number;
  readonly is_active: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  /** A name; null for nobody who is known. */
  readonly updated_by: string | null;
  readonly state: RowState;
}
export type RowItem<Fields> = Fields & Tracked;
export type RowInput<Fields> = Fields & { readonly is_active?: boolean };

/** A row as it is stored, deleted or not. */
export interface StoredRow<Fields> {
  readonly item: RowItem<Fields>;
  readonly fields: Fields;
  readonly scope: RowScope;
  readonly key: string;
  /** null while it is not deleted. */
  readonly deletedAt: number | null;
}

/** Who writes, and when. */
export interface Author {
  /** null for the server itself. */
  readonly userId: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface ListQuery<Sort extends string> extends Omit<PageQuery, 'sort'> {
  readonly sort?: Sort | undefined;
}

type Orders = readonly (readonly [string, 'asc' | 'desc'])[];
const newestFirst: Orders = [['id', 'desc']];
const rowsAtOnce = 500;
const inParts = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_, part) => all.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce));

/**
 * The statements of one table of rows that people keep. Every one carries the project; there is no way around it. Deleted rows stay for a
 * while, and are seen by `stored`, `restore` and `forget` alone. Whoever writes holds the project's turn, see `RowWriter`.
 */
export function rowTable<Table extends RowTableName, Fields, Sort extends string, Counted extends string = never>(
  db: Database,
  table: Table,
  {
    toFields,
    toColumns,
    texts,
    key,
    sorts,
    order: usual,
    counted,
    scarce,
    toCopy = (fields) => fields,
    waitsAs,
  }: RowTable<Table, Fields, Sort, Counted>,
) {
  // Kysely can't follow a table name that is a type parameter; all of these tables share the columns used here.
  const name = table as 'synonym';
  const isOfCollection = (scope: RowScope) => scope.collectionId !== undefined;
  const everIn = (scope: RowScope) => {
    const rows = db.selectFrom(name).where('project_id', '=', scope.id);
    return isOfCollection(scope) ? rows.where(sql.ref('collection_id'), '=', scope.collectionId) : rows;
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
  const counts = Object.entries<RawBuilder<number>>(counted ?? {}).map(([column, count]) => count.as(column));
  const whole = (scope: RowScope) =>
    everIn(scope)
      .selectAll()
      .select([updater.as('updater'), waiting.as('waiting'), ...counts]);

  type Read = Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirstOrThrow']>>;
  /** Nothing of a row whose values can't be read: the others are still there. */
  const read = (row: Read): StoredRow<Fields>[] => {
    const { id, created_at, updated_at, updater: updated_by } = row;
    const state = row.waiting === null ? 'live' : row.deleted_at === null ? 'waiting' : 'leaving';
    let fields: Fields;
    try {
      fields = toFields(row as unknown as Parameters<typeof toFields>[0]);
    } catch (error) {
      tellDamagedRow(table, id, error);
      return [];
    }
    const stored: StoredRow<Fields> = {
      item: { ...fields, id, is_active: row.is_active === 1, created_at, updated_at, updated_by, state },
      fields,
      scope: { id: row.project_id, ...('collection_id' in row && { collectionId: row.collection_id as number }) },
      key: row.unique_key,
      deletedAt: row.deleted_at,
    };
    return [stored];
  };

  const written = (fields: RowInput<Fields>, { userId }: Author) => ({
    ...(toColumns(fields) as unknown as Columns<'synonym'>),
    search_text: searchText(texts(fields)),
    unique_key: key(fields),
    is_active: fields.is_active === false ? (0 as const) : (1 as const),
    updated_by: userId,
  });
  const placeOf = (scope: RowScope, { at }: Author) => ({
    project_id: scope.id,
    ...(isOfCollection(scope) && { collection_id: scope.collectionId }),
    created_at: at,
    updated_at: at,
    deleted_at: null,
  });
  /** Later than before, also within one millisecond and when the clock goes back. */
  const later = (at: number) =>
    sql<number>`case when ${sql.ref(`${table}.updated_at`)} >= ${at} then ${sql.ref(`${table}.updated_at`)} + 1 else ${at} end`;

  /** Of rows that are not deleted. Answers the ids of those that there are. */
  async function change(
    scope: RowScope,
    ids: readonly number[],
    { userId, at }: Author,
    columns: { readonly is_active?: 0 | 1; readonly deleted_at?: number },
  ): Promise<number[]> {
    const changed = [];
    for (const part of inParts(ids))
      changed.push(
        ...(await db
          .updateTable(name)
          .set({ ...columns, updated_by: userId, updated_at: later(at) })
          .where('project_id', '=', scope.id)
          .where('deleted_at', 'is', null)
          .where('id', 'in', part)
          .returning('id')
          .execute()),
      );
    return changed.map(({ id }) => id);
  }

  return {
    key,
    toCopy,
    waitsAs,
    scarce: scarce as ScarceRows<string> | undefined,
    async list(scope: RowScope, { search, sort, order, page, per_page }: ListQuery<Sort>): Promise<Page<RowItem<Fields>>> {
      const listed = everIn(scope).where((row) => row.or([row('deleted_at', 'is', null), isLeaving]));
      const found = search === '' ? listed : listed.where(contains(search));
      const { count } = await found.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
      const orders: Orders = [...(sort === undefined ? [] : [[sorts[sort], order] as const]), ...(usual ?? newestFirst)];
      const sorted = orders.reduce((query, [column, direction]) => query.orderBy(sql.ref(column), direction), found);
      const rows = await sorted
        .selectAll()
        .select([updater.as('updater'), waiting.as('waiting'), ...counts])
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
    async all(scope: RowScope): Promise<StoredRow<Fields>[]> {
      return (await whole(scope).where('deleted_at', 'is', null).orderBy('id').execute()).flatMap(read);
    },
    /** The first rules that are on, by id, above one id. Fewer than `limit` are all that there are. */
    async following(scope: RowScope, after: number, limit: number): Promise<StoredRow<Fields>[]> {
      const isOn = whole(scope).where('deleted_at', 'is', null).where('is_active', '=', 1).orderBy('id').limit(limit);
      const found: StoredRow<Fields>[] = [];
      for (let last = after; ;) {
        const rows = await isOn.where('id', '>', last).execute();
        found.push(...rows.flatMap(read));
        if (rows.length < limit || found.length >= limit) return found;
        last = rows.at(-1)?.id ?? last;
      }
    },
    async stored(scope: RowScope, ids: readonly number[]): Promise<StoredRow<Fields>[]> {
      const rows = [];
      for (const part of inParts(ids)) rows.push(...(await whole(scope).where('id', 'in', part).orderBy('id').execute()));
      return rows.flatMap(read);
    },
    /** Which of these keys rows have that are not deleted, with the ids of the rows. */
    async idsByKey(scope: RowScope, keys: readonly string[]): Promise<Map<string, number>> {
      const rows = [];
      for (const part of inParts(keys))
        rows.push(...(await liveIn(scope).select(['id', 'unique_key']).where('unique_key', 'in', part).execute()));
      return new Map(rows.map((row) => [row.unique_key, row.id]));
    },
    /** Of rows that are not deleted. */
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
    /** Answers their ids, in no order. Rows with the keys of `known` get the ids that stand there. */
    async insert(
      scope: RowScope,
      inputs: readonly RowInput<Fields>[],
      author: Author,
      known: ReadonlyMap<string, number> = new Map(),
    ): Promise<number[]> {
      const ids = [];
      const place = placeOf(scope, author);
      for (const part of inParts(inputs)) {
        const rows = part.map((fields) => {
          const columns = written(fields, author);
          const id = known.get(columns.unique_key);
          return { ...columns, ...place, ...(id !== undefined && { id }) };
        });
        ids.push(...(await db.insertInto(name).values(rows).returning('id').execute()));
      }
      return ids.map(({ id }) => id);
    },
    async update(scope: RowScope, id: number, fields: RowInput<Fields>, author: Author): Promise<void> {
      await db
        .updateTable(name)
        .set({ ...written(fields, author), updated_at: later(author.at) })
        .where('project_id', '=', scope.id)
        .where('id', '=', id)
        .returning('id')
        .execute();
    },
    /** Writes a row under its id, whether there is one or not. Another row that is the same gives way. */
    async put(scope: RowScope, id: number, fields: Fields, author: Author): Promise<void> {
      const columns = written({ ...fields, is_active: true }, author);
      await db
        .deleteFrom(name)
        .where('project_id', '=', scope.id)
        .where('id', 'in', everIn(scope).select('id').where('unique_key', '=', columns.unique_key).where('id', '!=', id))
        .returning('id')
        .execute();
      const place = placeOf(scope, author);
      await db
        .insertInto(name)
        .values({ ...columns, ...place, id })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ ...columns, deleted_at: null, updated_at: later(author.at) })
            .where(`${name}.project_id`, '=', scope.id),
        )
        .returning('id')
        .execute();
    },
    setActive: (scope: RowScope, ids: readonly number[], isActive: boolean, author: Author) =>
      change(scope, ids, author, { is_active: isActive ? 1 : 0 }),
    remove: (scope: RowScope, ids: readonly number[], author: Author) => change(scope, ids, author, { deleted_at: author.at }),
    async restore(scope: RowScope, ids: readonly number[], { userId, at }: Author): Promise<void> {
      for (const part of inParts(ids))
        await db
          .updateTable(name)
          .set({ deleted_at: null, updated_by: userId, updated_at: later(at) })
          .where('project_id', '=', scope.id)
          .where('id', 'in', part)
          .returning('id')
          .execute();
    },
    /** Deletes for ever what was deleted until then, in all projects. */
    async forgetUntil(moment: number): Promise<void> {
      await db
        .deleteFrom(name)
        .where('deleted_at', '<=', moment)
        .where((row) => row.not(isLeaving))
        .returning('id')
        .execute();
    },
    /**
     * Deletes for ever what was deleted and has one of these keys, which others are going to have. Answers the ids of those that searches
     * still use, by their keys: under these, what is added again is what it was.
     */
    async forgetKeys(scope: RowScope, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const leaving = new Map<string, number>();
      for (const part of inParts(keys)) {
        const twins = await everIn(scope)
          .select(['id', 'unique_key', waiting.as('waiting')])
          .where('deleted_at', 'is not', null)
          .where('unique_key', 'in', part)
          .execute();
        for (const twin of twins) if (twin.waiting !== null) leaving.set(twin.unique_key, twin.id);
        const ids = twins.map(({ id }) => id);
        if (ids.length > 0)
          await db.deleteFrom(name).where('project_id', '=', scope.id).where('id', 'in', ids).returning('id').execute();
      }
      return leaving;
    },
  };
}

export type Rows<Fields, Sort extends string = never> = ReturnType<typeof rowTable<RowTableName, Fields, Sort>>;

/** Whether the folded texts of a row contain what was typed; `%`, `_` and `\` are letters in it. */
export function contains(wanted: string) {
  const pattern = `%${searchText([wanted]).replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`search_text like ${pattern} escape '\\'`;
}

/** One text for what people take for the same: without regard to case, diacritics and the width of spaces. */
export const sameText = (text: string): string => searchText([text.trim()]).replaceAll(/\s+/g, ' ') || text.trim().toLowerCase();

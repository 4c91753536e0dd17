import { type RawBuilder, sql } from 'kysely';
import { type Page, toPage } from '#contract/page.ts';
import type { ListQuery, RowItem, StoredRow } from './kept-row.ts';
import type { RowTable, RowTableName } from './row-description.ts';
import type { RowScope } from '#server/db/row-scope.ts';
import type { RowSelection } from './row-selection.ts';
import { inParts } from '#server/db/in-parts.ts';
import { contains } from '#server/db/search-text.ts';
import type { RowState, TimedState } from '#contract/rows/rule-fields.ts';

type Orders = readonly (readonly [string | RawBuilder<number>, 'asc' | 'desc'])[];
const newestFirst: Orders = [['id', 'desc']];
/** Rows that are read, and made values of, before searches have their turn again: a few milliseconds of work. */
const readAtOnce = 200;

/** A page without rows that aren't sound. */
export interface ReadPage<Fields> extends Page<RowItem<Fields>> {
  readonly unsound: readonly number[];
}

/** A row as it was when it changed last: rows with the same marks are the same. */
export interface RowMark {
  readonly id: number;
  /** Milliseconds since 1970, later with every change of the row. */
  readonly updated_at: number;
}

/** Of all that were found, those of one page. */
export const readPage = <Fields>(found: readonly StoredRow<Fields>[], total: number, perPage: number): ReadPage<Fields> => ({
  ...toPage(
    found.filter(({ isSound }) => isSound).map(({ item }) => item),
    total,
    perPage,
  ),
  unsound: found.filter(({ isSound }) => !isSound).map(({ item }) => item.id),
});

export function rowReads<Table extends RowTableName, Fields, Sort extends string>(
  { everIn, liveIn, isLeaving, waiting, whole, read }: RowSelection<Fields>,
  { sorts, order: usual, scarce, isTimed, filters: own }: RowTable<Table, Fields, Sort>,
) {
  const filters: RowTable<Table, Fields, Sort>['filters'] & object = {
    ...own,
    state: (state) => rowsOfState(state as AskedState, { isTimed: isTimed === true, waiting, now: Date.now() }),
  };
  const isListed = sql<boolean>`(deleted_at is null or ${isLeaving})`;
  const isThere = sql<boolean>`deleted_at is null`;

  /** Oldest first. */
  async function allOf(scope: RowScope, isMeant: typeof isListed): Promise<StoredRow<Fields>[]> {
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
    /** Of all that are not deleted, or of all that lists have; narrowed to a state. Oldest first. */
    async marks(
      scope: RowScope,
      { isOfLists = false, state }: { readonly isOfLists?: boolean; readonly state?: AskedState | undefined } = {},
    ): Promise<RowMark[]> {
      const meant = [isOfLists ? isListed : isThere, ...(state === undefined ? [] : [filters.state?.(state) ?? isThere])];
      const isMeant = sql<boolean>`(${sql.join(meant, sql` and `)})`;
      return everIn(scope).select(['id', 'updated_at']).where(isMeant).orderBy('id').execute();
    },
    async list(scope: RowScope, { search, sort, order, page, per_page, ...query }: ListQuery<Sort>): Promise<ReadPage<Fields>> {
      const narrowed = new Map<string, unknown>(Object.entries(query));
      const asked = Object.entries(filters).flatMap(([name, rowsOf]) => {
        const value = narrowed.get(name);
        return typeof value === 'string' ? [rowsOf(value)] : [];
      });
      const conditions = [isListed, ...(search === '' ? [] : [contains(search)]), ...asked];
      const isFound = sql<boolean>`(${sql.join(conditions, sql` and `)})`;
      const { count } = await everIn(scope)
        .where(isFound)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow();
      const orders: Orders = [...(sort === undefined ? [] : [[sorts[sort], order] as const]), ...(usual ?? newestFirst)];
      const sorted = orders.reduce(
        (query, [by, direction]) => query.orderBy(typeof by === 'string' ? sql.ref(by) : by, direction),
        whole(scope).where(isFound),
      );
      const rows = await sorted
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      return readPage(rows.flatMap(read), Number(count), per_page);
    },
    /** All that are not deleted, oldest first. */
    all: async (scope: RowScope): Promise<StoredRow<Fields>[]> => (await allOf(scope, isThere)).filter(({ isSound }) => isSound),
    /** All that lists have: those that are deleted and that searches still use, too, and those that aren't sound. Oldest first. */
    listed: (scope: RowScope): Promise<StoredRow<Fields>[]> => allOf(scope, isListed),
    /** The first that are not deleted, by id, above one id. Fewer than `limit` are all that there are. */
    async following(scope: RowScope, after: number, limit: number): Promise<StoredRow<Fields>[]> {
      const kept = whole(scope).where('deleted_at', 'is', null).orderBy('id').limit(limit);
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
  };
}

type Condition = RawBuilder<boolean>;
type AskedState = RowState | TimedState;

/** Rows of a state at a moment. `waiting` is how what is saved of a row differs from what is live; null where it doesn't. */
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

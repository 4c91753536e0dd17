import { type Selectable, sql } from 'kysely';
import { nameStore } from './names.store.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { Database, Schema } from '#server/db/schema.ts';

type Key = readonly (string | number)[];

function compared(a: Key, b: Key): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}

/** In key order, in which all servers lock rows. */
export function rowsInOrder<Row>() {
  const rows = new Map<string, { readonly key: Key; readonly row: Row }>();
  return {
    of(key: Key, fresh: () => Row): Row {
      const name = JSON.stringify(key);
      const known = rows.get(name);
      if (known !== undefined) return known.row;
      const row = fresh();
      rows.set(name, { key, row });
      return row;
    },
    rows: (): Row[] => [...rows.values()].toSorted((a, b) => compared(a.key, b.key)).map(({ row }) => row),
  };
}

export type EventDay = Pick<Selectable<Schema['event_day']>, 'project_id' | 'collection_id' | 'day'>;
export type SearchDay = Pick<Selectable<Schema['search_day']>, keyof EventDay | 'result_object' | 'language'>;

const eventDay = ['project_id', 'collection_id', 'day'] as const;
const searchDay = [...eventDay, 'result_object', 'language'] as const;

interface Sums {
  readonly key: readonly string[];
  readonly sums: readonly string[];
  /** Follow the greatest value of the last one. */
  readonly newest?: readonly string[];
  readonly others?: readonly string[];
}
const itemSums = ['impression', 'click', 'cart', 'purchase', 'amount'] as const;
const clickSums = ['click_count', 'position_sum', 'position_count', 'cart_count', 'purchase_count', 'amount'] as const;
const tables = {
  search_day: {
    key: searchDay,
    sums: ['search_count', 'unfound_count', 'click_count', 'purchase_count', 'amount', 'timed_count', 'took_ms'],
  },
  took_day: { key: [...searchDay, 'bucket'], sums: ['search_count'] },
  event_day: { key: eventDay, sums: itemSums },
  term_day: {
    key: ['day_id', 'term_id'],
    sums: ['search_count', 'unfound_count', 'corrected_count', 'click_count', 'purchase_count', 'amount'],
    newest: ['item_count', 'found_as_id', 'last_at'],
  },
  click_day: { key: ['day_id', 'term_id', 'item_id'], sums: clickSums },
  item_day: { key: ['day_id', 'item_id'], sums: itemSums },
  rule_use: { key: ['stage', 'row_id', 'day', 'visitor'], sums: ['use_count'], others: ['project_id'] },
} as const satisfies Partial<Record<keyof Schema, Sums>>;

type Row = Readonly<Record<string, string | number>>;

interface Counts<Day extends EventDay, Name extends string, Count extends string, Other extends string = never> {
  readonly ofDay: Day;
  readonly names: Readonly<Record<Name, string> & Partial<Record<Other, string>>>;
  /** Missing ones are 0. */
  readonly counts: Readonly<Partial<Record<Count, number>>>;
}
interface CountsOf {
  /** `last_at` is in epoch milliseconds; `item_count` and `found_as_id` come from the newest search. */
  readonly term_day: Counts<
    SearchDay,
    'term_id',
    (typeof tables)['term_day']['sums'][number] | 'item_count' | 'last_at' | 'took_ms',
    'found_as_id'
  >;
  /** After searches that are counted already. */
  readonly click_day: Counts<SearchDay, 'term_id' | 'item_id', (typeof tables)['click_day']['sums'][number]>;
  readonly item_day: Counts<EventDay, 'item_id', (typeof itemSums)[number]>;
}

/**
 * Counts searches and events by day; negative counts take away. Call it in the transaction that writes them. Locks names, then days, then
 * counts, each in key order, so that servers don't deadlock.
 */
export const counterStore = (db: Database) => {
  /** Inserts rows, or adds to those with the same key. Returns columns of the rows. */
  async function addUp(table: keyof typeof tables, rows: readonly object[], returned: readonly string[] = []): Promise<Row[]> {
    const { key, sums, newest = [], others = [] }: Sums = tables[table];
    const last = newest.at(-1);
    const summed = rowsInOrder<Record<string, string | number>>();
    const valuesOf = (row: Row, columns: readonly string[]) => columns.map((column) => row[column] ?? 0);
    for (const row of rows as readonly Row[]) {
      const columns = [...key, ...others, ...newest];
      const sum = summed.of(valuesOf(row, key), () => Object.fromEntries(columns.map((column) => [column, row[column] ?? 0])));
      for (const column of sums) sum[column] = Number(sum[column] ?? 0) + Number(row[column] ?? 0);
      if (last !== undefined && (row[last] ?? 0) >= sum[last]!) for (const column of newest) sum[column] = row[column] ?? 0;
    }
    const refsOf = (column: string) => [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)] as const;
    const [lastKnown, lastAdded] = refsOf(last ?? '');
    const set = Object.fromEntries([
      ...sums.map((column) => [column, sql.join(refsOf(column), sql` + `)]),
      ...newest.map((column) => {
        const [known, added] = refsOf(column);
        return [column, sql`case when ${lastAdded} >= ${lastKnown} then ${added} else ${known} end`];
      }),
    ]);
    const written: unknown[] = [];
    for (const some of inParts(summed.rows())) {
      const upserted = db
        .insertInto(table as 'search_day')
        .values(some as never)
        .onConflict((conflict) => conflict.columns(key as readonly ['id']).doUpdateSet(set))
        .$if(returned.length > 0, (statement) => statement.returning(returned as readonly ['id']));
      written.push(...(await upserted.execute()));
    }
    return written as Row[];
  }

  async function namesOf(rows: readonly { readonly ofDay: EventDay; readonly names: Readonly<Record<string, string>> }[]) {
    const ids = new Map<number, Map<string, number>>();
    for (const [id, some] of [...Map.groupBy(rows, ({ ofDay }) => ofDay.project_id)].toSorted(([a], [b]) => a - b))
      ids.set(id, await nameStore(db).idsFor({ id }, [...new Set(some.flatMap(({ names }) => Object.values(names)))]));
    return ({ project_id: id }: EventDay, name: string) => ids.get(id)!.get(name)!;
  }

  async function daysOf(table: 'search_day' | 'event_day', rows: readonly object[]) {
    const { key } = tables[table];
    const keyOf = (row: object) => JSON.stringify(key.map((column) => (row as Row)[column]));
    const days = await addUp(table, rows, ['id', ...key]);
    const ids = new Map(days.map((row) => [keyOf(row), Number(row['id'])]));
    return (day: EventDay): number => ids.get(keyOf(day))!;
  }

  return {
    async add<Of extends keyof CountsOf>(table: Of, counted: readonly CountsOf[Of][]): Promise<void> {
      const rows = counted as readonly Counts<EventDay, string, string>[];
      const nameId = await namesOf(rows);
      const dayId = await daysOf(
        table === 'item_day' ? 'event_day' : 'search_day',
        // Clicks and purchases are in the counts of their terms.
        rows.map(({ ofDay, counts: { search_count = 0, ...counts } }) =>
          table === 'click_day' ? ofDay : { ...ofDay, ...counts, search_count, timed_count: search_count },
        ),
      );
      await addUp(
        table,
        rows.map(({ ofDay, names, counts }) => ({
          day_id: dayId(ofDay),
          ...Object.fromEntries(Object.entries(names).map(([column, name]) => [column, nameId(ofDay, name)])),
          ...counts,
        })),
      );
    },
    addTimes: (times: readonly (SearchDay & { readonly bucket: number; readonly search_count: number })[]) =>
      addUp('took_day', times),
    addRuleUses: (uses: readonly Omit<Selectable<Schema['rule_use']>, 'id'>[]) => addUp('rule_use', uses),
  };
};

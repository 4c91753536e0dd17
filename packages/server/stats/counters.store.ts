import { type InsertObject, type Selectable, sql } from 'kysely';
import { nameStore } from './names.store.ts';
import { inParts } from '#server/db/in-parts.ts';
import { rowsInOrder } from '#server/db/rows-in-order.ts';
import type { Database, Schema } from '#server/db/schema.ts';

export interface EventDay {
  readonly projectId: number;
  readonly collectionId: number;
  readonly day: string;
}
export interface SearchDay extends EventDay {
  readonly resultObject: string;
  readonly language: string;
}

export interface TermCounts {
  readonly ofDay: SearchDay;
  readonly term: string;
  readonly searchCount: number;
  readonly unfoundCount: number;
  readonly clickCount: number;
  /** Of the newest search, and its epoch milliseconds. */
  readonly itemCount: number;
  readonly lastAt: number;
}

export interface DayCounts {
  readonly ofDay: SearchDay;
  readonly searchCount: number;
  readonly unfoundCount: number;
  readonly clickCount: number;
  readonly tookMilliseconds: number;
}

export interface ClickCounts {
  readonly ofDay: SearchDay;
  readonly term: string;
  readonly itemId: string;
  readonly clickCount: number;
  readonly positionSum: number;
  readonly positionCount: number;
}

export interface ItemCounts {
  readonly impression: number;
  readonly click: number;
  readonly cart: number;
  readonly purchase: number;
}

const searchColumns = ['project_id', 'collection_id', 'day', 'result_object', 'language'] as const;
const itemColumns = ['impression', 'click', 'cart', 'purchase'] as const;

interface Counters {
  readonly key: readonly string[];
  readonly sums: readonly string[];
  /** Follow the greatest `last_at`. */
  readonly newest?: readonly string[];
}
const counters = {
  search_day: { key: searchColumns, sums: ['search_count', 'unfound_count', 'click_count', 'timed_count', 'took_ms'] },
  event_day: { key: ['project_id', 'collection_id', 'day'], sums: itemColumns },
  term_day: {
    key: ['day_id', 'term_id'],
    sums: ['search_count', 'unfound_count', 'click_count'],
    newest: ['item_count', 'last_at'],
  },
  click_day: { key: ['day_id', 'term_id', 'item_id'], sums: ['click_count', 'position_sum', 'position_count'] },
  item_day: { key: ['day_id', 'item_id'], sums: itemColumns },
} as const satisfies Partial<Record<keyof Schema, Counters>>;
type Table = keyof typeof counters;

const columnsOf = ({ projectId, collectionId, day, resultObject, language }: EventDay & Partial<SearchDay>) => ({
  project_id: projectId,
  collection_id: collectionId,
  day,
  ...(resultObject !== undefined && { result_object: resultObject, language }),
});
const keyOf = (row: Readonly<Record<string, unknown>>, columns: readonly string[]): string =>
  JSON.stringify(columns.map((column) => row[column]));

/**
 * Counts searches and events by day. Call it in the transaction that writes them. Locks names, then days, then counts, each in key order, so
 * that servers don't deadlock.
 */
export const counterStore = (db: Database) => {
  /** Inserts rows, or adds to those with the same key. */
  function adding<Of extends Table>(table: Of, rows: readonly InsertObject<Schema, Of>[]) {
    const { key, sums, newest = [] }: Counters = counters[table];
    const of = (name: string) => [sql.ref(`${table}.${name}`), sql.ref(`excluded.${name}`)] as const;
    const [known, added] = of('last_at');
    const set = Object.fromEntries([
      ...sums.map((name) => [name, sql`${of(name)[0]} + ${of(name)[1]}`]),
      ...newest.map((name) => [name, sql`case when ${added} >= ${known} then ${of(name)[1]} else ${of(name)[0]} end`]),
    ]);
    return db
      .insertInto(table as 'search_day')
      .values(rows as readonly InsertObject<Schema, 'search_day'>[])
      .onConflict((conflict) => conflict.columns(key as readonly ['id']).doUpdateSet(set));
  }

  async function add<Of extends Table>(table: Of, rows: readonly InsertObject<Schema, Of>[]): Promise<void> {
    const inOrder = rows.toSorted((a, b) => {
      const column = counters[table].key.find((name) => a[name as never] !== b[name as never]);
      return column === undefined ? 0 : Number(a[column as never]) - Number(b[column as never]);
    });
    for (const some of inParts(inOrder)) await adding(table, some).execute();
  }

  async function namesOf(rows: readonly { readonly projectId: number; readonly name: string }[]) {
    const ids = new Map<number, Map<string, number>>();
    for (const [id, some] of [...Map.groupBy(rows, ({ projectId }) => projectId)].toSorted(([a], [b]) => a - b))
      ids.set(id, await nameStore(db).idsFor({ id }, [...new Set(some.map(({ name }) => name))]));
    return (projectId: number, name: string) => ids.get(projectId)!.get(name)!;
  }

  /** Adds to the sums of days, each given once, and returns the ids of their rows. */
  async function addDays<Of extends 'search_day' | 'event_day'>(table: Of, rows: readonly InsertObject<Schema, Of>[]) {
    const { key }: Counters = counters[table];
    const ids = new Map<string, number>();
    for (const some of inParts(rows)) {
      const added = adding(table, some).returning(['id', ...(key as readonly ['project_id'])]);
      for (const row of await added.execute()) ids.set(keyOf(row, key), row.id);
    }
    return (day: EventDay): number => ids.get(keyOf(columnsOf(day), key))!;
  }

  const addSearchDays = (days: readonly DayCounts[]) =>
    addDays(
      'search_day',
      days.map(({ ofDay, ...counts }) => ({
        ...(columnsOf(ofDay) as Pick<Selectable<Schema['search_day']>, (typeof searchColumns)[number]>),
        search_count: counts.searchCount,
        unfound_count: counts.unfoundCount,
        click_count: counts.clickCount,
        timed_count: counts.searchCount,
        took_ms: counts.tookMilliseconds,
      })),
    );

  return {
    /** Adds to the sums of days and of their terms, which may be negative; each day and term once. */
    async addTerms(days: readonly DayCounts[], terms: readonly TermCounts[]): Promise<void> {
      const nameId = await namesOf(terms.map(({ ofDay, term: name }) => ({ projectId: ofDay.projectId, name })));
      const dayId = await addSearchDays(days);
      const rows = terms.map(({ ofDay, term, ...counts }) => ({
        day_id: dayId(ofDay),
        term_id: nameId(ofDay.projectId, term),
        search_count: counts.searchCount,
        unfound_count: counts.unfoundCount,
        click_count: counts.clickCount,
        item_count: counts.itemCount,
        last_at: counts.lastAt,
      }));
      await add('term_day', rows);
    },

    /** Adds clicks after searches that are counted already; each day, term and item once. */
    async addClicks(clicks: readonly ClickCounts[]): Promise<void> {
      const nameId = await namesOf(
        clicks.flatMap(({ ofDay: { projectId }, term, itemId }) => [term, itemId].map((name) => ({ projectId, name }))),
      );
      const none = { searchCount: 0, unfoundCount: 0, clickCount: 0, tookMilliseconds: 0 };
      const days = rowsInOrder<DayCounts>();
      for (const { ofDay } of clicks) days.of(Object.values(columnsOf(ofDay)), () => ({ ofDay, ...none }));
      const dayId = await addSearchDays(days.rows());
      const rows = clicks.map(({ ofDay, term, itemId, ...counts }) => ({
        day_id: dayId(ofDay),
        term_id: nameId(ofDay.projectId, term),
        item_id: nameId(ofDay.projectId, itemId),
        click_count: counts.clickCount,
        position_sum: counts.positionSum,
        position_count: counts.positionCount,
      }));
      await add('click_day', rows);
    },

    /** Adds what visitors did with items; each day and item once. */
    async addItems(items: readonly (EventDay & ItemCounts & { readonly itemId: string })[]): Promise<void> {
      const nameId = await namesOf(items.map(({ projectId, itemId: name }) => ({ projectId, name })));
      const days = rowsInOrder<ReturnType<typeof columnsOf> & { -readonly [Type in keyof ItemCounts]: number }>();
      for (const item of items) {
        const day = columnsOf(item);
        const sums = days.of(Object.values(day), () => ({ ...day, impression: 0, click: 0, cart: 0, purchase: 0 }));
        for (const type of itemColumns) sums[type] += item[type];
      }
      const dayId = await addDays('event_day', days.rows());
      const rows = items.map(({ projectId, collectionId, day, itemId, impression, click, cart, purchase }) => ({
        day_id: dayId({ projectId, collectionId, day }),
        item_id: nameId(projectId, itemId),
        impression,
        click,
        cart,
        purchase,
      }));
      await add('item_day', rows);
    },
  };
};

import { LRUCache } from 'lru-cache';
import { type SelectQueryBuilder, sql } from 'kysely';
import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { nameStore } from './names.store.ts';
import { type Adding, bytesOf, itemColumns, merged, termColumns, type Totals, TotalsBuilder } from './totals.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database, Schema } from '#server/db/schema.ts';
import { inSlices } from '#server/base/slices.ts';

/** The days and searches of a figure. */
export interface Asked {
  readonly project: ProjectScope;
  /** Days, both included. */
  readonly range: { readonly start: string; readonly end: string };
  /** Empty for all. */
  readonly language: string;
  /** `all` for all. */
  readonly resultObject: string;
  /** All if undefined. */
  readonly collectionId?: number | undefined;
}

type Table = 'term_day' | 'item_day' | 'click_day' | 'next_search_day';

/** A table of counts by day, summed by one of its ids. */
interface Counted extends Adding {
  readonly table: Table;
  readonly days: 'search_day' | 'event_day';
  readonly by: string;
  /** Limits the sums to one id. */
  readonly of?: string;
  readonly columns: readonly string[];
}

const counted = (of: Pick<Counted, 'table' | 'by' | 'columns'> & Partial<Counted>): Counted => ({
  days: 'search_day',
  columnCount: of.columns.length,
  sumCount: of.columns.length,
  ...of,
});
const clicks = ['click_count', 'position_sum', 'position_count'];
export const termCounts = counted({
  table: 'term_day',
  by: 'term_id',
  columns: ['search_count', 'unfound_count', 'click_count', 'item_count', 'last_at'],
  sumCount: termColumns.itemCount,
});
export const itemCounts = counted({ table: 'item_day', days: 'event_day', by: 'item_id', columns: Object.keys(itemColumns) });
export const clickedItems = counted({ table: 'click_day', by: 'item_id', of: 'term_id', columns: clicks });
export const clickingTerms = counted({ table: 'click_day', by: 'term_id', of: 'item_id', columns: clicks });
export const nextTerms = counted({
  table: 'next_search_day',
  by: 'next_id',
  of: 'term_id',
  columns: ['visitor_count', 'found_count', 'clicked_count'],
});

/** Of one statement; the ids of a day are at most its searches or events. */
const countedAtOnce = 20_000;
const daysAtOnce = 200;
/** Events may be three days late. */
const eventsClosedAfterDays = 4;
/** A year of 300,000 terms takes 13 MB. */
const mostRememberedBytes = 192 * 1024 * 1024;
/** A second click after an old search changes no sum of its day. */
const rememberedMilliseconds = 10 * 60 * 1_000;

/** In a set. */
const bytesPerId = 40;

const memories = new WeakMap<Database, LRUCache<string, {}>>();

/** Values computed from a database. The key has to change with them. */
export async function remembered<Value extends {}>(
  db: Database,
  key: string,
  make: () => Promise<{ readonly value: Value; readonly bytes: number }>,
): Promise<Value> {
  const memory = memories.get(db) ?? new LRUCache<string, {}>({ maxSize: mostRememberedBytes, ttl: rememberedMilliseconds });
  memories.set(db, memory);
  const known = memory.get(key);
  if (known !== undefined) return known as Value;
  const { value, bytes } = await make();
  memory.set(key, value, { size: bytes + key.length });
  return value;
}

export function searchDays<Of extends 'search_day' | 'took_day' | 'shop_query'>(
  db: Database,
  table: Of,
  { project, range, language, resultObject, collectionId }: Asked,
): SelectQueryBuilder<Schema, Of, object> {
  let rows = db
    .selectFrom(table as 'search_day')
    .where('project_id', '=', project.id)
    .where('day', '>=', range.start)
    .where('day', '<=', range.end);
  if (language !== '') rows = rows.where('language', '=', language);
  if (resultObject !== 'all') rows = rows.where('result_object', '=', resultObject);
  if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
  return rows as unknown as SelectQueryBuilder<Schema, Of, object>;
}

interface Day {
  readonly id: number;
  readonly day: string;
  readonly count: number;
  /** Its counts, which change with the rows of its table. */
  readonly state: string;
  readonly isClosed: boolean;
}

export const totalsStore = (db: Database) => {
  const names = nameStore(db);
  const namesIn = ({ id }: ProjectScope) => db.selectFrom('counted_name').where('project_id', '=', id);

  async function idsIn(rows: ReturnType<typeof namesIn>): Promise<number[]> {
    const found = db.selectFrom(rows.select('id').as('found'));
    const text = await found.select(sql<string | null>`string_agg(cast(id as text), ',')`.as('ids')).executeTakeFirst();
    return JSON.parse(`[${text?.ids ?? ''}]`) as number[];
  }

  /** Until a name is added. */
  async function rememberedIds<Ids extends { readonly length: number } | { readonly size: number }>(
    project: ProjectScope,
    key: readonly string[],
    read: () => Promise<Ids>,
  ): Promise<Ids> {
    const newest = await namesIn(project)
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return remembered(db, JSON.stringify([...key, project.id, newest?.id]), async () => {
      const value = await read();
      return { value, bytes: bytesPerId * ('length' in value ? value.length : value.size) };
    });
  }

  async function daysOf({ days: table }: Counted, asked: Asked): Promise<Day[]> {
    if (table === 'search_day') {
      const rows = await searchDays(db, table, asked)
        .select(['id', 'day', 'search_count', 'unfound_count', 'click_count', 'took_ms'])
        .select((eb) => eb('visitors', 'is not', null).as('isRolledUp'))
        .orderBy('id')
        .execute();
      return rows.map(({ id, day, isRolledUp, search_count: count, ...counts }) => ({
        id: Number(id),
        day,
        count,
        state: `${count} ${Object.values(counts).join(' ')}`,
        isClosed: Boolean(isRolledUp),
      }));
    }
    const { project, range, collectionId } = asked;
    const closed = addDays(dayOf(Date.now(), defaultTimeZone), -eventsClosedAfterDays);
    let events = db.selectFrom(table).selectAll().where('project_id', '=', project.id);
    events = events.where('day', '>=', range.start).where('day', '<=', range.end);
    if (collectionId !== undefined) events = events.where('collection_id', '=', collectionId);
    return (await events.orderBy('id').execute()).map(({ id, day, impression, click, cart, purchase }) => ({
      id: Number(id),
      day,
      count: impression + click + cart + purchase,
      state: `${impression} ${click} ${cart} ${purchase}`,
      isClosed: day <= closed,
    }));
  }

  /** Reads rows as a text per column: objects would take several times as long. */
  async function summed(of: Counted, days: readonly Day[], onlyId: number | null): Promise<Totals> {
    const builder = new TotalsBuilder(of);
    const breathe = inSlices();
    for (let from = 0; from < days.length;) {
      let [until, count] = [from, 0];
      while (until < days.length && until - from < daysAtOnce && (until === from || count + days[until]!.count <= countedAtOnce))
        count += days[until++]!.count;
      const part = days.slice(from, until).map(({ id }) => id);
      from = until;
      const texts = await db
        .selectFrom(of.table as 'term_day')
        .select(
          [of.by, ...of.columns].map((column, at) =>
            sql<string | null>`string_agg(cast(${sql.ref(column)} as text), ',')`.as(`c${at}`),
          ),
        )
        .where('day_id', 'in', part)
        .$if(onlyId !== null, (rows) => rows.where(of.of as 'term_id', '=', onlyId!))
        .executeTakeFirstOrThrow();
      const [ids = [], ...columns] = Object.values(texts).map((text) => JSON.parse(`[${text ?? ''}]`) as number[]);
      builder.add(ids, columns);
      await breathe();
    }
    return builder.totals();
  }

  return {
    ...names,

    /** Sums of a range by id. Those of days that hardly change are remembered. */
    async totals(of: Counted, asked: Asked, only?: string): Promise<Totals> {
      const onlyId = only === undefined ? null : ((await names.idsOf(asked.project, [only])).get(only) ?? 0);
      const days = await daysOf(of, asked);
      const closed = days.filter(({ isClosed }) => isClosed);
      const state = closed.map((day) => `${day.id} ${day.state}`).join();
      const past = await remembered(db, JSON.stringify([of.table, of.by, onlyId, state]), async () => {
        const value = await summed(of, closed, onlyId);
        return { value, bytes: bytesOf(value) };
      });
      const newest = days.filter(({ isClosed }) => !isClosed);
      return merged(of, past, await summed(of, newest, onlyId));
    },

    /** The counts of some terms by day, per name; collections, languages and result types added up. */
    async termDays(asked: Asked, terms: readonly string[]) {
      const ids = await names.idsOf(asked.project, terms);
      const days = new Map(terms.map((term) => [term, new Map<string, TermDay>()]));
      if (ids.size === 0) return days;
      const termOf = new Map([...ids].map(([term, id]) => [id, term]));
      const rows = await searchDays(db, 'search_day', asked)
        .innerJoin('term_day', 'term_day.day_id', 'search_day.id')
        .select(['day', 'term_id', 'term_day.search_count', 'term_day.unfound_count', 'term_day.click_count'])
        .select(['item_count', 'last_at'])
        .where('term_id', 'in', [...ids.values()])
        .execute();
      for (const { day, term_id: id, search_count, unfound_count, click_count, item_count, last_at } of rows) {
        const ofTerm = days.get(termOf.get(Number(id))!)!;
        const known = ofTerm.get(day) ?? { search_count: 0, unfound_count: 0, click_count: 0, item_count: 0, last_at: 0 };
        const newest = Number(last_at) >= known.last_at ? { item_count, last_at: Number(last_at) } : known;
        ofTerm.set(day, {
          search_count: known.search_count + search_count,
          unfound_count: known.unfound_count + unfound_count,
          click_count: known.click_count + click_count,
          item_count: newest.item_count,
          last_at: newest.last_at,
        });
      }
      return days;
    },

    /** The counts of some items of a collection by day. */
    async itemDays(project: ProjectScope, collectionId: number, { start, end }: Asked['range'], itemIds: readonly string[]) {
      const ids = await names.idsOf(project, itemIds);
      if (ids.size === 0) return [];
      const itemOf = new Map([...ids].map(([item, id]) => [id, item]));
      const rows = await db
        .selectFrom('event_day')
        .innerJoin('item_day', 'item_day.day_id', 'event_day.id')
        .select(['day', 'item_id', 'item_day.impression', 'item_day.click', 'item_day.cart', 'item_day.purchase'])
        .where('project_id', '=', project.id)
        .where('collection_id', '=', collectionId)
        .where('day', '>=', start)
        .where('day', '<=', end)
        .where('item_id', 'in', [...ids.values()])
        .execute();
      return rows.map(({ item_id: id, ...row }) => ({ ...row, itemId: itemOf.get(Number(id))! }));
    },

    /** Collections with events, and the first day that has any. */
    async eventDays({ id }: ProjectScope): Promise<{ collectionIds: number[]; firstDay: string | null }> {
      const rows = await db
        .selectFrom('event_day')
        .select((eb) => ['collection_id', eb.fn.min('day').as('day')])
        .where('project_id', '=', id)
        .groupBy('collection_id')
        .execute();
      return {
        collectionIds: rows.map(({ collection_id: collection }) => Number(collection)).toSorted((a, b) => a - b),
        firstDay: rows.map(({ day }) => day).toSorted()[0] ?? null,
      };
    },

    /** The ids of names with a text in them. SQLite ignores the case of ASCII letters, which normalised terms don't have. */
    idsContaining: (project: ProjectScope, text: string): Promise<ReadonlySet<number>> =>
      rememberedIds(project, ['containing', text], async () => {
        const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
        return new Set(await idsIn(namesIn(project).where(sql<boolean>`name like ${pattern} escape '\\'`)));
      }),

    idsBeginning: async (project: ProjectScope, text: string): Promise<Set<number>> =>
      new Set(await idsIn(namesIn(project).where('name', '>=', text).where('name', '<', `${text}\u{10ffff}`))),

    /** All ids of a project in the order of their names. */
    idsByName: (project: ProjectScope): Promise<readonly number[]> =>
      rememberedIds(project, ['by name'], () => idsIn(namesIn(project).orderBy('name'))),
  };
};

export interface TermDay {
  readonly search_count: number;
  readonly unfound_count: number;
  readonly click_count: number;
  readonly item_count: number;
  readonly last_at: number;
}

import { LRUCache } from 'lru-cache';
import { type SelectQueryBuilder, sql } from 'kysely';
import { addDays, dayOf, defaultTimeZone } from '#contract/days.ts';
import { nameStore } from './names.store.ts';
import { type Adding, aligned, bestOf, bytesOf, columnsOf, merged, placesWhere, type Totals, TotalsBuilder } from './totals.ts';
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

/** A table of counts by day, summed by one of its ids. */
interface Counted<Sum extends string, Newest extends string = never> extends Adding<Sum, Newest> {
  readonly table: 'term_day' | 'item_day' | 'click_day' | 'next_search_day' | 'bought_day';
  readonly days: 'search_day' | 'event_day';
  readonly by: string;
  /** Limits the sums to one id. */
  readonly of?: string;
}

const counted = <Sum extends string, Newest extends string = never>(
  of: Pick<Counted<Sum, Newest>, 'table' | 'by' | 'sums'> & Partial<Counted<Sum, Newest>>,
): Counted<Sum, Newest> => ({ days: 'search_day', newest: [], ...of });
const clicks = ['click_count', 'position_sum', 'position_count', 'cart_count', 'purchase_count', 'amount'] as const;
export const termCounts = counted({
  table: 'term_day',
  by: 'term_id',
  sums: ['search_count', 'unfound_count', 'corrected_count', 'click_count', 'purchase_count', 'amount'],
  newest: ['item_count', 'found_as_id', 'last_at'],
});
export type TermColumn = (typeof termCounts)['sums'][number];
/** Also counted for all terms of a day. */
export type DayColumn = Exclude<TermColumn, 'corrected_count'>;
export const itemCounts = counted({
  table: 'item_day',
  days: 'event_day',
  by: 'item_id',
  sums: ['impression', 'click', 'cart', 'purchase', 'amount'],
});
export const clickedItems = counted({ table: 'click_day', by: 'item_id', of: 'term_id', sums: clicks });
export const clickingTerms = counted({ table: 'click_day', by: 'term_id', of: 'item_id', sums: clicks });
/** Visitors who bought, or viewed, an item on the same day as another one. */
export const pairedItems = counted({
  table: 'bought_day',
  days: 'event_day',
  by: 'with_id',
  of: 'item_id',
  sums: ['visitor_count', 'viewed_count'],
});
export const nextTerms = counted({
  table: 'next_search_day',
  by: 'next_id',
  of: 'term_id',
  sums: ['visitor_count', 'found_count', 'clicked_count'],
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

/** Events have no language and result type. */
export function searchDays<Of extends 'search_day' | 'took_day' | 'shop_query' | 'event_day'>(
  db: Database,
  table: Of,
  { project, range, language, resultObject, collectionId }: Asked,
): SelectQueryBuilder<Schema, Of, object> {
  let rows = db
    .selectFrom(table as 'search_day')
    .where('project_id', '=', project.id)
    .where('day', '>=', range.start)
    .where('day', '<=', range.end);
  if (table !== 'event_day' && language !== '') rows = rows.where('language', '=', language);
  if (table !== 'event_day' && resultObject !== 'all') rows = rows.where('result_object', '=', resultObject);
  if (collectionId !== undefined) rows = rows.where('collection_id', '=', collectionId);
  return rows as unknown as SelectQueryBuilder<Schema, Of, object>;
}

/** In a group of days. */
export const firstDayWith = (column: string) => sql<string | null>`min(case when ${sql.ref(column)} > 0 then day end)`;

export const earliest = (days: readonly (string | null)[]): string | null =>
  days.filter((day) => day !== null).toSorted()[0] ?? null;

/** Both without today, which isn't over. */
export interface ComparedRanges {
  readonly now: Asked['range'];
  readonly before: Asked['range'];
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

  async function daysOf(table: 'search_day' | 'event_day', asked: Asked): Promise<Day[]> {
    if (table === 'search_day') {
      const rows = await searchDays(db, table, asked)
        .select(['id', 'day', 'search_count', 'unfound_count', 'click_count', 'purchase_count', 'amount', 'took_ms'])
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
    const closed = addDays(dayOf(Date.now(), defaultTimeZone), -eventsClosedAfterDays);
    const events = await searchDays(db, table, asked).selectAll().orderBy('id').execute();
    return events.map(({ id, day, impression, click, cart, purchase, amount, is_paired: isPaired }) => ({
      id: Number(id),
      day,
      count: impression + click + cart + purchase,
      state: `${impression} ${click} ${cart} ${purchase} ${amount} ${isPaired}`,
      isClosed: day <= closed,
    }));
  }

  /** Reads rows as a text per column: objects would take several times as long. */
  async function summed<Sum extends string, Newest extends string>(
    of: Counted<Sum, Newest>,
    days: readonly Day[],
    onlyId: number | null,
  ) {
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
          [of.by, ...columnsOf(of)].map((column, at) =>
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

  /** Sums of a range by id. Those of days that hardly change are remembered. */
  async function totals<Sum extends string, Newest extends string>(
    of: Counted<Sum, Newest>,
    asked: Asked,
    only?: string,
  ): Promise<Totals<Sum | Newest>> {
    const onlyId = only === undefined ? null : ((await names.idsOf(asked.project, [only])).get(only) ?? 0);
    const days = await daysOf(of.days, asked);
    const closed = days.filter(({ isClosed }) => isClosed);
    const state = closed.map((day) => `${day.id} ${day.state}`).join();
    const past = await remembered(db, JSON.stringify([of.table, of.by, onlyId, state]), async () => {
      const value = await summed(of, closed, onlyId);
      return { value, bytes: bytesOf(value) };
    });
    const newest = days.filter(({ isClosed }) => !isClosed);
    return merged(of, past, await summed(of, newest, onlyId));
  }

  /** A place is an index of the columns. */
  async function named({ ids }: Pick<Totals, 'ids'>, places: readonly number[]) {
    const found = await names.namesOf(places.map((place) => ids[place]!));
    return places.map((place, at) => ({ name: found[at]!, place }));
  }

  return {
    ...names,
    totals,

    named,

    /** Names with the greatest values, those above 0 if no places are given. */
    best: (totals: Pick<Totals, 'ids'>, valueOf: (place: number) => number, limit: number, places?: Uint32Array) =>
      named(totals, bestOf(places ?? placesWhere(totals, (place) => valueOf(place) > 0), valueOf, limit)),

    /** A column in two ranges, by the places of the whole one; 0 without a comparison. */
    async compared<Sum extends string, Newest extends string>(
      of: Counted<Sum, Newest>,
      asked: Asked,
      column: Sum,
      whole: Totals<Sum | Newest>,
      compared: ComparedRanges | null,
    ) {
      const inDays = async (range: Asked['range']) => aligned(whole.ids, await totals(of, { ...asked, range }), column);
      const none = new Float64Array(whole.ids.length);
      if (compared === null) return { now: none, before: none };
      const before = await inDays(compared.before);
      if (compared.now.end === asked.range.end) return { now: whole.columns[column], before };
      // Fewer days are excluded than compared.
      const excluded = await inDays({ start: addDays(compared.now.end, 1), end: asked.range.end });
      return { now: whole.columns[column].map((count, place) => count - excluded[place]!), before };
    },

    /** The sums of some names by day; languages, result types and collections added up. */
    async byDay<Sum extends string, Newest extends string>(
      of: Counted<Sum, Newest>,
      asked: Asked,
      some: readonly string[],
    ): Promise<Map<string, Map<string, Record<Sum, number>>>> {
      const ids = await names.idsOf(asked.project, some);
      const days = new Map(some.map((name) => [name, new Map<string, Record<Sum, number>>()]));
      if (ids.size === 0) return days;
      const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
      const within = searchDays(db, of.days as 'search_day', asked).select(['id', 'day']);
      const rows = await db
        .selectFrom(within.as('within'))
        .innerJoin(of.table as 'term_day', 'day_id', 'within.id')
        .select(['within.day', sql<number>`${sql.ref(of.by)}`.as('id')])
        .select(of.sums.map((column) => sql<number>`sum(${sql.ref(column)})`.as(column)))
        .where(of.by as 'term_id', 'in', [...ids.values()])
        .groupBy(['within.day', of.by as 'term_id'])
        .execute();
      for (const row of rows) {
        const counts = of.sums.map((column) => [column, Number(row[column as keyof typeof row])]);
        days.get(nameOf.get(Number(row.id))!)!.set(row.day, Object.fromEntries(counts) as Record<Sum, number>);
      }
      return days;
    },

    /** Collections with events, and the first days that have any, and amounts. */
    async eventDays({
      id,
    }: ProjectScope): Promise<{ collectionIds: number[]; firstDay: string | null; paidSince: string | null }> {
      const rows = await db
        .selectFrom('event_day')
        .select((eb) => ['collection_id', eb.fn.min('day').as('day'), firstDayWith('amount').as('paid')])
        .where('project_id', '=', id)
        .groupBy('collection_id')
        .execute();
      return {
        collectionIds: rows.map(({ collection_id: collection }) => Number(collection)).toSorted((a, b) => a - b),
        firstDay: earliest(rows.map(({ day }) => day)),
        paidSince: earliest(rows.map(({ paid }) => paid)),
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

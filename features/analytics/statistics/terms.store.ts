import { type RawBuilder, sql } from 'kysely';
import { type Asked, type CountColumn, narrowed } from './statistics.store.ts';
import type { StatisticsRange } from './statistics-range.service.ts';
import { columnContains } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export interface TermFigures {
  readonly term: string;
  readonly count: number;
  readonly previousCount: number;
  readonly unfoundCount: number;
  readonly clickCount: number;
  readonly itemCount: number;
  readonly lastAt: number | null;
}

interface TermPage {
  readonly search: string;
  readonly only?: 'growing' | 'without_results' | 'without_clicks' | undefined;
  readonly sort: 'term' | 'count' | 'change' | 'users' | 'item_count' | 'clicks' | 'last_at';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** What the count of a row is of: all searches of a term, or those that found nothing. */
  readonly counted: 'search_count' | 'unfound_count';
  readonly previous: StatisticsRange;
}

/** Fewer searches without a click say nothing. */
const leastWithoutClicks = 10;

/** What was counted in a range of days, query by query. */
export const termStore = (db: Database) => ({
  /** The most frequent ones. */
  async top(asked: Asked, column: CountColumn, limit: number): Promise<{ term: string; count: number }[]> {
    const count = sql<number>`sum(${sql.ref(column)})`;
    const rows = await narrowed(db, 'searched_term', asked)
      .select(['term', count.as('count')])
      .groupBy('term')
      .having(count, '>', 0)
      .orderBy('count', 'desc')
      .orderBy('term')
      .limit(limit)
      .execute();
    return rows.map(({ term, count: many }) => ({ term, count: Number(many) }));
  },

  /** One page of all terms. What only its rows show is asked for them alone, as a busy shop has tens of thousands of terms. */
  async page(asked: Asked, page: TermPage): Promise<{ rows: TermFigures[]; totalCount: number }> {
    const { sort, only, counted } = page;
    const count = sql<number>`sum(${sql.ref(counted)})`;
    const sums = narrowed(db, 'searched_term', asked)
      .select((eb) => [
        'term',
        count.as('count'),
        eb.fn.sum<number>('unfound_count').as('unfoundCount'),
        eb.fn.sum<number>('click_count').as('clickCount'),
        eb.fn.max('last_at').as('lastAt'),
      ])
      .$if(page.search !== '', (rows) => rows.where(columnContains('term', page.search) as never))
      .groupBy('term')
      .having(count, '>', 0);
    const byNow = (name: string) => [`${name}.term`, 'now.term'] as [never, never];
    let rows = db
      .selectFrom(sums.as('now'))
      .selectAll('now')
      .select(sql<number>`count(*) over ()`.as('totalCount'));
    if (sort === 'change' || only === 'growing') {
      const before = narrowed(db, 'searched_term', { ...asked, range: page.previous })
        .select(['term', count.as('count')])
        .groupBy('term');
      rows = rows.leftJoin(before.as('before'), ...byNow('before')) as typeof rows;
    }
    if (sort === 'item_count' || only === 'without_results')
      rows = rows.innerJoin(newest(db, asked).as('newest'), ...byNow('newest')) as typeof rows;
    if (sort === 'users')
      rows = rows.leftJoin(visitorsOf(db, asked, counted).as('visitors'), ...byNow('visitors')) as typeof rows;
    if (only === 'growing') rows = rows.where(sql<boolean>`now.count > coalesce("before".count, 0)`);
    if (only === 'without_results') rows = rows.where(sql<boolean>`newest.item_count = 0`);
    if (only === 'without_clicks') rows = rows.where('now.clickCount', '=', 0).where('now.count', '>=', leastWithoutClicks);
    const listed = await rows
      .orderBy(orders[sort], page.order)
      .orderBy('now.term')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    const terms = listed.map(({ term }) => term);
    const [before, found] = [
      await this.counts({ ...asked, range: page.previous }, terms, counted),
      await this.newestItemCounts(asked, terms),
    ];
    return {
      totalCount: Number(listed[0]?.totalCount ?? 0),
      rows: listed.map((row) => ({
        term: row.term,
        count: Number(row.count),
        previousCount: before.get(row.term) ?? 0,
        unfoundCount: Number(row.unfoundCount),
        clickCount: Number(row.clickCount),
        itemCount: found.get(row.term) ?? 0,
        lastAt: row.lastAt === null ? null : Number(row.lastAt),
      })),
    };
  },

  /** How often each of some terms was searched. */
  async counts(asked: Asked, terms: readonly string[], column: CountColumn): Promise<Map<string, number>> {
    if (terms.length === 0) return new Map();
    const rows = await narrowed(db, 'searched_term', asked)
      .select((eb) => ['term', eb.fn.sum<number>(column).as('count')])
      .where('term', 'in', terms)
      .groupBy('term')
      .execute();
    return new Map(rows.map(({ term, count }) => [term, Number(count)]));
  },

  /** Items that the newest search of each term found. */
  async newestItemCounts(asked: Asked, terms: readonly string[]): Promise<Map<string, number>> {
    if (terms.length === 0) return new Map();
    const rows = await newest(db, asked).where('term', 'in', terms).execute();
    return new Map(rows.map(({ term, item_count: count }) => [term, Number(count)]));
  },

  /** Distinct visitors of each term; of those alone who found nothing, where that is asked for. */
  async visitors(asked: Asked, terms: readonly string[], onlyUnfound = false): Promise<Map<string, number>> {
    if (terms.length === 0) return new Map();
    const rows = await visitorsOf(db, asked, onlyUnfound ? 'unfound_count' : 'search_count')
      .where('term', 'in', terms)
      .execute();
    return new Map(rows.map(({ term, count }) => [term, Number(count)]));
  },

  /** How often each term was searched on each day. */
  async byDay(
    asked: Asked,
    terms: readonly string[],
    column: CountColumn = 'search_count',
  ): Promise<Map<string, Map<string, number>>> {
    const days = new Map(terms.map((term) => [term, new Map<string, number>()]));
    if (terms.length === 0) return days;
    const rows = await narrowed(db, 'searched_term', asked)
      .select((eb) => ['term', 'day', eb.fn.sum<number>(column).as('count')])
      .where('term', 'in', terms)
      .groupBy(['term', 'day'])
      .execute();
    for (const { term, day, count } of rows) days.get(term)?.set(day, Number(count));
    return days;
  },

  /** Items that the newest search of a term found, whenever that was; null where it was never searched. */
  async newestItemCount(asked: Asked, term: string): Promise<number | null> {
    return (await this.newestItemCounts({ ...asked, range: always }, [term])).get(term) ?? null;
  },

  /** Those that begin alike, most frequent first. */
  async beginningWith(asked: Asked, beginning: string, limit: number): Promise<{ term: string; count: number }[]> {
    const rows = await narrowed(db, 'searched_term', asked)
      .select((eb) => ['term', eb.fn.sum<number>('search_count').as('count')])
      .where('term', '>=', beginning)
      .where('term', '<', `${beginning}\u{10ffff}`)
      .groupBy('term')
      .orderBy('count', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ term, count }) => ({ term, count: Number(count) }));
  },

  /** What the visitors of a term searched for within so many milliseconds after it, most visitors first. */
  async searchedNext(
    asked: Asked,
    term: string,
    withinMilliseconds: number,
    limit: number,
  ): Promise<{ term: string; count: number }[]> {
    const visitors = sql<number>`count(distinct next.visitor)`;
    const rows = await narrowed(db, 'shop_query', asked)
      .innerJoin('shop_query as next', (join) =>
        join
          .onRef('next.project_id', '=', 'shop_query.project_id')
          .onRef('next.day', '=', 'shop_query.day')
          .onRef('next.result_object', '=', 'shop_query.result_object')
          .onRef('next.visitor', '=', 'shop_query.visitor')
          .onRef('next.happened_at', '>', 'shop_query.happened_at'),
      )
      .select(['next.term', visitors.as('count')])
      .where('shop_query.term', '=', term)
      .where('shop_query.is_counted', '=', 1)
      .where('next.is_counted', '=', 1)
      .where('next.term', '!=', term)
      .where(sql<boolean>`next.happened_at <= shop_query.happened_at + ${sql.lit(withinMilliseconds)}`)
      .groupBy('next.term')
      .orderBy('count', 'desc')
      .orderBy('next.term')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ term: row.term, count: Number(row.count) }));
  },
});

/** The newest row of each term. */
function newest(db: Database, asked: Asked) {
  const age = sql<number>`row_number() over (partition by term order by day desc, coalesce(last_at, 0) desc)`;
  const rows = narrowed(db, 'searched_term', asked).select(['term', 'item_count', age.as('age')]);
  return db.selectFrom(rows.as('rows')).select(['term', 'item_count']).where('age', '=', 1);
}

/** Distinct visitors of each term; for what found nothing, of those who found nothing. */
const visitorsOf = (db: Database, asked: Asked, counted: TermPage['counted']) =>
  narrowed(db, 'shop_query', asked)
    .select((eb) => ['term', eb.fn.count<number>('visitor').distinct().as('count')])
    .where('is_counted', '=', 1)
    .$if(counted === 'unfound_count', (rows) => rows.where('item_count', '=', 0))
    .groupBy('term');

/** Days that no range goes beyond. */
const always: StatisticsRange = { start: '0000-01-01', end: '9999-12-31' };

const orders: Readonly<Record<TermPage['sort'], RawBuilder<unknown>>> = {
  term: sql`now.term`,
  count: sql`now.count`,
  change: sql`now.count * 1.0 / (coalesce("before".count, 0) + 1)`,
  users: sql`coalesce(visitors.count, 0)`,
  item_count: sql`newest.item_count`,
  clicks: sql`${sql.ref('now.clickCount')} * 1.0 / now.count`,
  last_at: sql`coalesce(${sql.ref('now.lastAt')}, 0)`,
};

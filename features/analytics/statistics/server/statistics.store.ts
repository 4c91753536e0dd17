import { sql } from 'kysely';
import { jsonOf } from '#server/db/json-column.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { type Asked, type DayColumn, earliest, firstDayWith, searchDays, totalsStore } from '#server/stats/totals.store.ts';
import { visitorStore } from '#server/stats/visitors.store.ts';

export interface TrackedSince {
  readonly search: string | null;
  readonly autocomplete: string | null;
  readonly events: string | null;
  /** Purchases after searches, their amounts, and amounts of any purchase. */
  readonly sold: Readonly<Record<'purchases' | 'turnover' | 'sales', string | null>>;
}

export const statisticsStore = (db: Database) => ({
  async trackedSince({ id }: ProjectScope): Promise<TrackedSince> {
    const rows = await db
      .selectFrom('search_day')
      .select((eb) => ['result_object', eb.fn.min('day').as('day')])
      .select([firstDayWith('purchase_count').as('bought'), firstDayWith('amount').as('paid')])
      .where('project_id', '=', id)
      .groupBy('result_object')
      .execute();
    const { firstDay: events, paidSince: sales } = await totalsStore(db).eventDays({ id });
    const since = (name: string): string | null => rows.find(({ result_object: object }) => object === name)?.day ?? null;
    return {
      search: since('search'),
      autocomplete: since('autocomplete'),
      events,
      sold: {
        purchases: earliest(rows.map(({ bought }) => bought)),
        turnover: earliest(rows.map(({ paid }) => paid)),
        sales,
      },
    };
  },

  async languages({ id }: ProjectScope): Promise<string[]> {
    const rows = await db.selectFrom('search_day').select('language').distinct().where('project_id', '=', id).execute();
    return rows.map(({ language }) => language).toSorted();
  },

  async byDay(asked: Asked, column: DayColumn): Promise<Map<string, number>> {
    const rows = await searchDays(db, 'search_day', asked)
      .select((eb) => ['day', eb.fn.sum<number>(column).as('count')])
      .groupBy('day')
      .execute();
    return new Map(rows.map(({ day, count }) => [day, Number(count)]));
  },

  visitors: visitorStore(db).all,

  /** Milliseconds in total, and the number of searches per bucket. */
  async took(asked: Asked): Promise<{ sum: number; count: number; buckets: Map<number, number> }> {
    const all = await searchDays(db, 'search_day', asked)
      .select((eb) => [eb.fn.sum<number>('took_ms').as('sum'), eb.fn.sum<number>('timed_count').as('count')])
      .executeTakeFirstOrThrow();
    const rows = await searchDays(db, 'took_day', asked)
      .select((eb) => ['bucket', eb.fn.sum<number>('search_count').as('count')])
      .groupBy('bucket')
      .execute();
    const buckets = new Map(rows.map(({ bucket, count }) => [bucket, Number(count)]));
    return { sum: Number(all.sum ?? 0), count: Number(all.count ?? 0), buckets };
  },

  /** Completed queries, and how many of them a search of their visitor on the same day begins with. */
  async endedInSearch(asked: Asked): Promise<{ typed: number; searched: number }> {
    const ofTyped = { ...asked, resultObject: 'autocomplete' } as const;
    const packed = await searchDays(db, 'search_day', ofTyped)
      .select((eb) => [eb.fn.sum<number>('search_count').as('typed'), eb.fn.sum<number>('ended_count').as('searched')])
      .where('ended_count', 'is not', null)
      .executeTakeFirstOrThrow();
    const newest = await db
      .selectFrom('search_day')
      .select((eb) => eb.fn.max('day').as('day'))
      .where('project_id', '=', asked.project.id)
      .where('ended_count', 'is not', null)
      .executeTakeFirst();
    const since = await typedQueries(db, asked)
      .select(({ fn }) => [fn.countAll<number>().as('typed'), fn.sum<number>(wasSearched).as('searched')])
      .where('shop_query.day', '>', newest?.day ?? '')
      .executeTakeFirstOrThrow();
    return {
      typed: Number(packed.typed ?? 0) + Number(since.typed),
      searched: Number(packed.searched ?? 0) + Number(since.searched ?? 0),
    };
  },

  /** Shares from 0 to 1; needs single queries. */
  async endedInSearchOf(asked: Asked, terms: readonly string[]): Promise<Map<string, number>> {
    if (terms.length === 0) return new Map();
    const rows = await typedQueries(db, asked)
      .select(({ fn }) => ['shop_query.term', fn.countAll<number>().as('typed'), fn.sum<number>(wasSearched).as('searched')])
      .where('shop_query.term', 'in', terms)
      .groupBy('shop_query.term')
      .execute();
    return new Map(rows.map(({ term, typed, searched }) => [term, Number(searched) / Number(typed)]));
  },

  /** Releases, and imports that changed items, oldest first. */
  async marks(project: ProjectScope, { from, until }: { readonly from: number; readonly until: number }) {
    const releases = await db
      .selectFrom('release')
      .leftJoin('user', 'user.id', 'release.user_id')
      .select(['release.number', 'release.created_at as at', 'user.name as by'])
      .where('release.project_id', '=', project.id)
      .where('release.created_at', '>=', from)
      .where('release.created_at', '<', until)
      .execute();
    const imports = await db
      .selectFrom('import')
      .select(['id as number', 'feed_id', 'counts', 'finished_at as at'])
      .where('project_id', '=', project.id)
      .where('state', '=', 'done')
      .where('finished_at', '>=', from)
      .where('finished_at', '<', until)
      .execute();
    return [
      ...releases.map(({ number, at, by }) => ({ kind: 'release' as const, number, feed_id: null, at, by })),
      ...imports
        .filter(hasChangedItems)
        .map(({ number, feed_id, at }) => ({ kind: 'import' as const, number, feed_id, at: at ?? from, by: null })),
    ].toSorted((a, b) => a.at - b.at);
  },
});

interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

function hasChangedItems({ number, counts }: { readonly number: number; readonly counts: string | null }): boolean {
  const changes = jsonOf<Changes | null>(counts, null, 'import.counts', number);
  return changes !== null && changes.added + changes.changed + changes.removed > 0;
}

const typedQueries = (db: Database, asked: Asked) =>
  searchDays(db, 'shop_query', { ...asked, resultObject: 'autocomplete' }).where('is_counted', '=', 1);

/**
 * 1 if a search of the same visitor on the same day begins with it, else 0.
 * SQLite would read all terms of the project from an index that covers the rest; the condition on `collection_id`, always true, prevents it.
 */
const wasSearched = sql<number>`case when exists (
  select 1 from shop_query as search
  where search.project_id = shop_query.project_id and substr(search.term, 1, length(shop_query.term)) = shop_query.term
    and search.day = shop_query.day
    and search.visitor = shop_query.visitor and search.result_object = 'search' and search.is_counted = 1
    and search.collection_id > 0
) then 1 else 0 end`;

import type { Selectable } from 'kysely';
import type { Database, Schema } from '#server/db/schema.ts';
import { type Asked, searchDays } from '#server/stats/totals.store.ts';

type Search = Pick<
  Selectable<Schema['shop_query']>,
  'id' | 'day' | 'happened_at' | 'term' | 'item_count' | 'found_as' | 'visitor' | 'click_count' | 'purchase_count'
>;

interface SearchPage {
  readonly search: string;
  readonly only?: 'without_results' | 'without_clicks' | 'bought' | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** Later searches have another reason. */
const nextWithinMilliseconds = 30 * 60 * 1_000;
/** Visitors who share an address may have any number. */
const mostFollowing = 5_000;

export const singleSearchStore = (db: Database) => ({
  async page(asked: Asked, { search, only, order, limit, offset }: SearchPage): Promise<{ rows: Search[]; totalCount: number }> {
    let searches = searchDays(db, 'shop_query', asked).where('is_counted', '=', 1);
    if (search !== '') searches = searches.where('term', 'like', `%${search.replaceAll(/[\\%_]/g, '')}%`);
    if (only === 'without_results') searches = searches.where('item_count', '=', 0);
    if (only === 'without_clicks') searches = searches.where('click_count', '=', 0);
    if (only === 'bought') searches = searches.where('purchase_count', '>', 0);
    const { count } = await searches.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const rows = await searches
      .select(['id', 'day', 'happened_at', 'term', 'item_count', 'found_as', 'visitor', 'click_count', 'purchase_count'])
      .orderBy('day', order)
      .orderBy('happened_at', order)
      .orderBy('id', order)
      .limit(limit)
      .offset(offset)
      .execute();
    return { rows, totalCount: Number(count) };
  },

  /** The query that the same visitor searched for next, by the id of the search; for typed text also the same query. */
  async nextOf({ project, resultObject }: Asked, rows: readonly Search[]): Promise<ReadonlyMap<number, string>> {
    if (rows.length === 0) return new Map();
    const following = await db
      .selectFrom('shop_query')
      .select(['term', 'visitor', 'happened_at'])
      .where('project_id', '=', project.id)
      .where('day', 'in', [...new Set(rows.map(({ day }) => day))])
      .where('result_object', '=', 'search')
      .where('visitor', 'in', [...new Set(rows.map(({ visitor }) => visitor))])
      .where('is_counted', '=', 1)
      .orderBy('happened_at')
      .limit(mostFollowing)
      .execute();
    const byVisitor = Map.groupBy(following, ({ visitor }) => visitor);
    return new Map(
      rows.flatMap(({ id, visitor, term, happened_at: at }) => {
        const next = byVisitor.get(visitor)?.find((one) => {
          const later = Number(one.happened_at) - Number(at);
          return later > 0 && later <= nextWithinMilliseconds && (resultObject !== 'search' || one.term !== term);
        });
        return next === undefined ? [] : [[Number(id), next.term] as const];
      }),
    );
  },
});

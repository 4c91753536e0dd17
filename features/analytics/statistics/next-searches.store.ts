import { sql } from 'kysely';
import { type Asked, narrowed } from './statistics.store.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** What is searched later has another reason. */
const nextWithinMilliseconds = 30 * 60 * 1_000;

export interface NextSearch {
  readonly term: string;
  /** Distinct visitors who searched for it, and those of them who clicked what they found. */
  readonly visitors: number;
  readonly clicking: number;
}

interface Wanted {
  readonly term: string;
  /** Whether only what found something is wanted. */
  readonly isFound: boolean;
  readonly limit: number;
}

/** What the visitors of a term searched for soon after it, most visitors first, as long as queries are kept one by one. */
export async function nextSearches(db: Database, asked: Asked, { term, isFound, limit }: Wanted): Promise<NextSearch[]> {
  const rows = await narrowed(db, 'shop_query', asked)
    .innerJoin('shop_query as next', (join) =>
      join
        .onRef('next.project_id', '=', 'shop_query.project_id')
        .onRef('next.day', '=', 'shop_query.day')
        .onRef('next.result_object', '=', 'shop_query.result_object')
        .onRef('next.visitor', '=', 'shop_query.visitor')
        .onRef('next.happened_at', '>', 'shop_query.happened_at'),
    )
    .select([
      'next.term',
      sql<number>`count(distinct next.visitor)`.as('visitors'),
      sql<number>`count(distinct case when next.click_count > 0 then next.visitor end)`.as('clicking'),
    ])
    .where('shop_query.term', '=', term)
    .where('shop_query.is_counted', '=', 1)
    .where('next.is_counted', '=', 1)
    .where('next.term', '!=', term)
    .where(sql<boolean>`next.happened_at <= shop_query.happened_at + ${sql.lit(nextWithinMilliseconds)}`)
    .$if(isFound, (some) => some.where('next.item_count', '>', 0))
    .groupBy('next.term')
    .orderBy('visitors', 'desc')
    .orderBy('next.term')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ term: row.term, visitors: Number(row.visitors), clicking: Number(row.clicking) }));
}

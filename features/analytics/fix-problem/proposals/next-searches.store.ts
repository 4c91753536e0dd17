import { sql } from 'kysely';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export interface NextSearch {
  readonly term: string;
  /** Distinct visitors who searched for it, and those of them who clicked what they found. */
  readonly visitors: number;
  readonly clicking: number;
}

interface AskedNext {
  readonly project: ProjectScope;
  readonly range: { readonly start: string; readonly end: string };
  readonly term: string;
  readonly withinMilliseconds: number;
  readonly limit: number;
}

/** What the visitors of a term searched for within so many milliseconds after it and found, most visitors first. */
export async function nextSearches(
  db: Database,
  { project, range, term, withinMilliseconds, limit }: AskedNext,
): Promise<NextSearch[]> {
  const rows = await db
    .selectFrom('shop_query')
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
    .where('shop_query.project_id', '=', project.id)
    .where('shop_query.day', '>=', range.start)
    .where('shop_query.day', '<=', range.end)
    .where('shop_query.result_object', '=', 'search')
    .where('shop_query.term', '=', term)
    .where('shop_query.is_counted', '=', 1)
    .where('next.is_counted', '=', 1)
    .where('next.item_count', '>', 0)
    .where('next.term', '!=', term)
    .where(sql<boolean>`next.happened_at <= shop_query.happened_at + ${sql.lit(withinMilliseconds)}`)
    .groupBy('next.term')
    .orderBy('visitors', 'desc')
    .orderBy('next.term')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ term: row.term, visitors: Number(row.visitors), clicking: Number(row.clicking) }));
}

import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** How often a term was searched, and how many items it found at last. */
export interface SearchedTerm {
  readonly term: string;
  readonly searchCount: number;
  readonly itemCount: number;
}

/** What visitors searched for, by day. */
export const searchedTermStore = (db: Database) => ({
  /** What was searched most on a day, in any language. */
  async ofDay(project: ProjectScope, collectionId: number, day: string, limit: number): Promise<SearchedTerm[]> {
    const rows = await db
      .selectFrom('searched_term')
      .select((eb) => ['term', eb.fn.sum<number>('search_count').as('searchCount'), eb.fn.max('item_count').as('itemCount')])
      .where('project_id', '=', project.id)
      .where('collection_id', '=', collectionId)
      .where('day', '=', day)
      .where('result_object', '=', 'search')
      .where('search_count', '>', 0)
      .groupBy('term')
      .orderBy('searchCount', 'desc')
      .orderBy('term')
      .limit(limit)
      .execute();
    return rows.map(({ term, searchCount, itemCount }) => ({
      term,
      searchCount: Number(searchCount),
      itemCount: Number(itemCount),
    }));
  },
  async forgetBefore(day: string): Promise<void> {
    for (const table of ['searched_term', 'search_day', 'took_day'] as const)
      await db.deleteFrom(table).where('day', '<', day).execute();
  },
});

import type { TermCount } from './search-counter.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** How often a term was searched in some days, and how many items it found. */
export interface SearchedTerm {
  readonly term: string;
  readonly searchCount: number;
  readonly itemCount: number;
}

const rowsAtOnce = 500;

/** What visitors searched for, by day. */
export const searchedTermStore = (db: Database) => ({
  /** Adds to the counts of terms; all of them or none. */
  add: (counts: readonly TermCount[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      for (let at = 0; at < counts.length; at += rowsAtOnce)
        await transaction
          .insertInto('searched_term')
          .values(
            counts.slice(at, at + rowsAtOnce).map(({ projectId, collectionId, day, term, searchCount, itemCount }) => ({
              project_id: projectId,
              collection_id: collectionId,
              day,
              term,
              search_count: searchCount,
              item_count: itemCount,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'collection_id', 'day', 'term']).doUpdateSet((eb) => ({
              search_count: eb('searched_term.search_count', '+', eb.ref('excluded.search_count')),
              item_count: eb.ref('excluded.item_count'),
            })),
          )
          .execute();
    }),
  /** Searched at least twice since a day, the most frequent ones first. */
  async frequent(project: ProjectScope, collectionId: number, since: string, limit: number): Promise<SearchedTerm[]> {
    const rows = await db
      .selectFrom('searched_term')
      .select(({ fn }) => ['term', fn.sum<number>('search_count').as('searches'), fn.max('item_count').as('items')])
      .where('project_id', '=', project.id)
      .where('collection_id', '=', collectionId)
      .where('day', '>=', since)
      .groupBy('term')
      .having(({ fn }) => fn.sum('search_count'), '>', 1)
      .orderBy('searches', 'desc')
      .orderBy('term')
      .limit(limit)
      .execute();
    return rows.map(({ term, searches, items }) => ({ term, searchCount: Number(searches), itemCount: items }));
  },
  async forgetBefore(day: string): Promise<void> {
    await db.deleteFrom('searched_term').where('day', '<', day).execute();
  },
});

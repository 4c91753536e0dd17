import type { RuleUseCount, TermCount } from './search-counter.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** How often a term was searched, and how many items it found at last. */
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
  /** What was searched most on a day. */
  async ofDay(project: ProjectScope, collectionId: number, day: string, limit: number): Promise<SearchedTerm[]> {
    const rows = await db
      .selectFrom('searched_term')
      .select(['term', 'search_count', 'item_count'])
      .where('project_id', '=', project.id)
      .where('collection_id', '=', collectionId)
      .where('day', '=', day)
      .where('search_count', '>', 0)
      .orderBy('search_count', 'desc')
      .orderBy('term')
      .limit(limit)
      .execute();
    return rows.map(({ term, search_count, item_count }) => ({ term, searchCount: search_count, itemCount: item_count }));
  },
  async forgetBefore(day: string): Promise<void> {
    await db.deleteFrom('searched_term').where('day', '<', day).execute();
  },
  /** Adds to how often rows acted; all of them or none. */
  addUses: (counts: readonly RuleUseCount[]): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      for (let at = 0; at < counts.length; at += rowsAtOnce)
        await transaction
          .insertInto('rule_use')
          .values(
            counts.slice(at, at + rowsAtOnce).map(({ projectId, stage, ruleId, day, visitorHash, useCount }) => ({
              project_id: projectId,
              stage,
              row_id: ruleId,
              day,
              visitor: visitorHash,
              use_count: useCount,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['stage', 'row_id', 'day', 'visitor'])
              .doUpdateSet((eb) => ({ use_count: eb('rule_use.use_count', '+', eb.ref('excluded.use_count')) })),
          )
          .execute();
    }),
  async forgetUsesBefore(day: string): Promise<void> {
    await db.deleteFrom('rule_use').where('day', '<', day).execute();
  },
});

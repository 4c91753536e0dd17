import type { QueryState } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { inParts } from '#server/db/in-parts.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';

export interface QueryFix {
  readonly term: string;
  readonly state: Exclude<QueryState, 'open' | 'corrected'>;
  /** Null if dismissed. */
  readonly rule: { readonly source: string; readonly id: number } | null;
  readonly countsFrom: number;
  readonly changedAt: number;
}

type Change = Pick<QueryFix, 'term' | 'state' | 'rule' | 'countsFrom'> & {
  /** Version that the user saw; null if none. */
  readonly seen: number | null;
  readonly userId: number;
  readonly at: number;
};

export const queryFixStore = (db: Database) => ({
  async of({ id }: ProjectScope, terms: readonly string[]): Promise<ReadonlyMap<string, QueryFix>> {
    const found = new Map<string, QueryFix>();
    for (const part of inParts(terms)) {
      const rows = await db.selectFrom('query_fix').selectAll().where('project_id', '=', id).where('term', 'in', part).execute();
      for (const { term, state, source, row_id: rowId, counts_from: countsFrom, changed_at: changedAt } of rows)
        found.set(term, {
          term,
          state: state as QueryFix['state'],
          rule: source === null || rowId === null ? null : { source, id: Number(rowId) },
          countsFrom: Number(countsFrom),
          changedAt: Number(changedAt),
        });
    }
    return found;
  },

  /** By term, with the replacement of a live replacing term. */
  async all({ id }: ProjectScope) {
    const rows = await db
      .selectFrom('query_fix')
      .leftJoin('fixit', (join) =>
        join
          .onRef('fixit.id', '=', 'query_fix.row_id')
          .onRef('fixit.project_id', '=', 'query_fix.project_id')
          .on('query_fix.source', '=', 'fixits')
          .on('fixit.deleted_at', 'is', null)
          .on('fixit.is_active', '=', 1),
      )
      .select(['query_fix.term', 'query_fix.state', 'query_fix.counts_from', 'fixit.catalog_term'])
      .where('query_fix.project_id', '=', id)
      .execute();
    return new Map(rows.map((row) => [row.term, row]));
  },

  /** Saves if the query's state is unchanged. Returns the new version, else null. */
  async note({ id }: ProjectScope, { term, seen, state, rule, countsFrom, userId, at }: Change): Promise<number | null> {
    const changedAt = Math.max(at, (seen ?? 0) + 1);
    const noted = {
      state,
      source: rule?.source ?? null,
      row_id: rule?.id ?? null,
      counts_from: countsFrom,
      changed_at: changedAt,
      changed_by: userId,
    };
    const written =
      seen === null
        ? db
            .insertInto('query_fix')
            .values({ project_id: id, term, ...noted })
            .onConflict((conflict) => conflict.columns(['project_id', 'term']).doNothing())
            .returning('id')
        : db
            .updateTable('query_fix')
            .set(noted)
            .where('project_id', '=', id)
            .where('term', '=', term)
            .where('changed_at', '=', seen)
            .returning('id');
    return (await written.execute()).length > 0 ? changedAt : null;
  },

  /** Returns the reopened queries. */
  async reopen({ id }: ProjectScope, from: QueryFix['state'], terms: readonly string[]): Promise<string[]> {
    const rows = await db
      .deleteFrom('query_fix')
      .where('project_id', '=', id)
      .where('state', '=', from)
      .where('term', 'in', terms)
      .returning('term')
      .execute();
    return rows.map(({ term }) => term);
  },
});

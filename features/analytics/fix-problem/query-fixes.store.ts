import type { QueryState } from './fix-problem.contract.ts';
import type { TermCondition } from '#features/analytics/statistics/terms.store.ts';
import { inParts } from '#server-kit/db/row-selection.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

/** What somebody did about a query. */
export interface QueryFix {
  readonly term: string;
  readonly state: Exclude<QueryState, 'open'>;
  /** null where it was dismissed. */
  readonly rule: { readonly source: string; readonly id: number } | null;
  readonly countsFrom: number;
  readonly changedAt: number;
}

type Change = Pick<QueryFix, 'term' | 'state' | 'rule' | 'countsFrom'> & {
  /** `changedAt` of what was seen; null where nothing was. */
  readonly seen: number | null;
  readonly userId: number;
  readonly at: number;
};

/** That a row of `termStore` is that of one query. */
export const isQuery = (query: string): TermCondition => ({ known: [query], isMet: ({ term }) => term === query });

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

  /**
   * Whether a query is in a state, of rows of terms that `termStore` pages: of the newest search and of the last one, both in the range.
   * What was fixed is open again once it finds nothing after its rule began to act; what finds something by now is fixed without one.
   */
  async isInState({ id }: ProjectScope, state: QueryState): Promise<TermCondition> {
    const rows = await db
      .selectFrom('query_fix')
      .select(['term', 'state', 'counts_from'])
      .where('project_id', '=', id)
      .execute();
    const fixes = new Map(rows.map((row) => [row.term, row]));
    return {
      known: [...fixes.keys()],
      isMet({ term, itemCount, lastAt }) {
        const fix = term === null ? undefined : fixes.get(term);
        if (fix?.state === 'dismissed') return state === 'dismissed';
        const isFixed = itemCount > 0 || (fix?.state === 'fixed' && lastAt < Number(fix.counts_from));
        return state === (isFixed ? 'fixed' : 'open');
      },
    };
  },

  /** Notes what somebody did, where the query is still as they saw it. Answers when that is said to be; null where it isn't. */
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

  /** Forgets that queries were dismissed. Answers which were. */
  async reopen({ id }: ProjectScope, terms: readonly string[]): Promise<string[]> {
    const rows = await db
      .deleteFrom('query_fix')
      .where('project_id', '=', id)
      .where('state', '=', 'dismissed')
      .where('term', 'in', terms)
      .returning('term')
      .execute();
    return rows.map(({ term }) => term);
  },
});

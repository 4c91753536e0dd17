import type { QueryState } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { queryFixStore } from './query-fixes.store.ts';
import { masks } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { TermCondition } from '#features/analytics/statistics/server/terms.store.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

export const isQuery = (query: string): TermCondition => ({ known: [query], isMet: ({ term }) => term === query });

export const problems = { counted: 'unfound_count', without: masks } as const;

/** A fixed query reopens when it finds nothing after its rule began. A query that finds something is fixed without one. */
export async function isInState(db: Database, project: ProjectScope, state: QueryState): Promise<TermCondition> {
  const fixes = new Map((await queryFixStore(db).all(project)).map((fix) => [fix.term, fix]));
  return {
    known: [...fixes.keys()],
    isMet({ term, itemCount, lastAt }) {
      const fix = term === null ? undefined : fixes.get(term);
      if (fix?.state === 'dismissed') return state === 'dismissed';
      const isMended = fix?.state === 'fixed' && (lastAt < fix.countsFrom || fix.sendsOn);
      return state === (itemCount !== 0 || isMended ? 'fixed' : 'open');
    },
  };
}

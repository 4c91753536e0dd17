import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { bestOf, placesWhere, termColumns } from '#server/stats/totals.ts';
import { type Asked, termCounts, totalsStore } from '#server/stats/totals.store.ts';

export interface SearchedTerm {
  readonly term: string;
  readonly searchCount: number;
  readonly itemCount: number;
}

export const searchedTermStore = (db: Database) => {
  const store = totalsStore(db);
  return {
    /** The terms of a collection with the most searches. */
    async most(project: ProjectScope, collectionId: number, range: Asked['range'], limit: number): Promise<SearchedTerm[]> {
      const asked = { project, collectionId, range, language: '', resultObject: 'search' };
      const totals = await store.totals(termCounts, asked);
      const [searches, items] = [totals.columns[termColumns.search]!, totals.columns[termColumns.itemCount]!];
      const best = bestOf(
        placesWhere(totals, (place) => searches[place]! > 0),
        (place) => searches[place]!,
        limit,
      );
      const names = await store.namesOf(best.map((place) => totals.ids[place]!));
      return best.map((place, at) => ({ term: names[at]!, searchCount: searches[place]!, itemCount: items[place]! }));
    },
  };
};

import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';
import { termColumns } from '#server/sums/cubes.ts';
import { sumReader } from '#server/sums/read-sums.ts';
import type { SumsAsked } from '#server/sums/sum-packs.store.ts';
import { unpackedTerms } from '#server/sums/unpacked.store.ts';

export interface SearchedTerm {
  readonly term: string;
  readonly searchCount: number;
  readonly itemCount: number;
}

export const searchedTermStore = (db: Database) => {
  const reader = sumReader(db, unpackedTerms);
  return {
    async most(project: ProjectScope, collectionId: number, range: SumsAsked['range'], limit: number): Promise<SearchedTerm[]> {
      const asked = { project, collectionId, range, language: '', resultObject: 'search' };
      const { columns, names } = await reader.named(asked, { column: termColumns.search, limit });
      return names.map((term, at) => ({
        term,
        searchCount: columns[termColumns.search]![at]!,
        itemCount: columns[termColumns.itemCount]![at]!,
      }));
    },
  };
};

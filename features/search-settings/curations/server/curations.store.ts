import * as z from 'zod/mini';
import { CurationFields, type curations, type CurationRule } from '#features/search-settings/curations/curations.contract.ts';
import { sameText } from '#server/db/row-scope.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';

export const curationsKey = 'curations';

export interface CurationRow extends CurationRule {
  readonly collection_id: number;
}

const columns = sameColumns(z.omit(CurationFields, { category: true }));

export const curationRows = (db: Database) =>
  rowTable<'curation', CurationRow, (typeof curations.sorts)[number]>(db, 'curation', {
    toFields: ({ collection_id, category, ...row }) => ({
      ...columns.toFields(row),
      ...(category !== '' && { category }),
      collection_id,
    }),
    toColumns: ({ category = '', ...fields }) => ({ ...columns.toColumns(fields), category }),
    texts: ({ name, queries, category, promoted, hidden }) => [
      name,
      ...queries.map(({ query }) => query),
      category ?? '',
      ...[...promoted, ...hidden].map(({ id }) => id),
    ],
    key: ({ name }) => sameText(name),
    sorts: { name: 'search_text', updated_at: 'updated_at' },
    order: [
      ['search_text', 'asc'],
      ['id', 'asc'],
    ],
    isTimed: true,
    inProjectFile: { isOrdered: ({ queries }) => queries.some(({ match }) => match === 'contains') },
    waitsAs: curationsKey,
  });

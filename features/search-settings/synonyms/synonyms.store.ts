import { sql } from 'kysely';
import { SynonymFields } from './synonyms.contract.ts';
import { sameText } from '#server/db/row-scope.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';

export const synonymRows = (db: Database) =>
  rowTable(db, 'synonym', {
    isTimed: true,
    ...sameColumns(SynonymFields),
    texts: ({ term, synonyms }) => [term, ...synonyms],
    key: ({ synonym_type_id, term }) => `${synonym_type_id} ${sameText(term)}`,
    filters: { kind: (kind) => sql`synonym_type_id = ${Number(kind)}` },
    sorts: { term: 'search_text', kind: 'synonym_type_id', updated_at: 'updated_at' },
  });

import type { SynonymRule } from './synonyms.contract.ts';
import { rowTable, sameText } from '#server-kit/db/row-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export const synonymRows = (db: Database) =>
  rowTable(db, 'synonym', {
    toFields: ({ term, synonym_type_id, synonyms }): SynonymRule => ({
      term,
      synonym_type_id: synonym_type_id as SynonymRule['synonym_type_id'],
      synonyms: JSON.parse(synonyms) as string[],
    }),
    toColumns: ({ term, synonym_type_id, synonyms }) => ({ term, synonym_type_id, synonyms: JSON.stringify(synonyms) }),
    texts: ({ term, synonyms }) => [term, ...synonyms],
    key: ({ synonym_type_id, term }) => `${synonym_type_id} ${sameText(term)}`,
    sorts: { term: 'search_text', kind: 'synonym_type_id', updated_at: 'updated_at' },
  });

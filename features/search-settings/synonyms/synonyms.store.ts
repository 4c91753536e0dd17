import type { Synonym, SynonymInput } from './synonyms.contract.ts';
import { projectTable } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export const synonymStore = (db: Database) =>
  projectTable<'synonym', Synonym, SynonymInput>(db, 'synonym', {
    toItem: ({ id, term, synonym_type_id, synonyms }) => ({
      id,
      term,
      synonym_type_id: synonym_type_id as Synonym['synonym_type_id'],
      synonyms: JSON.parse(synonyms) as string[],
    }),
    toRow: ({ term, synonym_type_id, synonyms }) => ({ term, synonym_type_id, synonyms: JSON.stringify(synonyms) }),
    search: ({ term, synonyms }) => [term, ...synonyms],
  });

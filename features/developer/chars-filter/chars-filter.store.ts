import type { CharFilter, CharFilterInput } from './chars-filter.contract.ts';
import { projectTable } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';

export const charFilterStore = (db: Database) =>
  projectTable<'char_filter', CharFilter, CharFilterInput>(db, 'char_filter', {
    toItem: ({ id, from_text, to_text }) => ({ id, from: from_text, to: to_text }),
    toRow: ({ from, to }) => ({ from_text: from, to_text: to }),
    search: ({ from, to }) => [from, to],
  });

import type { CharFilterRule } from './chars-filter.contract.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import type { Database } from '#server/db/schema.ts';

export const charFilterRows = (db: Database) =>
  rowTable(db, 'char_filter', {
    toFields: ({ from_text, to_text }): CharFilterRule => ({ from: from_text, to: to_text }),
    toColumns: ({ from, to }) => ({ from_text: from, to_text: to }),
    texts: ({ from, to }) => [from, to],
    // As queries are compared with them: without regard to case, but with diacritics.
    key: ({ from }) => from.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' '),
    sorts: { from: 'search_text', updated_at: 'updated_at' },
  });

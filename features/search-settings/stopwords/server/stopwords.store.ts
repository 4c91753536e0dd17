import { sql } from 'kysely';
import { singleTerms, StopwordInput } from '#features/search-settings/stopwords/stopwords.contract.ts';
import { rowTable } from '#server/rules/rows/row-table.ts';
import { sameColumns } from '#server/rules/rows/same-columns.ts';
import type { Database } from '#server/db/schema.ts';

export const stopwordsKey = 'stopwords';

/** Diacritics count: ignoring `být` doesn't ignore `byt`. */
export const stopwordKey = (value: string): string => value.normalize('NFKC').trim().toLowerCase();

export const stopwordRows = (db: Database) =>
  rowTable(db, 'stopword', {
    ...sameColumns(StopwordInput),
    texts: ({ value }) => [value],
    key: ({ value }) => stopwordKey(value),
    sorts: { value: 'search_text', name: 'name', updated_at: 'updated_at' },
    filters: { set: (set) => sql`name = ${set === singleTerms ? '' : set}` },
    order: [
      ['search_text', 'asc'],
      ['id', 'asc'],
    ],
    waitsAs: stopwordsKey,
  });

import { sql } from 'kysely';
import { searchText } from '#server/search/search-text.ts';

export const contains = (wanted: string) => columnContains('search_text', searchText([wanted]));

/** Whether a column contains a text as it is; `%`, `_` and `\` are letters in it. */
const columnContains = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** One text for what people take for the same: without regard to case, diacritics and the width of spaces. */
export const sameText = (text: string): string => searchText([text.trim()]).replaceAll(/\s+/g, ' ') || text.trim().toLowerCase();

import { sql } from 'kysely';

/** Texts folded to lower case without diacritics, so that lists can be searched and sorted as people expect on every database. */
export const searchText = (texts: readonly string[]): string =>
  texts.join('\n').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const contains = (wanted: string) => columnContains('search_text', searchText([wanted]));

/** Whether a column contains a text as it is; `%`, `_` and `\` are letters in it. */
const columnContains = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** One text for what people take for the same: without regard to case, diacritics and the width of spaces. */
export const sameText = (text: string): string => searchText([text.trim()]).replaceAll(/\s+/g, ' ') || text.trim().toLowerCase();

import { sql } from 'kysely';
import { searchText } from '#server-kit/search-text.ts';

/** Whether the folded texts of a row contain what was typed; `%`, `_` and `\` are letters in it. */
export function contains(wanted: string) {
  const pattern = `%${searchText([wanted]).replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`search_text like ${pattern} escape '\\'`;
}

/** One text for what people take for the same: without regard to case, diacritics and the width of spaces. */
export const sameText = (text: string): string => searchText([text.trim()]).replaceAll(/\s+/g, ' ') || text.trim().toLowerCase();

import type { Database } from './schema.ts';
import { foundIn } from '#server/fail.ts';
import { sql } from 'kysely';

/** The project that a call acts in. Only the server's access check makes one, so holding it proves membership. */
export interface ProjectScope {
  readonly id: number;
}

/** A collection that is proven to be one of the project. */
export interface CollectionScope extends ProjectScope {
  readonly collectionId: number;
}

export interface RowScope extends ProjectScope {
  readonly collectionId?: number;
}

/** The collection of the project with this id. Throws `notFound`. */
export async function collectionOf(db: Database, project: ProjectScope, id: number): Promise<CollectionScope> {
  const collection = db.selectFrom('collection').select('id').where('project_id', '=', project.id).where('id', '=', id);
  return { id: project.id, collectionId: foundIn(await collection.executeTakeFirst(), 'collection').id };
}

/** Texts folded to lower case without diacritics, so that lists can be searched and sorted as people expect on every database. */
export const searchText = (texts: readonly string[]): string =>
  texts.join('\n').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const contains = (wanted: string) => columnContains('search_text', searchText([wanted]));

/** Whether a column contains a text as it is; `%`, `_` and `\` are letters in it. */
const columnContains = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** One text for what people take for the same: without regard to case, diacritics and the width of spaces. */
export const sameText = (text: string): string => searchText([text.trim()]).replaceAll(/\s+/g, ' ') || text.trim().toLowerCase();

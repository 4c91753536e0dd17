import type { Database } from './schema.ts';
import { foundIn } from '#server/base/fail.ts';
import { sql } from 'kysely';

/** Only the access check creates one, so holding it proves membership. */
export interface ProjectScope {
  readonly id: number;
}

export interface CollectionScope extends ProjectScope {
  readonly collectionId: number;
}

export interface RowScope extends ProjectScope {
  readonly collectionId?: number;
}

/** Throws `notFound`. */
export async function collectionOf(db: Database, project: ProjectScope, id: number): Promise<CollectionScope> {
  const collection = db.selectFrom('collection').select('id').where('project_id', '=', project.id).where('id', '=', id);
  return { id: project.id, collectionId: foundIn(await collection.executeTakeFirst(), 'collection').id };
}

/** null: the project has none. */
export async function firstCollection(db: Database, { id }: ProjectScope): Promise<number | null> {
  const first = db.selectFrom('collection').select('id').where('project_id', '=', id).orderBy('id').limit(1);
  return (await first.executeTakeFirst())?.id ?? null;
}

/** Lower case without diacritics, so lists are searched and sorted the same on both databases. */
export const searchText = (texts: readonly string[]): string =>
  texts.join('\n').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const contains = (wanted: string) => columnContains('search_text', searchText([wanted]));

/** `%`, `_` and `\` are literal. */
const columnContains = (column: string, text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Normal form for comparison: ignores case, diacritics and white space. */
export const sameText = (text: string): string => searchText([text.trim()]).replaceAll(/\s+/g, ' ') || text.trim().toLowerCase();

import type { Database } from './schema.ts';
import { foundIn } from '#server/found-in.ts';

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

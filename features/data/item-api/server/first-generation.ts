import type { CollectionField } from '#features/data/collections/server/collections.store.ts';
import { layoutOf } from '#features/data/collections/server/collection-layout.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { apiRequestStore } from './api-requests.store.ts';
import { once } from './once.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { engineCollection } from '#server/search/project-search.ts';

/** Makes the first generation of a collection, empty, with these fields. Of several requests at once, also on other servers, one does. */
export async function makeFirstGeneration(
  app: App,
  project: ProjectScope,
  collectionId: number,
  fields: readonly CollectionField[],
): Promise<void> {
  const collections = collectionStore(app.db);
  const requests = apiRequestStore(app.db);
  const name = engineCollection(collectionId);
  // No key that a caller can send has a space in it.
  const key = `first generation of ${name}`;
  await once(requests, { project, key, bodyHash: '' }, async () => {
    if ((await app.engine.status(name)) !== null) return 'there';
    await app.releases.change(project, { userId: null, reason: 'items' }, (db) =>
      collectionStore(db).addFields(project, collectionId, fields),
    );
    const stored = await collections.fields(project, collectionId);
    const build = await app.engine.build(name, layoutOf(await collections.language(project), stored));
    const { generation } = await build.finish();
    await app.engine.publish(name, generation);
    return 'made';
  });
  await requests.forget(project, key);
}

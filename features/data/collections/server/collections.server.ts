import { all } from '#process-kit/work.ts';
import { collectionStates } from './collections.service.ts';
import {
  applyCollection,
  countItems,
  createCollection,
  listCollections,
  listPredefined,
  maximumCollections,
  pingSearch,
  readCollection,
  recreateCollection,
  removeCollection,
  rollBackCollection,
  updateCollection,
} from '#features/data/collections/collections.contract.ts';
import { collectionStore, dependentStore } from './collections.store.ts';
import { predefinedCollections, predefinedFields } from './predefined.service.ts';
import { embeddingSettled } from '#features/data/embeddings/server/embeddings.events.ts';
import { deleteCollection, recreateOutdated, requestRecreation, runRecreations } from './recreations.service.ts';
import { recreationStore } from './recreations.store.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import type { App } from '#server/app/app.ts';
import { type ProjectScope, searchText } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

export function serveCollections(app: App): void {
  const collections = collectionStore(app.db);
  const dependents = dependentStore(app.db);
  const recreations = recreationStore(app.db);
  const states = collectionStates(app);
  runRecreations(app);
  recreateOutdated(app);

  const known = async (project: ProjectScope, id: number) => {
    return foundIn(await states.find(project, id), 'collection');
  };

  const statuses = async (project: ProjectScope) =>
    all((await collections.list(project)).map(({ id }) => app.engine.status(engineCollection(id))));

  /** Calls and feeds may name a collection. */
  const checkName = async (db: Database, project: ProjectScope, name: string, ownId: number | null): Promise<void> => {
    const others = (await collectionStore(db).list(project)).filter(({ id }) => id !== ownId);
    if (others.some((other) => searchText([other.name]) === searchText([name])))
      throw failField('name', 'alreadyUsed', { name: 'name' });
  };

  serve(app, listCollections, (_input, { project }) => states.list(project));

  serve(app, readCollection, ({ id }, { project }) => known(project, id));

  serve(app, createCollection, async ({ predefined, name, ...settings }, { project, user }) => {
    const change = { userId: user.id, reason: 'collection', live: ['collections'] };
    const id = await app.releases.change(project, change, async (db) => {
      const store = collectionStore(db);
      await checkName(db, project, name, null);
      if ((await store.list(project)).length >= maximumCollections) throw fail('tooMany', { max: maximumCollections });
      const added = await store.insert(project, name, settings);
      if (predefined !== null) await store.addFields(project, added, predefinedFields(predefined));
      return added;
    });
    return known(project, id);
  });

  serve(app, updateCollection, async ({ id, ...changes }, { project, user }) => {
    await known(project, id);
    await app.releases.change(project, { userId: user.id, reason: 'collection' }, async (db) => {
      if (changes.name !== undefined) await checkName(db, project, changes.name, id);
      await collectionStore(db).update(project, id, changes);
    });
    return known(project, id);
  });

  serve(app, removeCollection, async ({ id }, { project, user }) => {
    await known(project, id);
    const uses = await dependents.list(project, id);
    if (uses.length > 0) throw fail('collectionInUse', { dependents: uses.map(({ name }) => `“${name}”`).join(', ') });
    if (await recreations.isUnfinished(project, id)) throw fail('recreateRunning');
    await deleteCollection(app, project, id, user.id);
    await app.events.tell(embeddingSettled, { project, collectionId: id });
    return {};
  });

  serve(app, recreateCollection, async ({ id }, { project }) => {
    const { item_count: itemCount, built_at: builtAt, health } = await known(project, id);
    if (health === 'down') throw fail('searchDown');
    if (builtAt === null) throw fail('nothingToRecreate');
    return requestRecreation(app, project, id, itemCount);
  });

  serve(app, applyCollection, async ({ id }, { project, user }) => {
    await known(project, id);
    await app.releases.publish(
      project,
      { userId: user.id, reason: 'collection' },
      { sources: ['collections'], collectionId: id },
    );
    return known(project, id);
  });

  serve(app, rollBackCollection, async ({ id }, { project }) => {
    await known(project, id);
    if (await recreations.isUnfinished(project, id)) throw fail('recreateRunning');
    if ((await app.engine.rollback(engineCollection(id))) === null) throw fail('nothingToRollBack');
    return known(project, id);
  });

  serve(app, listPredefined, () => predefinedCollections.map((one) => ({ ...one, schema: [...one.schema] })));

  serve(app, pingSearch, async (_input, { project }) => {
    const all = await statuses(project).catch(() => {
      throw fail('searchDown');
    });
    return { is_live: all.some((status) => status !== null) };
  });

  serve(app, countItems, async (_input, { project }) => ({
    count: (await statuses(project)).reduce((sum, status) => sum + (status?.itemCount ?? 0), 0),
  }));
}

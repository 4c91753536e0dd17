import type { Collection } from '#features/data/collections/collections.contract.ts';
import { collectionsOf } from '#features/data/collections/server/collections.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { requestRecreation, requestRecreationIn } from '#features/data/collections/server/recreations.service.ts';
import { importIsLive } from '#features/data/imports/server/imports.events.ts';
import { endAllImportsIn, stopImport } from '#features/data/imports/server/imports.service.ts';
import { ownedProject, shownProjects } from './projects.service.ts';
import { readLanguageCost, updateProject } from '#features/owner/projects/project-settings.contract.ts';
import { saveSettings } from './project-settings.service.ts';
import { projectSettingsStore } from './project-settings.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { fail } from '#server/base/fail.ts';
import { given } from '#server/formats/json-body.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

const unknownPerson = '–';

export function serveProjectSettings(app: App): void {
  serve(app, updateProject, async ({ id, updated_at: began, ...wanted }, { user }) => {
    const project = await ownedProject(app.db, user, id);
    const settings = given(wanted);
    // Asked before the transaction, which blocks other changes.
    const collections = settings.language === undefined ? [] : await collectionsOf(app, project);
    const { stopped, saved, unbuilt } = await app.releases.change(project, { userId: user.id, reason: 'project' }, async (db) => {
      const before = await projectSettingsStore(db).version(project);
      if (began != null && began !== before.at)
        throw fail('changedMeanwhile', { person: before.by ?? unknownPerson, at: before.at });
      await saveSettings(db, project, before, settings, { userId: user.id, at: Date.now() });
      // Compares with the row in the transaction: others may have changed it.
      const isSpokenAnew = settings.language !== undefined && settings.language !== before.language;
      const built = isSpokenAnew ? builtOnes(collections) : [];
      for (const { id: collectionId, item_count: count } of built)
        await requestRecreationIn(db, app, project, collectionId, count);
      return {
        unbuilt: isSpokenAnew ? collections.filter((collection) => !built.includes(collection)) : [],
        stopped: settings.active === false ? await endAllImportsIn(db, project) : [],
        // In the transaction, before others save.
        saved: await shownProjects(db).known(user, id),
      };
    });
    for (const importId of stopped) await stopImport(app, importId);
    // A first import may have gone live since the engine was asked.
    for (const { id: collectionId } of unbuilt) await followLanguage(project, collectionId);
    return saved;
  });

  serve(app, readLanguageCost, async ({ id }, { user }) => {
    const collections = builtOnes(await collectionsOf(app, await ownedProject(app.db, user, id)));
    const seconds = collections.map((collection) => collection.recreate_seconds);
    return {
      item_count: collections.reduce((sum, { item_count: count }) => sum + count, 0),
      seconds: seconds.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0),
    };
  });

  // An import that began in the former language.
  app.events.on(importIsLive, ({ project, feed }) => followLanguage(project, feed.collection_id));

  async function followLanguage(project: ProjectScope, collectionId: number): Promise<void> {
    const kept = await app.engine.generations(engineCollection(collectionId));
    const live = kept.find(({ isLive }) => isLive);
    const language = await collectionStore(app.db).language(project);
    if (live && live.layout.language !== language) await requestRecreation(app, project, collectionId, live.itemCount);
  }
}

/** Collections with items. Throws `searchDown` while that is unknown. */
function builtOnes(collections: readonly Collection[]): Collection[] {
  if (collections.some(({ health }) => health === 'down')) throw fail('searchDown');
  return collections.filter(({ built_at: builtAt }) => builtAt !== null);
}

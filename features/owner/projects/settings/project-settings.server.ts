import { collectionsOf } from '#features/data/collections/collections.service.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { requestRecreation, requestRecreationIn } from '#features/data/collections/recreations.service.ts';
import { importIsLive } from '#features/data/imports/imports.events.ts';
import { endAllImportsIn, stopImport } from '#features/data/imports/imports.service.ts';
import { followClocks } from '#features/data/schedules/schedules.service.ts';
import { ownedProject, shownProjects } from '#features/owner/projects/projects.service.ts';
import { type ProjectSettings, readLanguageCost, updateProject } from './project-settings.contract.ts';
import { projectSettingsStore } from './project-settings.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import { fail } from '#server-kit/fail.ts';
import { given } from '#server-kit/given.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import { serve } from '#server-kit/serve.ts';

/** Shown for people who were deleted. */
const unknownPerson = '–';

export function serveProjectSettings(app: App): void {
  serve(app, updateProject, async ({ id, updated_at: began, ...wanted }, { user }) => {
    const project = await ownedProject(app.db, user, id);
    const settings = given(wanted);
    // The engine is asked before the transaction, which other changes of the project wait for.
    const built =
      settings.language === undefined || settings.language === project.language ? [] : await builtCollections(project);
    const stopped = await app.releases.change(project, { userId: user.id, reason: 'project' }, async (db) => {
      const store = projectSettingsStore(db);
      const before = await store.version(project);
      if (began != null && began !== before.at)
        throw fail('changedMeanwhile', { person: before.by ?? unknownPerson, at: before.at });
      const now = Date.now();
      await store.update(project, settings, { userId: user.id, at: Math.max(now, before.at + 1) });
      for (const { id: collectionId, item_count: count } of built)
        await requestRecreationIn(db, app, project, collectionId, count);
      return follow(db, project, before, settings, now);
    });
    for (const importId of stopped) await stopImport(app, importId);
    return shownProjects(app.db).known(user, id);
  });

  serve(app, readLanguageCost, async ({ id }, { user }) => {
    const collections = await builtCollections(await ownedProject(app.db, user, id));
    const seconds = collections.map((collection) => collection.recreate_seconds);
    return {
      item_count: collections.reduce((sum, { item_count: count }) => sum + count, 0),
      seconds: seconds.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0),
    };
  });

  // One that began in the former language has just gone live.
  app.events.on(importIsLive, async ({ project, feed }) => {
    const kept = await app.engine.generations(engineCollection(feed.collection_id));
    const live = kept.find(({ isLive }) => isLive);
    const language = await collectionStore(app.db).language(project);
    if (live && live.layout.language !== language) await requestRecreation(app, project, feed.collection_id, live.itemCount);
  });

  async function builtCollections(project: ProjectScope) {
    const all = await collectionsOf(app, project);
    if (all.some(({ health }) => health === 'down')) throw fail('searchDown');
    return all.filter(({ built_at: builtAt }) => builtAt !== null);
  }
}

interface Before {
  readonly time_zone: string;
  readonly is_active: 0 | 1;
}

/** What else changes with the settings. Answers the imports that have to stop. */
async function follow(
  db: Database,
  project: ProjectScope,
  before: Before,
  { time_zone: timeZone = before.time_zone, active = before.is_active === 1 }: Partial<ProjectSettings>,
  now: number,
): Promise<readonly number[]> {
  if (timeZone !== before.time_zone) {
    await projectSettingsStore(db).beginDay(project, timeZone, now);
    await followClocks(db, project);
  }
  return active ? [] : endAllImportsIn(db, project);
}

import { maximumProjects } from '#contract/limits.ts';
import { collectionsOf } from '#features/data/collections/server/collections.service.ts';
import { endRecreationsIn, stopRecreation } from '#features/data/collections/server/recreations.service.ts';
import { endAllImportsIn, stopImport } from '#features/data/imports/server/imports.service.ts';
import { ownedProject } from './projects.service.ts';
import { projectStore, deletionStore, restorableUntil } from './projects.store.ts';
import {
  listDeletedProjects,
  readProjectLosses,
  removeProject,
  restoreProject,
} from '#features/owner/projects/projects.contract.ts';
import type { App } from '#server/app/app.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';
import { removeUploadsOf } from '#features/data/feed-settings/server/feeds.service.ts';
import { eraseProject } from '#server/db/erase-project.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

const purgeEveryMilliseconds = 60 * 60 * 1000;
/** Found in items, so they come back. */
const foundByItself = 'phrases';

export function serveProjectDeletion(app: App): void {
  const deletions = deletionStore(app.db);

  serve(app, readProjectLosses, async ({ id }, { user }) => {
    const project = await ownedProject(app.db, user, id);
    const collections = await collectionsOf(app, project);
    const isKnown = collections.every(({ health }) => health !== 'down');
    return {
      item_count: isKnown ? collections.reduce((sum, { item_count: count }) => sum + count, 0) : null,
      rule_count: await deletions.countRules(
        project,
        app.releases.ruleKeys().filter((key) => key !== foundByItself),
      ),
      user_count: await deletions.countUsers(project),
    };
  });

  serve(app, removeProject, async ({ id, name }, { user }) => {
    const project = await ownedProject(app.db, user, id);
    if (same(name) !== same(project.name)) throw failField('name', 'nameDiffers', { name: project.name });
    const now = Date.now();
    const stopped = await app.db.transaction().execute(async (db) => {
      if (!(await deletionStore(db).remove(project, user.id, now))) throw fail('notFound', { name: 'project' });
      return { imports: await endAllImportsIn(db, project), recreations: await endRecreationsIn(db, project) };
    });
    for (const one of stopped.imports) await stopImport(app, one);
    for (const one of stopped.recreations) await stopRecreation(app, one);
    app.releases.forget(project);
    return { restorable_until: restorableUntil(now) };
  });

  serve(app, listDeletedProjects, (_input, { user }) => deletions.list(user, Date.now()));

  serve(app, restoreProject, ({ id }, { user }) =>
    app.db.transaction().execute(async (db) => {
      const restored = foundIn(await deletionStore(db).restore(user, id, Date.now()), 'project');
      const isOneTooMany = !user.isAdmin && (await projectStore(db).ownedCount(user.id)) > maximumProjects;
      if (isOneTooMany) throw fail('tooManyProjects', { max: maximumProjects });
      return restored;
    }),
  );

  app.jobs.repeat('deleted projects', purgeEveryMilliseconds, (signal) => purgeDeletedProjects(app, signal));
}

const same = (name: string): string => name.trim().normalize('NFC');

/** Idempotent: the project row goes last, so an interrupted purge is repeated. */
export async function purgeDeletedProjects(app: App, signal: AbortSignal, now: number = Date.now()): Promise<void> {
  for (const project of await deletionStore(app.db).over(now)) {
    signal.throwIfAborted();
    try {
      await purge(app, project, signal);
      app.http.log.info({ project: project.id }, 'A deleted project is gone');
    } catch (error) {
      // Retried at the next run, such as when search is down.
      app.http.log.error({ err: error, project: project.id }, 'A deleted project could not be removed');
    }
  }
}

async function purge(app: App, project: ProjectScope, signal: AbortSignal): Promise<void> {
  const collections = await deletionStore(app.db).collections(project);
  for (const id of collections) {
    await app.engine.drop(engineCollection(id));
    crashPoint('purge:itemsGone');
  }
  await removeUploadsOf(app, project);
  crashPoint('purge:filesGone');
  await eraseProject(app.db, project, collections, signal);
  app.releases.forget(project);
}

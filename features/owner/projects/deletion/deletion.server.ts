import { maximumProjects } from '#contract/limits.ts';
import { collectionsOf } from '#features/data/collections/server/collections.service.ts';
import { endRecreationsIn, stopRecreation } from '#features/data/collections/server/recreations.service.ts';
import { endAllImportsIn, stopImport } from '#features/data/imports/server/imports.service.ts';
import { ownedProject } from '#features/owner/projects/server/projects.service.ts';
import { projectStore } from '#features/owner/projects/server/projects.store.ts';
import { listDeletedProjects, readProjectLosses, removeProject, restoreProject } from './deletion.contract.ts';
import { deletionStore, restorableUntil } from './deletion.store.ts';
import { purgeDeletedProjects } from './purge.service.ts';
import type { App } from '#server/app.ts';
import { fail, failField } from '#server/fail.ts';
import { foundIn } from '#server/found-in.ts';
import { serve } from '#server/serve.ts';

/** Deleted projects are looked for this often, so they go at most so much later. */
const purgeEveryMilliseconds = 60 * 60 * 1000;
/** Found in items by the server, and found there again. */
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

/** Names are compared as they are read. */
const same = (name: string): string => name.trim().normalize('NFC');

import { dropRecords } from '#features/data/brought-records/server/brought-records.service.ts';
import { removeUploadsOf } from '#features/data/feed-settings/server/uploads.service.ts';
import { deletionStore } from './deletion.store.ts';
import type { App } from '#server/app.ts';
import { eraseProject } from '#server/db/erase-project.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

/** The project goes last: whoever is cut off, or works beside another server, does again what was done already. */
export async function purgeDeletedProjects(app: App, signal: AbortSignal, now: number = Date.now()): Promise<void> {
  for (const project of await deletionStore(app.db).over(now)) {
    signal.throwIfAborted();
    try {
      await purge(app, project, signal);
      app.http.log.info({ project: project.id }, 'A deleted project is gone');
    } catch (error) {
      // The others go all the same; this one is tried again, as when search is not reachable.
      app.http.log.error({ err: error, project: project.id }, 'A deleted project could not be removed');
    }
  }
}

async function purge(app: App, project: ProjectScope, signal: AbortSignal): Promise<void> {
  const collections = await deletionStore(app.db).collections(project);
  for (const id of collections) {
    await app.engine.drop(engineCollection(id));
    await dropRecords(app, id);
    crashPoint('purge:itemsGone');
  }
  await removeUploadsOf(app, project);
  crashPoint('purge:filesGone');
  await eraseProject(app.db, project, collections, signal);
  app.releases.forget(project);
}

import { collectionStore } from './collections.store.ts';
import { requestRecreation } from './recreations.service.ts';
import { recreationStore } from './recreations.store.ts';
import type { App } from '#server/app.ts';
import { engineCollection } from '#server/search/project-search.ts';

const lookMilliseconds = 5_000;
/** What made a run fail, such as a full disk, may be gone by then. */
const retryMilliseconds = 5 * 60_000;

/** Recreates collections that another version of Aisle has indexed, which answer no search until then. */
export function recreateOutdated(app: App): void {
  const collections = collectionStore(app.db);
  const recreations = recreationStore(app.db);

  app.jobs.repeat('indexes of another version', lookMilliseconds, async () => {
    const outdated = new Set(await app.engine.outdated());
    if (outdated.size === 0) return;
    for (const { id, project_id } of await collections.ofAllProjects()) {
      if (!outdated.has(engineCollection(id))) continue;
      const project = { id: project_id };
      const last = (await recreations.newest(project)).get(id);
      if (last?.state === 'failed' && (last.finished_at ?? 0) > Date.now() - retryMilliseconds) continue;
      const live = (await app.engine.generations(engineCollection(id))).find(({ isLive }) => isLive);
      await requestRecreation(app, project, id, live?.itemCount ?? 0);
    }
  });
}

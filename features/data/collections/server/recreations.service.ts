import { GenerationDamagedError, GenerationStateError } from '#engine/port-errors.ts';
import type { Recreation } from '#features/data/collections/collections.contract.ts';
import { layoutOf } from './collection-fields.service.ts';
import { itemsLost } from './collections.service.ts';
import { collectionStore } from './collections.store.ts';
import { recreationStore } from './recreations.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { engineCollection } from '#server/search/project-search.ts';

const recreateJob = 'recreate';
const dropJob = 'drop-collection';
/** Each keeps a core busy. */
const recreationsAtOnce = 1;
/** An import that goes live makes the build outdated, so it starts again. */
const maximumTries = 3;
const progressMs = 300;

interface RecreateJob {
  readonly projectId: number;
  readonly collectionId: number;
  readonly recreationId: number;
}

/** Joins a run that waits or runs. */
export const requestRecreation = (
  app: App,
  project: ProjectScope,
  collectionId: number,
  itemCount: number,
): Promise<Recreation> =>
  app.db.transaction().execute((transaction) => requestRecreationIn(transaction, app, project, collectionId, itemCount));

export async function requestRecreationIn(
  transaction: Database,
  { jobs }: Pick<App, 'jobs'>,
  project: ProjectScope,
  collectionId: number,
  itemCount: number,
): Promise<Recreation> {
  const recreations = recreationStore(transaction);
  const recreation = await recreations.insert(project, collectionId, itemCount);
  if (recreation === null) return recreations.running(project, collectionId);
  const job: RecreateJob = { projectId: project.id, collectionId, recreationId: recreation.id };
  await jobs.enqueue(recreateJob, String(recreation.id), job, transaction);
  return recreation;
}

/** In the transaction that deletes a project. Answers ids for `stopRecreation`. */
export const endRecreationsIn = (transaction: Database, project: ProjectScope): Promise<readonly number[]> =>
  recreationStore(transaction).endAll(project);

export const stopRecreation = (app: App, recreationId: number): Promise<void> =>
  app.jobs.cancel(recreateJob, String(recreationId));

/** Items are deleted in the background, also after a crash. */
export async function deleteCollection(app: App, project: ProjectScope, collectionId: number, userId: number): Promise<void> {
  const change = { userId, reason: 'collection', live: ['collections'] };
  await app.releases.change(project, change, async (db) => {
    await collectionStore(db).remove(project, collectionId);
    await app.jobs.enqueue(dropJob, String(collectionId), { collectionId }, db);
  });
  // Removals of its rules would wait for midnight.
  await app.releases.publish(project, { userId, reason: 'collection' }, { collectionId });
}

export function runRecreations(app: App): void {
  const recreations = recreationStore(app.db);
  const collections = collectionStore(app.db);

  /** Answers false when the language changed during the run. */
  async function recreate(
    project: ProjectScope,
    { collectionId, recreationId }: RecreateJob,
    signal: AbortSignal,
  ): Promise<boolean> {
    const layout = layoutOf(await collections.language(project), await collections.indexedFields(project, collectionId));
    let reportedAt = 0;
    let writing: Promise<unknown> = Promise.resolve();
    const onProgress = (builtCount: number, totalCount: number): void => {
      if (performance.now() - reportedAt < progressMs) return;
      reportedAt = performance.now();
      writing = recreations
        .progress(project, recreationId, builtCount, totalCount)
        .catch((error: unknown) => app.http.log.warn({ err: error }, 'The progress of a recreate was not written'));
    };
    const { itemCount } = await app.engine.recreate(engineCollection(collectionId), layout, { signal, onProgress });
    await writing;
    await recreations.progress(project, recreationId, itemCount, itemCount);
    return app.releases.change(project, { userId: null, reason: 'recreate' }, async (db) => {
      await collectionStore(db).settleTypes(project, collectionId, layout.fields);
      const isLast = (await collectionStore(db).language(project)) === layout.language;
      if (isLast) await recreationStore(db).end(project, recreationId, 'done');
      return isLast;
    });
  }

  async function recreateWhatIsLive(project: ProjectScope, job: RecreateJob, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (await recreate(project, job, signal)) return;
      } catch (error) {
        if (!(error instanceof GenerationStateError) || attempt >= maximumTries) throw error;
      }
    }
  }

  /** A failed run ends: people can ask again. One that was killed with its server runs again. */
  async function run(job: RecreateJob, signal: AbortSignal): Promise<void> {
    const project = { id: job.projectId };
    if (!(await recreations.begin(project, job.recreationId))) return;
    try {
      await recreateWhatIsLive(project, job, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      app.http.log.error({ err: error, collection: job.collectionId }, 'A collection could not be recreated');
      if (error instanceof GenerationDamagedError) await app.events.tell(itemsLost, { project, collectionId: job.collectionId });
      await recreations.end(project, job.recreationId, 'failed', String(error));
    }
  }

  app.jobs.handle<RecreateJob>(recreateJob, run, {
    atOnce: recreationsAtOnce,
    onParked: ({ projectId, recreationId }) => recreations.end({ id: projectId }, recreationId, 'failed'),
  });
  app.jobs.handle<{ readonly collectionId: number }>(
    dropJob,
    ({ collectionId }) => app.engine.drop(engineCollection(collectionId)),
    {
      atOnce: 1,
      onParked: () => Promise.resolve(),
    },
  );
}

const lookMilliseconds = 5_000;
/** A cause such as a full disk may be gone by then. */
const retryMilliseconds = 5 * 60_000;

/** Collections with an index of another version of Aisle answer no search. */
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

import { type FeedRow, feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { importProblemStore } from './import-problems.store.ts';
import { importReportStore } from './import-report.store.ts';
import { importClosing } from './imports.closing.ts';
import { feedSampled, importEnded } from './imports.events.ts';
import { itemsLost } from '#features/data/collections/server/collections.events.ts';
import { publishImport } from './imports.publish.ts';
import { hasRoomForImports, tellOfMissingRoom } from './import-room.service.ts';
import { importStore } from './imports.store.ts';
import type { AskedBy, BuiltImport, ImportJob, ImportOutcome, RunImport } from './imports.task.ts';
import { type ImportPlaces, importTaskOf } from './import-task-of.ts';
import { leavingNoRecords, removeLeftRecords } from './left-records.ts';
import { GenerationDamagedError, GenerationStateError } from '#engine/port-errors.ts';
import type { App } from '#server/app.ts';
import { fail } from '#server/fail.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { Database } from '#server/db/schema.ts';
import type { TellWaiting } from '#server/jobs/jobs.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { isDiskFull } from '#process-kit/disk-full.ts';
import { storageFailure } from '#process-kit/storage-failure.ts';

const jobKind = 'import';
const publishJobKind = 'publishImport';
/** An import keeps a core busy. */
const importsAtOnce = 2;
/** Those that wait for their hosts keep nothing busy but memory, and no project has all of them. */
const importsWaiting = 8;
const importsPerProject = 3;
/** What a server leaves that is killed and never started again is deleted by another one. */
const leftRecordsMilliseconds = 60 * 60 * 1000;

/** Asks for an import of a feed. Answers false when one is waiting or running already. */
export const requestImport = (app: App, project: ProjectScope, feedId: number): Promise<boolean> =>
  app.db.transaction().execute((transaction) => requestImportIn(transaction, app, project, feedId, 'person'));

/** As `requestImport`, as part of what a transaction writes. A project that rests, or is deleted, imports nothing. */
export async function requestImportIn(
  transaction: Database,
  app: App,
  project: ProjectScope,
  feedId: number,
  askedBy: AskedBy,
): Promise<boolean> {
  const imports = importStore(transaction);
  const importId = (await imports.mayBegin(project)) ? await imports.insert(project, feedId) : null;
  if (importId === null) return false;
  const job: ImportJob = { projectId: project.id, feedId, importId, askedBy };
  return app.jobs.enqueue(jobKind, String(importId), job, transaction);
}

/** Ends the import of a feed that waits or runs. Answers false when there is none, or it is just going live. */
export async function cancelImports(app: App, project: ProjectScope, feedId: number): Promise<boolean> {
  const importId = await importStore(app.db).cancel(project, feedId);
  if (importId === null) return false;
  await stopImport(app, importId);
  return true;
}

/** In the transaction that lets a project rest. Answers ids for `stopImport`; those that are just going live do so. */
export const endAllImportsIn = (transaction: Database, project: ProjectScope): Promise<readonly number[]> =>
  importStore(transaction).cancelAll(project);

/** In the transaction that removes the feed. Throws `importGoesLive` where it can't be stopped: its items would stay. */
export async function endImportsIn(transaction: Database, project: ProjectScope, feedId: number): Promise<number | null> {
  const imports = importStore(transaction);
  const cancelled = await imports.cancel(project, feedId);
  if (cancelled === null && (await imports.isUnfinished(project, feedId))) throw fail('importGoesLive');
  return cancelled;
}

export const stopImport = (app: App, importId: number): Promise<void> => app.jobs.cancel(jobKind, String(importId));

/** Publishes a held import. Answers false when another import of the feed waits or runs. Throws `importNotHeld`. */
export function requestPublish(app: App, project: ProjectScope, feedId: number, importId: number): Promise<boolean> {
  return app.db.transaction().execute(async (transaction) => {
    const begun = await importReportStore(transaction).beginPublish(project, feedId, importId);
    if (begun === 'notHeld') throw fail('importNotHeld');
    if (begun === 'busy') return false;
    const job: ImportJob = { projectId: project.id, feedId, importId, askedBy: 'person' };
    return app.jobs.enqueue(publishJobKind, String(importId), job, transaction);
  });
}

export function runImports(app: App, runImport: RunImport, places: ImportPlaces): void {
  const imports = importStore(app.db);
  const problems = importProblemStore(app.db);
  const feeds = feedStore(app.db);
  const reports = importReportStore(app.db);
  const close = importClosing(app, (project, feedId) => requestImport(app, project, feedId));

  async function run(job: ImportJob, signal: AbortSignal, waiting: TellWaiting): Promise<void> {
    const { projectId, feedId, importId, askedBy } = job;
    const project = { id: projectId };
    const feed = await feeds.row(project, feedId);
    // A server that was killed after an import ended, and before its job did, finds the job again.
    if (!feed || !(await imports.begin(project, importId, 'download'))) return;
    crashPoint('import:begun');
    await problems.clear(project, importId);
    let writing: Promise<unknown> = Promise.resolve();
    const write = (work: () => Promise<void>) => {
      writing = writing
        .then(work)
        .catch((error: unknown) => app.http.log.warn({ err: error }, 'The progress of an import was not written'));
    };
    const task = await importTaskOf(app, places, project, feed, askedBy);
    if (!task) return close(project, feed, job, passwordUnreadable);
    const outcome = await runImport(
      task,
      {
        progress: (progress) => write(() => imports.update(project, importId, progress)),
        problems: (found) => write(() => problems.add(project, importId, found)),
        waiting,
        samples: (records) => write(() => app.events.tell(feedSampled, { project, feed, records })),
      },
      signal,
    );
    await writing;
    try {
      await close(project, feed, job, outcome);
    } catch (error) {
      const failed = outcome.kind === 'built' ? await outcomeOfFailedPublishing(app, feed, outcome.built, error) : null;
      if (failed === null) throw error;
      app.http.log.error({ err: error, feed: feed.id }, 'An import could not be published');
      await close(project, feed, job, failed);
    }
  }

  async function park({ projectId, feedId, importId, askedBy }: ImportJob): Promise<void> {
    const project = { id: projectId };
    const failure = { code: 'cutOff', details: {} } as const;
    const feed = await feeds.row(project, feedId);
    const cutOff = { state: 'failed', askedBy, failure, retryAfterSeconds: null } as const;
    if (feed) await app.events.tell(importEnded, { project, feed, ...cutOff });
    await imports.end(project, importId, 'failed', failure);
  }

  async function publishHeld({ projectId, feedId, importId, askedBy }: ImportJob): Promise<void> {
    const project = { id: projectId };
    const feed = await feeds.row(project, feedId);
    const built = await reports.held(project, importId);
    if (built === 'damaged') return imports.end(project, importId, 'failed', { code: 'heldDamaged', details: {} });
    if (!feed || !built || !(await imports.begin(project, importId, 'publish'))) return;
    try {
      await publishImport(app, project, feed, importId, built);
      await app.events.tell(importEnded, { project, feed, state: 'done', askedBy, failure: null, retryAfterSeconds: null });
      await imports.end(project, importId, 'done');
    } catch (error) {
      const code = heldFailureOf(error);
      if (code === null) throw error;
      app.http.log.error({ err: error, feed: feedId }, 'A held import could not be published');
      await imports.end(project, importId, 'failed', { code, details: {} });
      // Nobody can use it any more. What can't be removed now goes with the next import.
      await app.engine.discard(engineCollection(feed.collection_id), built.generation).catch(() => undefined);
    }
  }

  app.events.on(itemsLost, async ({ project, collectionId }) => {
    for (const { id } of await feeds.ofCollection(project, collectionId)) await requestImport(app, project, id);
  });
  tellOfMissingRoom(app);
  app.jobs.handle<ImportJob>(publishJobKind, publishHeld, { atOnce: importsAtOnce, onParked: park });
  const feedOf = ({ projectId, feedId }: ImportJob) => feeds.row({ id: projectId }, feedId);

  app.jobs.repeat('records that imports have left', leftRecordsMilliseconds, () => removeLeftRecords(app));
  app.jobs.handle<ImportJob>(jobKind, leavingNoRecords(app, feedOf, run), {
    mayBegin: () => hasRoomForImports(app),
    atOnce: importsAtOnce,
    alsoWaiting: importsWaiting,
    perGroup: importsPerProject,
    groupOf: ({ projectId }) => projectId,
    onParked: park,
  });
}

/** Why a held import will never go live; null where it may at another time. */
function heldFailureOf(error: unknown): 'heldGone' | 'heldDamaged' | null {
  if (error instanceof GenerationDamagedError) return 'heldDamaged';
  return error instanceof GenerationStateError ? 'heldGone' : null;
}

const passwordUnreadable: ImportOutcome = {
  kind: 'failed',
  failure: { code: 'passwordUnreadable', details: {} },
  retryAfterSeconds: null,
};

/** Null when publishing has to be done again. What was built is of no use any more, unless it is live already. */
async function outcomeOfFailedPublishing(
  app: App,
  feed: FeedRow,
  built: BuiltImport,
  error: unknown,
): Promise<ImportOutcome | null> {
  const reason = storageFailure(error);
  if (!isDiskFull(error) && reason === null) return null;
  const collection = engineCollection(feed.collection_id);
  const live = await app.engine.status(collection);
  if (live?.generation === built.generation) return null;
  // A disk that takes nothing may not let go of anything either; the next build removes it then.
  await app.engine.discard(collection, built.generation).catch(() => undefined);
  // It is imported again once there is room.
  if (reason === null || isDiskFull(error)) return null;
  return { kind: 'failed', failure: { code: 'storageFailed', details: { reason } }, retryAfterSeconds: null };
}

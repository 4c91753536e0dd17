import { GenerationDamagedError, GenerationStateError } from '#engine/port-errors.ts';
import { itemsLost } from '#features/data/collections/server/collections.service.ts';
import { type FeedRow, feedStore, rulesOf } from '#features/data/feed-settings/server/feeds.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import { isDiskFull, storageFailure } from '#process-kit/storage-failure.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { TellWaiting } from '#server/jobs/jobs.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { importProblemStore, importReportStore } from './import-report.store.ts';
import { endImport, goLive } from './imports.closing.ts';
import { endedWell, feedSampled, importEnded, importLacksRoom, importsHaveRoom } from './imports.events.ts';
import { requestImport } from './imports.service.ts';
import { importStore } from './imports.store.ts';
import {
  type BuiltImport,
  type ImportJob,
  importJob,
  type ImportOutcome,
  publishJob,
  type RunImport,
  type AskedBy,
  type ImportTask,
} from './imports.task.ts';
import type { Import } from '#features/data/imports/imports.contract.ts';
import { lookEveryMilliseconds } from '#server/files/disk-room.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedSourceOf, knownMappingOf } from '#features/data/feed-settings/server/feeds.service.ts';
import { openedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import type { FilesSettings } from '#server/files/open-files.ts';

/** Within this time another server that has room would have begun the import. */
const reportedAfterMilliseconds = 10_000;

const hasRoomForImports = (app: App): boolean => app.disk.level() === 'plenty';

export const withRoomNoted = (app: App, last: Import | null): Import | null =>
  last?.state !== 'waiting' || hasRoomForImports(app) ? last : { ...last, waits_for_room: true };

/** Reports imports that wait for disk space until there is some. */
function reportMissingRoom(app: App): void {
  // A server that was stopped since may have reported it.
  let isReported = true;
  app.jobs.repeat('room for imports', lookEveryMilliseconds, async () => {
    if (hasRoomForImports(app)) {
      if (isReported) await app.events.tell(importsHaveRoom, {});
      isReported = false;
      return;
    }
    for (const project of await importStore(app.db).waitingProjects(Date.now() - reportedAfterMilliseconds)) {
      isReported = true;
      await app.events.tell(importLacksRoom, { project });
    }
  });
}

export interface ImportPlaces {
  readonly engine: EngineSettings;
  readonly files: FilesSettings;
}

/** Null when the password of the feed's address can't be decrypted. */
async function importTaskOf(
  app: App,
  { engine, files }: ImportPlaces,
  project: ProjectScope,
  feed: FeedRow,
  askedBy: AskedBy,
): Promise<ImportTask | null> {
  const collections = collectionStore(app.db);
  const address = openedAddress(app.sealing, feed.feed_url);
  if (address === null) return null;
  const source = feedSourceOf(address, feed.file_name);
  const isConditional = askedBy === 'schedule' && source.kind === 'url';
  return {
    collection: engineCollection(feed.collection_id),
    language: await collections.language(project),
    siteAddress: await collections.siteAddress(project),
    currency: await collections.currency(project),
    feedId: feed.id,
    otherFeeds: (await feedStore(app.db).ofCollection(project, feed.collection_id)).filter(({ id }) => id !== feed.id),
    source: isConditional ? { ...source, validators: await validatorsOf(app, feed) } : source,
    settings: {
      type: (feed.feed_type || null) as ImportTask['settings']['type'],
      language: feed.feed_language || null,
      encoding: feed.feed_encoding || null,
      separator: feed.feed_separator || null,
      headers: feed.feed_headers || null,
      tagName: feed.tag_name || null,
    },
    needImport: feed.need_import,
    ownMapping: rulesOf(feed),
    knownMapping: knownMappingOf(feed),
    knownFields: await collections.fields(project, feed.collection_id),
    engine,
    files,
    allowedPrivateFeeds: app.settings.allowedPrivateFeeds,
  };
}

/** Null to download in any case: there are no items, or the settings changed. */
async function validatorsOf(app: App, feed: FeedRow): Promise<Validators | null> {
  const { etag, last_modified: lastModified } = feed;
  if (feed.need_import > 0 || (etag === null && lastModified === null)) return null;
  return (await app.engine.status(engineCollection(feed.collection_id))) && { etag, lastModified };
}

/** Each keeps a core busy. */
const importsAtOnce = 2;
/** Imports that wait for their hosts take memory only. */
const importsWaiting = 8;
const importsPerProject = 3;

export function runImports(app: App, runImport: RunImport, places: ImportPlaces): void {
  const feeds = feedStore(app.db);
  app.events.on(itemsLost, async ({ project, collectionId }) => {
    for (const { id } of await feeds.ofCollection(project, collectionId)) await requestImport(app, project, id);
  });
  reportMissingRoom(app);
  const onParked = (job: ImportJob) => failParked(app, job);
  app.jobs.handle<ImportJob>(publishJob, (job) => publishOnHold(app, job), { atOnce: importsAtOnce, onParked });
  app.jobs.handle<ImportJob>(importJob, (job, signal, waiting) => importFeed(app, job, { runImport, places, signal, waiting }), {
    mayBegin: () => hasRoomForImports(app),
    atOnce: importsAtOnce,
    alsoWaiting: importsWaiting,
    perGroup: importsPerProject,
    groupOf: ({ projectId }) => projectId,
    onParked,
  });
}

interface ImportRun {
  readonly runImport: RunImport;
  readonly places: ImportPlaces;
  readonly signal: AbortSignal;
  readonly waiting: TellWaiting;
}

async function importFeed(app: App, job: ImportJob, run: ImportRun): Promise<void> {
  const project = { id: job.projectId };
  const feed = await feedStore(app.db).row(project, job.feedId);
  // A server that was killed after an import ended, and before its job did, finds the job again.
  if (!feed || !(await importStore(app.db).begin(project, job.importId, 'download'))) return;
  const outcome = await outcomeOf(app, project, feed, job, run);
  try {
    await endImport(app, project, feed, job, outcome);
  } catch (error) {
    const failed = outcome.kind === 'built' ? await outcomeOfFailedPublishing(app, feed, outcome.built, error) : null;
    if (failed === null) throw error;
    app.http.log.error({ err: error, feed: feed.id }, 'An import could not be published');
    await endImport(app, project, feed, job, failed);
  }
}

/** Runs the import in its process and writes its progress. */
async function outcomeOf(
  app: App,
  project: ProjectScope,
  feed: FeedRow,
  { importId, askedBy }: ImportJob,
  { runImport, places, signal, waiting }: ImportRun,
): Promise<ImportOutcome> {
  const imports = importStore(app.db);
  const problems = importProblemStore(app.db);
  crashPoint('import:begun');
  await problems.clear(project, importId);
  let writing: Promise<unknown> = Promise.resolve();
  const write = (work: () => Promise<void>) => {
    writing = writing
      .then(work)
      .catch((error: unknown) => app.http.log.warn({ err: error }, 'The progress of an import was not written'));
  };
  const task = await importTaskOf(app, places, project, feed, askedBy);
  if (!task) return { kind: 'failed', failure: { code: 'passwordUnreadable', details: {} }, retryAfterSeconds: null };
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
  return outcome;
}

/** Null when publishing is to be retried. Otherwise what was built is discarded, unless it is live already. */
async function outcomeOfFailedPublishing(
  app: App,
  feed: FeedRow,
  { generation }: BuiltImport,
  error: unknown,
): Promise<ImportOutcome | null> {
  const reason = storageFailure(error);
  if (!isDiskFull(error) && reason === null) return null;
  const collection = engineCollection(feed.collection_id);
  if ((await app.engine.status(collection))?.generation === generation) return null;
  // A broken disk may refuse deletions, too; the next build deletes it then.
  await app.engine.discard(collection, generation).catch(() => undefined);
  // Full: imported again once there is room.
  if (reason === null || isDiskFull(error)) return null;
  return { kind: 'failed', failure: { code: 'storageFailed', details: { reason } }, retryAfterSeconds: null };
}

/** After the job was cut off too often. */
async function failParked(app: App, { projectId, feedId, importId, askedBy }: ImportJob): Promise<void> {
  const project = { id: projectId };
  const failure = { code: 'cutOff', details: {} } as const;
  const feed = await feedStore(app.db).row(project, feedId);
  const end = { state: 'failed', askedBy, failure, retryAfterSeconds: null } as const;
  if (feed) await app.events.tell(importEnded, { project, feed, ...end });
  await importStore(app.db).end(project, importId, 'failed', failure);
}

async function publishOnHold(app: App, { projectId, feedId, importId, askedBy }: ImportJob): Promise<void> {
  const imports = importStore(app.db);
  const project = { id: projectId };
  const feed = await feedStore(app.db).row(project, feedId);
  const built = await importReportStore(app.db).onHold(project, importId);
  if (!feed || !built || !(await imports.begin(project, importId, 'publish'))) return;
  try {
    await goLive(app, project, feed, importId, built);
    await app.events.tell(importEnded, { project, feed, state: 'done', askedBy, ...endedWell });
    await imports.end(project, importId, 'done');
  } catch (error) {
    const isDamaged = error instanceof GenerationDamagedError;
    if (!isDamaged && !(error instanceof GenerationStateError)) throw error;
    app.http.log.error({ err: error, feed: feedId }, 'An import on hold could not be published');
    await imports.end(project, importId, 'failed', { code: isDamaged ? 'onHoldDamaged' : 'onHoldGone', details: {} });
    await app.engine.discard(engineCollection(feed.collection_id), built.generation).catch(() => undefined);
  }
}

import { errorDataStore } from '#features/data/error-data/error-data.store.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { endMessage, raiseMessage } from '#features/general/messages/messages.service.ts';
import { importEnded, keepValidators, validatorsOf } from '#features/data/schedules/schedules.service.ts';
import { aboutFeed, feedSourceOf } from './feeds.service.ts';
import { feedStore, type FeedRow } from './feeds.store.ts';
import { hasRoomForImports, tellOfMissingRoom } from './imports.room.ts';
import { importStore, type QuietState } from './imports.store.ts';
import type { BuiltImport, ImportOutcome, ImportTask, RunImport } from './imports.task.ts';
import { importReportStore } from './import-report.store.ts';
import { openedAddress } from './sealed-address.service.ts';
import { sampleStore } from '#features/data/mapping/samples.store.ts';
import type { OwnMapping } from '#contract/field-rule.ts';
import { publishRecords, recordFolder } from '#features/data/brought-records/brought-records.service.ts';
import { requestPhrases, takeOverPhrases } from '#features/data/phrases/phrases.service.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import { GenerationStateError } from '#engine/port-errors.ts';
import type { App } from '#server-kit/app.ts';
import { isDiskFull } from '#server-kit/disk-full.ts';
import { fail } from '#server-kit/fail.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import type { Database } from '#server-kit/db/schema.ts';
import type { TellWaiting } from '#server-kit/jobs.ts';
import { engineCollection } from '#server-kit/project-search.ts';

const jobKind = 'import';
const publishJobKind = 'publishImport';
/** An import keeps a core busy. */
const importsAtOnce = 2;
/** Those that wait for their hosts keep nothing busy but memory, and no project has all of them. */
const importsWaiting = 8;
const importsPerProject = 3;

/** Whoever presses a button gets what they ask for; a schedule only wants to know whether anything is new. */
export type AskedBy = 'person' | 'schedule';

interface ImportJob {
  readonly projectId: number;
  readonly feedId: number;
  readonly importId: number;
  readonly askedBy: AskedBy;
}

/** Asks for an import of a feed. Answers false when one is waiting or running already. */
export const requestImport = (app: App, project: ProjectScope, feedId: number): Promise<boolean> =>
  app.db.transaction().execute((transaction) => requestImportIn(transaction, app, project, feedId, 'person'));

/** As `requestImport`, as part of what a transaction writes. */
export async function requestImportIn(
  transaction: Database,
  app: App,
  project: ProjectScope,
  feedId: number,
  askedBy: AskedBy,
): Promise<boolean> {
  const importId = await importStore(transaction).insert(project, feedId);
  if (importId === null) return false;
  const job: ImportJob = { projectId: project.id, feedId, importId, askedBy };
  return app.jobs.enqueue(jobKind, String(importId), job, transaction);
}

/** Ends the import of a feed that waits or runs. Answers false when there is none, or it is just going live. */
export async function cancelImports(app: App, project: ProjectScope, feedId: number): Promise<boolean> {
  const importId = await importStore(app.db).cancel(project, feedId);
  if (importId === null) return false;
  await app.jobs.cancel(jobKind, String(importId));
  return true;
}

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

/** Makes this server run imports, each in a process of its own. */
export function runImports(app: App, runImport: RunImport, engine: EngineSettings): void {
  const imports = importStore(app.db);
  const errorData = errorDataStore(app.db);
  const feeds = feedStore(app.db);
  const collections = collectionStore(app.db);
  const reports = importReportStore(app.db);
  const samples = sampleStore(app.db);

  /** null when the password of its address can't be read. */
  async function taskOf(project: ProjectScope, feed: FeedRow, askedBy: AskedBy): Promise<ImportTask | null> {
    const address = openedAddress(app.sealing, feed.feed_url);
    if (address === null) return null;
    const source = feedSourceOf(app.settings, address, feed.file_name);
    const isConditional = askedBy === 'schedule' && source.kind === 'url';
    return {
      collection: engineCollection(feed.collection_id),
      language: await collections.language(project),
      feedId: feed.id,
      otherFeeds: (await feeds.ofCollection(project, feed.collection_id)).filter(({ id }) => id !== feed.id),
      source: isConditional ? { ...source, validators: await validatorsOf(app, project, feed) } : source,
      settings: {
        type: (feed.feed_type || null) as ImportTask['settings']['type'],
        language: feed.feed_language || null,
        encoding: feed.feed_encoding || null,
        separator: feed.feed_separator || null,
        headers: feed.feed_headers || null,
        tagName: feed.tag_name || null,
      },
      ownMapping: JSON.parse(feed.own_mapping) as OwnMapping,
      knownFields: await collections.fields(project, feed.collection_id),
      engine,
      recordFolder: recordFolder(app.settings, feed.collection_id),
      allowedPrivateFeeds: app.settings.allowedPrivateFeeds,
    };
  }

  async function publish(project: ProjectScope, feed: FeedRow, importId: number, built: BuiltImport): Promise<void> {
    const startedAt = performance.now();
    await collections.addFields(project, feed.collection_id, built.fields);
    if (built.phrases !== null) await takeOverPhrases(app, project, feed.collection_id, built.phrases);
    await app.releases.publish(project, { userId: null, reason: 'import' });
    await app.engine.publish(engineCollection(feed.collection_id), built.generation);
    const feedIds = (await feeds.ofCollection(project, feed.collection_id)).map(({ id }) => id);
    await publishRecords(app, feed.collection_id, feed.id, feedIds, built.generation);
    if (built.phrases === null) await requestPhrases(app, project, feed.collection_id);
    await collections.settleTypes(project, feed.collection_id, built.fields);
    await feeds.update(project, feed.id, {
      mapping: JSON.stringify(built.mapping),
      fields: JSON.stringify(built.feedFields),
      feed_type: built.type,
      tag_name: built.tagName,
      source: built.feedSource,
      need_tag_name: 0,
      need_import: isSameFeed(feed, await feeds.row(project, feed.id)) ? 0 : 1,
      item_count: built.progress.imported_count,
      dropped_content: null,
    });
    await keepValidators(app, project, feed, built.validators);
    await endMessage(app, project, 'importHeld', aboutFeed(feed.id));
    await reports.keep(project, importId, built, Math.round(performance.now() - startedAt));
  }

  async function endQuietly(project: ProjectScope, feed: FeedRow, importId: number, state: QuietState): Promise<void> {
    await errorData.clear(project, importId);
    await imports.endQuietly(project, feed.id, importId, state);
  }

  async function close(project: ProjectScope, feed: FeedRow, job: ImportJob, outcome: ImportOutcome): Promise<void> {
    const { importId, askedBy } = job;
    if (outcome.kind === 'built') return closeBuilt(project, feed, job, outcome.built);
    // Before the import has ended: whoever is killed in between does it again.
    const failure = outcome.kind === 'unchanged' ? null : outcome.failure;
    const retryAfterSeconds = outcome.kind === 'failed' ? outcome.retryAfterSeconds : null;
    await importEnded(app, project, feed, { askedBy, failure, retryAfterSeconds });
    if (outcome.kind === 'unchanged') {
      await endQuietly(project, feed, importId, 'unchanged');
    } else if (outcome.kind === 'needTagName') {
      await feeds.update(project, feed.id, { need_tag_name: 1, tag_candidates: JSON.stringify(outcome.candidates) });
      await imports.end(project, importId, 'needTagName', outcome.failure);
    } else {
      await imports.end(project, importId, 'failed', outcome.failure);
    }
  }

  async function closeBuilt(
    project: ProjectScope,
    feed: FeedRow,
    { importId, askedBy }: ImportJob,
    built: BuiltImport,
  ): Promise<void> {
    const engineName = engineCollection(feed.collection_id);
    // From here on nobody cancels it; who did so before wins.
    await imports.update(project, importId, { ...built.progress, step: 'build', warnings: JSON.stringify(built.warnings) });
    if (!(await imports.beginPublish(project, importId))) return app.engine.discard(engineName, built.generation);
    for (const generation of await reports.replaceHeld(project, feed.id)) await app.engine.discard(engineName, generation);
    const reasons = await reports.reasonsToHold(project, feed, built);
    if (reasons.length > 0 && askedBy === 'schedule' && built.comparison.fingerprint === feed.dropped_content) {
      await app.engine.discard(engineName, built.generation);
      await importEnded(app, project, feed, { askedBy, failure: null, retryAfterSeconds: null });
      return endQuietly(project, feed, importId, 'asDropped');
    }
    const isHeld = reasons.length > 0;
    if (!isHeld) await publish(project, feed, importId, built);
    await importEnded(app, project, feed, { askedBy, failure: null, retryAfterSeconds: null });
    if (isHeld) await raiseMessage(app, project, heldMessage(feed, askedBy));
    if (isHeld) await reports.hold(project, importId, built, reasons);
    else await imports.end(project, importId, 'done');
  }

  async function run(job: ImportJob, signal: AbortSignal, waiting: TellWaiting): Promise<void> {
    const { projectId, feedId, importId, askedBy } = job;
    const project = { id: projectId };
    const feed = await feeds.row(project, feedId);
    // A server that was killed after an import ended, and before its job did, finds the job again.
    if (!feed || !(await imports.begin(project, importId, 'download'))) return;
    await errorData.clear(project, importId);
    let writing: Promise<unknown> = Promise.resolve();
    const write = (work: () => Promise<void>) => {
      writing = writing
        .then(work)
        .catch((error: unknown) => app.http.log.warn({ err: error }, 'The progress of an import was not written'));
    };
    const task = await taskOf(project, feed, askedBy);
    if (!task) return close(project, feed, job, passwordUnreadable);
    const outcome = await runImport(
      task,
      {
        progress: (progress) => write(() => imports.update(project, importId, progress)),
        problems: (problems) => write(() => errorData.add(project, importId, problems)),
        waiting,
        samples: (records) => write(() => samples.keep(project, feedId, records)),
      },
      signal,
    );
    await writing;
    try {
      await close(project, feed, job, outcome);
    } catch (error) {
      // It is imported again once there is room, and what takes the room now is of no use.
      if (outcome.kind === 'built' && isDiskFull(error))
        await app.engine.discard(engineCollection(feed.collection_id), outcome.built.generation).catch(() => undefined);
      throw error;
    }
  }

  async function park({ projectId, feedId, importId, askedBy }: ImportJob): Promise<void> {
    const project = { id: projectId };
    const failure = { code: 'cutOff', details: {} } as const;
    const feed = await feeds.row(project, feedId);
    if (feed) await importEnded(app, project, feed, { askedBy, failure, retryAfterSeconds: null });
    await imports.end(project, importId, 'failed', failure);
  }

  /** Publishes what a person has decided to publish. */
  async function publishHeld({ projectId, feedId, importId }: ImportJob): Promise<void> {
    const project = { id: projectId };
    const feed = await feeds.row(project, feedId);
    const built = await reports.held(project, importId);
    if (!feed || !built || !(await imports.begin(project, importId, 'publish'))) return;
    try {
      await publish(project, feed, importId, built);
      await imports.end(project, importId, 'done');
    } catch (error) {
      if (!(error instanceof GenerationStateError)) throw error;
      await imports.end(project, importId, 'failed', { code: 'heldGone', details: {} });
    }
  }

  tellOfMissingRoom(app);
  app.jobs.handle<ImportJob>(publishJobKind, publishHeld, { atOnce: importsAtOnce, onParked: park });
  app.jobs.handle<ImportJob>(jobKind, run, {
    mayBegin: () => hasRoomForImports(app),
    atOnce: importsAtOnce,
    alsoWaiting: importsWaiting,
    perGroup: importsPerProject,
    groupOf: ({ projectId }) => projectId,
    onParked: park,
  });
}

const passwordUnreadable: ImportOutcome = {
  kind: 'failed',
  failure: { code: 'passwordUnreadable', details: {} },
  retryAfterSeconds: null,
};

/** Who asked for an import sees that it is held; a schedule tells. */
const heldMessage = (feed: FeedRow, askedBy: AskedBy) =>
  ({
    kind: 'importHeld',
    about: aboutFeed(feed.id),
    details: { feed: feed.name },
    failure: null,
    address: `/data/import/edit?id=${feed.id}`,
    isMailed: askedBy === 'schedule',
  }) as const;

/** Whether the feed is still set as it was when it was read. What was changed meanwhile waits for the next import. */
const isSameFeed = (read: FeedRow, now: FeedRow | undefined): boolean => readBy.every((name) => now?.[name] === read[name]);

const readBy = [
  'feed_url',
  'feed_type',
  'feed_language',
  'feed_encoding',
  'feed_separator',
  'feed_headers',
  'tag_name',
  'own_mapping',
] as const;

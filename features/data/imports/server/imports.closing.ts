import { publishRecords } from '#features/data/brought-records/server/brought-records.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedStore, guardOf, type FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { reasonsToHold } from './import-guard.ts';
import { importProblemStore } from './import-problems.store.ts';
import { importReportStore } from './import-report.store.ts';
import { endedWell, importEnded, type ImportEnd, importGoesLive, importIsLive, type ImportWrite } from './imports.events.ts';
import { requestImport } from './imports.service.ts';
import { importStore, type QuietState } from './imports.store.ts';
import type { BuiltImport, ImportJob, ImportOutcome } from './imports.task.ts';

/** Idempotent: a job that is killed runs again. */
export async function endImport(
  app: App,
  project: ProjectScope,
  feed: FeedRow,
  job: ImportJob,
  outcome: ImportOutcome,
): Promise<void> {
  const { importId, askedBy } = job;
  if (outcome.kind === 'built') return endBuilt(app, project, feed, job, outcome.built);
  if (outcome.kind === 'unchanged') {
    await app.events.tell(importEnded, { project, feed, state: 'unchanged', askedBy, ...endedWell });
    return endQuietly(app, project, feed, importId, 'unchanged');
  }
  const retryAfterSeconds = outcome.kind === 'failed' ? outcome.retryAfterSeconds : null;
  const { kind: state, failure } = outcome;
  await app.events.tell(importEnded, { project, feed, state, askedBy, failure, retryAfterSeconds });
  const isOutdated =
    outcome.kind === 'needTagName' && !(await feedStore(app.db).askForTagName(project, feed, JSON.stringify(outcome.candidates)));
  await importStore(app.db).end(project, importId, state, failure);
  // Another element was chosen while this import looked for one.
  if (isOutdated) await requestImport(app, project, feed.id);
}

async function endBuilt(
  app: App,
  project: ProjectScope,
  feed: FeedRow,
  { importId, askedBy }: ImportJob,
  built: BuiltImport,
): Promise<void> {
  const imports = importStore(app.db);
  const reports = importReportStore(app.db);
  const engineName = engineCollection(feed.collection_id);
  const reportEnd = (state: ImportEnd['state']): Promise<void> =>
    app.events.tell(importEnded, { project, feed, state, askedBy, ...endedWell });
  await imports.update(project, importId, { ...built.progress, step: 'build', warnings: JSON.stringify(built.warnings) });
  // It can't be cancelled from here on.
  if (!(await imports.beginPublish(project, importId))) return app.engine.discard(engineName, built.generation);
  crashPoint('import:goesLive');
  for (const generation of await reports.replaceHeld(project, feed.id)) await app.engine.discard(engineName, generation);
  const acceptedBadShare = await reports.acceptedBadShare(project, feed.id);
  const reasons = reasonsToHold({ ...built.comparison.facts, acceptedBadShare }, guardOf(feed));
  if (reasons.length === 0) {
    await goLive(app, project, feed, importId, built);
    await reportEnd('done');
    crashPoint('import:told');
    return imports.end(project, importId, 'done');
  }
  if (askedBy === 'schedule' && built.comparison.fingerprint === feed.dropped_content) {
    await app.engine.discard(engineName, built.generation);
    await reportEnd('asDropped');
    return endQuietly(app, project, feed, importId, 'asDropped');
  }
  await reportEnd('held');
  await reports.hold(project, importId, built, reasons);
}

async function endQuietly(app: App, project: ProjectScope, feed: FeedRow, importId: number, state: QuietState): Promise<void> {
  await importProblemStore(app.db).clear(project, importId);
  await importStore(app.db).endQuietly(project, feed.id, importId, state);
}

/** Makes what an import has built live. It may be cut off anywhere and repeated. */
export async function goLive(
  app: App,
  project: ProjectScope,
  feed: FeedRow,
  importId: number,
  built: BuiltImport,
): Promise<void> {
  const feeds = feedStore(app.db);
  const startedAt = performance.now();
  const writes: ImportWrite[] = [];
  await app.events.tell(importGoesLive, { project, feed, built, inRelease: (write) => void writes.push(write) });
  await app.releases.change(project, { userId: null, reason: 'import' }, async (db) => {
    await collectionStore(db).addFields(project, feed.collection_id, built.fields);
    for (const write of writes) await write(db);
  });
  crashPoint('import:settingsLive');
  await app.engine.publish(engineCollection(feed.collection_id), built.generation);
  crashPoint('import:itemsLive');
  const feedIds = (await feeds.ofCollection(project, feed.collection_id)).map(({ id }) => id);
  await publishRecords(app, feed.collection_id, feed.id, feedIds, built.generation);
  await collectionStore(app.db).settleTypes(project, feed.collection_id, built.fields);
  const read = { id: feed.id, need_import: built.needImport };
  await feeds.noteImport(project, read, {
    mapping: JSON.stringify(built.mapping),
    fields: JSON.stringify(built.feedFields),
    feed_type: built.type,
    tag_name: built.tagName,
    source: built.feedSource,
    need_tag_name: 0,
    item_count: built.progress.imported_count,
    dropped_content: null,
    etag: built.validators.etag,
    last_modified: built.validators.lastModified,
  });
  await app.events.tell(importIsLive, { project, feed, built });
  await importReportStore(app.db).keep(project, importId, built, Math.round(performance.now() - startedAt));
}

import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedStore, guardOf, type FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import { crashPoint } from '#process-kit/crash-point.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { importProblemStore, importReportStore } from './import-report.store.ts';
import { endedWell, importEnded, type ImportEnd, importGoesLive, importIsLive, type ImportWrite } from './imports.events.ts';
import { requestImport } from './imports.service.ts';
import { importStore, type QuietState } from './imports.store.ts';
import type { BuiltImport, ImportJob, ImportOutcome } from './imports.task.ts';
import { defaultGuard, type FeedGuard } from '#features/data/feed-settings/feed.contract.ts';
import type { HoldReason } from '#features/data/imports/imports.contract.ts';

export interface GuardFacts {
  /** Live items of the feed. */
  readonly before: number;
  /** Items of the feed in this import. */
  readonly after: number;
  /** Items in both. */
  readonly kept: number;
  /** Skipped items, without repetitions. */
  readonly bad: number;
  /** Live items with a price above zero. */
  readonly pricedBefore: number;
  readonly pricedAfter: number;
  /** Items in both that lose their price. */
  readonly pricesLost: number;
  /** From 0 to 1, in the live import. */
  readonly acceptedBadShare: number;
}

/** A first import replaces nothing. */
const firstBadShare = 0.5;
/** Items without a price can't be sold: as bad as missing items. */
const lostPriceShare = defaultGuard.fewer_items_percent / 100;

/** Empty when the import may go live. */
export function reasonsToHold(facts: GuardFacts, guard: FeedGuard): HoldReason[] {
  const { before, after, kept, bad } = facts;
  const badShare = shareOf(bad, after + bad);
  if (before === 0) return badShare > firstBadShare ? [holdReason('badItems', badShare, firstBadShare * 100)] : [];
  const fewer = shareOf(before - after, before);
  const changed = 1 - shareOf(kept, Math.min(before, after));
  const badLimit = facts.acceptedBadShare + guard.bad_items_percent / 100;
  const unpriced = facts.pricedAfter === 0 && facts.pricedBefore > 0 ? 1 : shareOf(facts.pricesLost, facts.pricedBefore);
  return [
    ...(fewer > guard.fewer_items_percent / 100 ? [holdReason('fewerItems', fewer, guard.fewer_items_percent)] : []),
    ...(badShare > badLimit ? [holdReason('badItems', badShare, badLimit * 100)] : []),
    ...(changed > guard.changed_ids_percent / 100 ? [holdReason('changedIds', changed, guard.changed_ids_percent)] : []),
    ...(guard.hold_zero_prices && unpriced > lostPriceShare ? [holdReason('zeroPrices', unpriced, lostPriceShare * 100)] : []),
  ];
}

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.max(0, part / whole));

/** Rounded up, and the limit down, so that they never equal. */
const holdReason = (reason: HoldReason['reason'], share: number, limit: number): HoldReason => ({
  reason,
  percent: Math.min(100, Math.ceil(share * 1000) / 10),
  limit_percent: Math.floor(Number(limit.toFixed(6))),
});

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
    app.events.tell(importEnded, { project, feed, state, askedBy, counts: built.comparison.counts, ...endedWell });
  await imports.update(project, importId, { ...built.progress, step: 'build', warnings: JSON.stringify(built.warnings) });
  // It can't be cancelled from here on.
  if (!(await imports.beginPublish(project, importId))) return app.engine.discard(engineName, built.generation);
  crashPoint('import:goesLive');
  for (const generation of await reports.discardOnHold(project, feed.id)) await app.engine.discard(engineName, generation);
  const acceptedBadShare = await reports.acceptedBadShare(project, feed.id);
  const reasons = reasonsToHold({ ...built.comparison.facts, acceptedBadShare }, guardOf(feed));
  if (reasons.length === 0) {
    await goLive(app, project, feed, importId, built);
    await reportEnd('done');
    crashPoint('import:told');
    return imports.end(project, importId, 'done');
  }
  if (askedBy === 'schedule' && (await reports.isDiscarded(project, feed.id, built))) {
    await app.engine.discard(engineName, built.generation);
    await reportEnd('sameAsDiscarded');
    return endQuietly(app, project, feed, importId, 'sameAsDiscarded');
  }
  await reportEnd('onHold');
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
  const writes: ImportWrite[] = [];
  await app.events.tell(importGoesLive, { project, feed, built, inRelease: (write) => void writes.push(write) });
  await app.releases.change(project, { userId: null, reason: 'import' }, async (db) => {
    await collectionStore(db).addFields(project, feed.collection_id, built.fields);
    for (const write of writes) await write(db);
  });
  crashPoint('import:settingsLive');
  await app.engine.publish(engineCollection(feed.collection_id), built.generation);
  crashPoint('import:itemsLive');
  await collectionStore(app.db).settleTypes(project, feed.collection_id, built.fields);
  const read = { id: feed.id, need_import: built.needImport };
  await feeds.noteImport(project, read, {
    mapping: JSON.stringify(built.mapping),
    proposed_mapping: JSON.stringify(built.proposedMapping),
    fields: JSON.stringify(built.feedFields),
    feed_type: built.type,
    tag_name: built.tagName,
    source: built.feedSource,
    need_tag_name: 0,
    item_count: built.progress.imported_count,
    etag: built.validators.etag,
    last_modified: built.validators.lastModified,
  });
  await app.events.tell(importIsLive, { project, feed, built });
  await importReportStore(app.db).keep(project, importId, built);
}

import { aboutFeed, feedMessage } from '#features/data/feeds/feeds.service.ts';
import type { FeedRow } from '#features/data/feeds/feeds.store.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';
import { endMessage, raiseMessage } from '#features/general/messages/messages.service.ts';
import { nextTry } from './retry-times.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

/** Whoever presses a button gets what they ask for; a schedule only wants to know whether anything is new. */
export type AskedBy = 'person' | 'schedule';

/**
 * What to ask a host with whether anything is new since the live items were read. Null when they have to be read again whatever the
 * host says: there are none, or the feed's settings have changed.
 */
export async function validatorsOf(app: App, project: ProjectScope, feed: FeedRow): Promise<Validators | null> {
  const schedule = await scheduleStore(app.db).find(project, feed.id);
  if (!schedule || feed.need_import === 1) return null;
  const { etag, last_modified: lastModified } = schedule;
  if (etag === null && lastModified === null) return null;
  return (await app.engine.status(engineCollection(feed.collection_id))) && { etag, lastModified };
}

/** Remembers what the host said with the items that are live now. Their prices and stock may be older than those before them. */
export async function keepValidators(app: App, project: ProjectScope, feed: FeedRow, given: Validators): Promise<void> {
  const schedules = scheduleStore(app.db);
  await schedules.addMissing();
  await schedules.update(project, feed.id, {
    etag: given.etag,
    last_modified: given.lastModified,
    availability_etag: null,
    availability_last_modified: null,
    availability_next_at: Date.now(),
  });
}

interface ImportEnd {
  readonly askedBy: AskedBy;
  /** null when it went well. */
  readonly failure: ImportFailure | null;
  /** How long a busy host asked to be left alone. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Plans what comes after an import. One that failed is told to the people of the project; a scheduled one is tried again when that may
 * help, and mailed once nothing more is tried before the schedule goes on. Done twice, it tells once.
 */
export async function importEnded(
  app: App,
  project: ProjectScope,
  feed: FeedRow,
  { askedBy, failure, retryAfterSeconds }: ImportEnd,
  now: number = Date.now(),
): Promise<void> {
  const schedules = scheduleStore(app.db);
  if (failure === null) {
    await schedules.update(project, feed.id, { retry_count: 0 });
    return endMessage(app, project, 'feedFailed', aboutFeed(feed.id));
  }
  const schedule = askedBy === 'schedule' ? await schedules.find(project, feed.id) : null;
  const next = schedule && nextTry({ failure, retryAfterSeconds, ...plannedBy(schedule, now) }, now);
  if (next) await schedules.update(project, feed.id, { next_at: next.at, retry_count: next.retryCount });
  await raiseMessage(app, project, {
    kind: 'feedFailed',
    ...feedMessage(feed),
    failure,
    isMailed: next !== null && next.retryCount === 0,
  });
}

const plannedBy = ({ retry_count: retryCount, next_at: scheduledAt }: ScheduledFeed, now: number) => ({
  retryCount,
  scheduledAt: scheduledAt ?? now,
});

import { type ImportEnd, importEnded, importIsLive } from '#features/data/imports/server/imports.events.ts';
import { aboutFeed, feedMessage, endMessage, raiseMessage } from '#features/general/messages/server/messages.service.ts';
import type { FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import { nextTry, nextTime, nextOfEvery } from './schedule-times.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import type { Database } from '#server/db/schema.ts';
import { requestImportIn } from '#features/data/imports/server/imports.service.ts';

/**
 * Moving a feed's time and requesting its import is one transaction, so one server wins. A time that passed while no server ran
 * is made up for once.
 */
export async function importDue(app: App, now: number = Date.now()): Promise<void> {
  const schedules = scheduleStore(app.db);
  await schedules.addMissing();
  for (const feed of await schedules.due(now)) {
    const next = nextTime(timesOf(feed), now);
    if (feed.next_at === null) await schedules.move(feed, next);
    else await startImport(app, feed, next);
  }
}

const startImport = (app: App, feed: ScheduledFeed, next: number): Promise<void> =>
  app.db.transaction().execute(async (transaction) => {
    const isOurs = await scheduleStore(transaction).move(feed, next);
    // An import that a person asked for will do.
    if (isOurs) await requestImportIn(transaction, app, { id: feed.project_id }, feed.feed_id, 'schedule');
  });

export const timesOf = (feed: ScheduledFeed) => ({
  feedId: feed.feed_id,
  schedule: feed.schedule,
  scheduleTime: feed.schedule_time,
  timeZone: feed.time_zone,
});

export const availabilityJob = 'availability';
const minuteMs = 60_000;

export interface AvailabilityJob {
  readonly projectId: number;
  readonly feedId: number;
}

export async function updateDue(app: App, now: number = Date.now()): Promise<void> {
  for (const feed of await scheduleStore(app.db).dueAvailability(now)) {
    const job: AvailabilityJob = { projectId: feed.project_id, feedId: feed.feed_id };
    await app.db.transaction().execute(async (transaction) => {
      const isOurs = await scheduleStore(transaction).moveAvailability(feed, nextAvailability(feed, now));
      if (isOurs) await app.jobs.enqueue(availabilityJob, String(feed.feed_id), job, transaction);
    });
  }
}

const nextAvailability = (
  { feed_id: feedId, availability_minutes: minutes }: Pick<ScheduledFeed, 'feed_id' | 'availability_minutes'>,
  after: number,
): number => nextOfEvery(minutes * minuteMs, feedId, after);

export function followImports(app: App): void {
  app.events.on(importEnded, (end) => planNext(app, end));
  app.events.on(importIsLive, ({ project, feed }) => renewAvailability(app, project, feed));
}

/** In the transaction that changes a project's time zone. */
export const followClocks = (transaction: Database, project: ProjectScope): Promise<void> =>
  scheduleStore(transaction).replanDaily(project);

/** The feed of an import may be older than the last prices and stock, so they are read again. */
async function renewAvailability(app: App, project: ProjectScope, feed: FeedRow): Promise<void> {
  const schedules = scheduleStore(app.db);
  await schedules.addMissing();
  await schedules.update(project, feed.id, {
    availability_etag: null,
    availability_last_modified: null,
    availability_next_at: Date.now(),
  });
}

/** Reports a failed import. A scheduled one is retried if that can help, then mailed. Idempotent. */
async function planNext(app: App, { project, feed, askedBy, state, failure, retryAfterSeconds }: ImportEnd): Promise<void> {
  if (state === 'discarded') return;
  const now = Date.now();
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

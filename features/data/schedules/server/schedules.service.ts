import { type ImportEnd, importEnded, importIsLive } from '#features/data/imports/server/imports.events.ts';
import { aboutFeed, feedMessage } from '#features/general/messages/server/feed-messages.service.ts';
import type { FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import { endMessage, raiseMessage } from '#features/general/messages/server/messages.service.ts';
import { nextTry } from './schedule-times.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { Database } from '#server/db/schema.ts';

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
  if (state === 'dropped') return;
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

import { requestImportIn } from '#features/data/imports/server/imports.service.ts';
import { nextTime, nextOfEvery } from './schedule-times.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { App } from '#server/app/app.ts';

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

import { requestImportIn } from '#features/data/imports/server/imports.service.ts';
import { nextTime } from './schedule-times.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { App } from '#server/app.ts';

/**
 * Asks for the imports that are due. Moving a feed's time and asking for its import is one transaction that only one server can win,
 * so every due time has one import, whoever looks and whenever somebody is killed. A time that passed while nobody looked has one too.
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
    // One that a person asked for and that still runs is as good as this one.
    if (isOurs) await requestImportIn(transaction, app, { id: feed.project_id }, feed.feed_id, 'schedule');
  });

export const timesOf = (feed: ScheduledFeed) => ({
  feedId: feed.feed_id,
  schedule: feed.schedule,
  scheduleTime: feed.schedule_time,
  timeZone: feed.time_zone,
});

import { nextOfEvery } from './schedule-times.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { App } from '#server/app.ts';

export const availabilityJob = 'availability';
const minuteMs = 60_000;

export interface AvailabilityJob {
  readonly projectId: number;
  readonly feedId: number;
}

/** Asks for the updates of prices and stock that are due, each once, as imports are asked for. */
export async function updateDue(app: App, now: number = Date.now()): Promise<void> {
  for (const feed of await scheduleStore(app.db).dueAvailability(now)) {
    const job: AvailabilityJob = { projectId: feed.project_id, feedId: feed.feed_id };
    await app.db.transaction().execute(async (transaction) => {
      const isOurs = await scheduleStore(transaction).moveAvailability(feed, nextAvailability(feed, now));
      if (isOurs) await app.jobs.enqueue(availabilityJob, String(feed.feed_id), job, transaction);
    });
  }
}

export const nextAvailability = (
  { feed_id: feedId, availability_minutes: minutes }: Pick<ScheduledFeed, 'feed_id' | 'availability_minutes'>,
  after: number,
): number => nextOfEvery(minutes * minuteMs, feedId, after);

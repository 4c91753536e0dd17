import { importDue, timesOf } from './due-imports.ts';
import { nextTime } from './schedule-times.ts';
import { listSchedules, updateSchedule, type FeedSchedule } from './schedules.contract.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import { serve } from '#server-kit/serve.ts';

const lookMilliseconds = 5_000;

export function serveSchedules(app: App): void {
  const schedules = scheduleStore(app.db);

  const known = async (project: ProjectScope, feedId: number): Promise<ScheduledFeed> => {
    await schedules.addMissing();
    const feed = await schedules.find(project, feedId);
    if (!feed) throw fail('notFound', { name: 'feed' });
    return feed;
  };

  serve(app, listSchedules, async (_input, { project }) => {
    await schedules.addMissing();
    return (await schedules.list(project)).map(shown);
  });

  serve(app, updateSchedule, async ({ id, activated, schedule, schedule_time }, { project }) => {
    const before = await known(project, id);
    const times = { ...timesOf(before), schedule, scheduleTime: schedule_time };
    await schedules.activate(project, id, activated);
    const next_at = nextTime(times, Date.now());
    await schedules.update(project, id, { schedule, schedule_time, next_at, retry_count: 0 });
    return shown(await known(project, id));
  });

  app.jobs.repeat('scheduled imports', lookMilliseconds, () => importDue(app));
}

function shown(feed: ScheduledFeed): FeedSchedule {
  const isDue = feed.activated === 1 && feed.is_fetched;
  return {
    feed_id: feed.feed_id,
    activated: feed.activated === 1,
    is_fetched: feed.is_fetched,
    schedule: feed.schedule,
    schedule_time: feed.schedule_time,
    time_zone: feed.time_zone,
    next_import_at: isDue ? (feed.next_at ?? nextTime(timesOf(feed), Date.now())) : null,
    is_retry: isDue && feed.retry_count > 0,
  };
}

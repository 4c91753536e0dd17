import { checkWebAddress } from '#features/data/feed-settings/server/feeds.service.ts';
import { updateDue, importDue, timesOf, followImports } from './schedules.service.ts';
import { maskedAddress, keptAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import { nextTime } from './schedule-times.ts';
import {
  listSchedules,
  updateSchedule,
  type AvailabilityResult,
  type FeedSchedule,
  type ScheduleInput,
} from '#features/data/schedules/schedules.contract.ts';
import { scheduleStore, type ScheduledFeed } from './schedules.store.ts';
import { foundIn } from '#server/base/fail.ts';
import { jsonOf } from '#server/db/json-column.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { serve } from '#server/app/serve.ts';

const lookMilliseconds = 5_000;

export function serveSchedules(app: App): void {
  const schedules = scheduleStore(app.db);

  const known = async (project: ProjectScope, feedId: number): Promise<ScheduledFeed> => {
    await schedules.addMissing();
    return foundIn(await schedules.find(project, feedId), 'feed');
  };

  serve(app, listSchedules, async (_input, { project }) => {
    await schedules.addMissing();
    return (await schedules.list(project)).map(shown);
  });

  serve(app, updateSchedule, async ({ id, ...input }, { project }) => {
    const before = await known(project, id);
    const availability = availabilityOf(app, before, input);
    const { schedule, schedule_time } = input;
    const next_at = nextTime({ ...timesOf(before), schedule, scheduleTime: schedule_time }, Date.now());
    await schedules.activate(project, id, input.activated);
    await schedules.update(project, id, { schedule, schedule_time, next_at, retry_count: 0, ...availability });
    await updateDue(app);
    return shown(await known(project, id));
  });

  followImports(app);
  app.jobs.repeat('scheduled imports', lookMilliseconds, () => importDue(app));
  app.jobs.repeat('prices and stock', lookMilliseconds, () => updateDue(app));
}

/** Another address starts from scratch, at once. */
function availabilityOf(
  { settings, sealing }: App,
  before: ScheduledFeed,
  { availability_url: sent, availability_minutes }: ScheduleInput,
) {
  const availability_url = keptAddress(sealing, sent, before.availability_url);
  if (availability_url === before.availability_url) return { availability_minutes };
  if (sent !== '') checkWebAddress(settings, 'availability_url', availability_url);
  return { ...unknownAvailability, availability_url, availability_minutes, availability_next_at: Date.now() };
}

const unknownAvailability = {
  availability_etag: null,
  availability_last_modified: null,
  availability_failure_count: 0,
  availability_result: null,
};

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
    availability_url: maskedAddress(feed.availability_url),
    availability_minutes: feed.availability_minutes,
    next_availability_at: feed.activated === 1 && feed.availability_url !== '' ? feed.availability_next_at : null,
    availability: jsonOf<AvailabilityResult | null>(
      feed.availability_result,
      null,
      'feed_schedule.availability_result',
      feed.feed_id,
    ),
  };
}

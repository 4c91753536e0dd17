import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, Nothing } from '#contract/fields.ts';

/** How often a feed is imported by itself: every so many hours, or daily at a time. */
export const schedules = ['1h', '2h', '3h', '6h', '12h', 'daily'] as const;
export type Schedule = (typeof schedules)[number];
export const defaultSchedule: Schedule = '6h';
/** When most shops are asleep and have written their feed. */
export const defaultScheduleTime = '03:00';

const ScheduleTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'notValid' }));

export const FeedSchedule = z.object({
  feed_id: Id,
  /** Whether the feed is fetched by itself. */
  activated: z.boolean(),
  /** Files are never fetched, so they have no schedule. */
  is_fetched: z.boolean(),
  schedule: z.enum(schedules),
  schedule_time: z.string(),
  time_zone: z.string(),
  /** null when nothing will be imported by itself. */
  next_import_at: z.nullable(Moment),
  /** Whether the next import tries again after one that failed. */
  is_retry: z.boolean(),
});
export type FeedSchedule = z.output<typeof FeedSchedule>;

export const ScheduleInput = z.object({
  activated: z.boolean(),
  schedule: z.enum(schedules),
  /** `HH:MM` in the time zone of the project; counts for daily imports. */
  schedule_time: z._default(ScheduleTime, defaultScheduleTime),
});
export type ScheduleInput = z.output<typeof ScheduleInput>;

export const listSchedules = endpoint({
  method: 'GET',
  path: '/api/feed_schedules',
  needs: 'data',
  summary: 'Lists when the feeds of the project are imported by themselves',
  input: Nothing,
  output: z.array(FeedSchedule),
});
export const updateSchedule = endpoint({
  method: 'PUT',
  path: '/api/feed/{id}/schedule',
  needs: 'data',
  summary: 'Changes when a feed is imported by itself',
  input: z.extend(ScheduleInput, { id: Id }),
  output: FeedSchedule,
});

import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Moment, optionalText } from '#contract/fields.ts';
import { ImportFailure } from '#features/data/imports/imports.contract.ts';

export const schedules = ['1h', '2h', '3h', '6h', '12h', 'daily'] as const;
export type Schedule = (typeof schedules)[number];
export const defaultSchedule: Schedule = '6h';
export const defaultScheduleTime = '03:00';

export const leastAvailabilityMinutes = 5;
export const mostAvailabilityMinutes = 60;
export const defaultAvailabilityMinutes = 5;

const ScheduleTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'notValid' }));

export const AvailabilityResult = z.object({
  state: z.enum(['done', 'unchanged', 'failed']),
  at: Moment,
  changed_count: z.number(),
  /** Ids without an item. None is added. */
  unknown_count: z.number(),
  /** Records without a readable id, price or stock. */
  bad_count: z.number(),
  failure: z.nullable(ImportFailure),
});
export type AvailabilityResult = z.output<typeof AvailabilityResult>;

export const FeedSchedule = z.object({
  feed_id: Id,
  activated: z.boolean(),
  /** Files have no schedule. */
  is_fetched: z.boolean(),
  schedule: z.enum(schedules),
  schedule_time: z.string(),
  time_zone: z.string(),
  next_import_at: z.nullable(Moment),
  is_retry: z.boolean(),
  /** Empty: none. Secrets are masked. */
  availability_url: z.string(),
  availability_minutes: z.number(),
  next_availability_at: z.nullable(Moment),
  availability: z.nullable(AvailabilityResult),
});
export type FeedSchedule = z.output<typeof FeedSchedule>;

export const ScheduleInput = z.object({
  activated: z.boolean(),
  schedule: z.enum(schedules),
  /** `HH:MM` in the project's time zone, for daily imports. */
  schedule_time: z._default(ScheduleTime, defaultScheduleTime),
  availability_url: optionalText(2000),
  availability_minutes: z._default(
    z.number().check(z.int(), z.minimum(leastAvailabilityMinutes), z.maximum(mostAvailabilityMinutes)),
    defaultAvailabilityMinutes,
  ),
});
export type ScheduleInput = z.output<typeof ScheduleInput>;

export const listSchedules = endpoint('GET /api/feed_schedules', {
  needs: 'data',
  summary: 'Lists when the feeds of the project are imported by themselves',
  output: z.array(FeedSchedule),
});
export const updateSchedule = endpoint('PUT /api/feed/{id}/schedule', {
  needs: 'data',
  summary: 'Changes when a feed is imported by itself, and where its prices and stock come from in between',
  input: z.extend(ScheduleInput, { id: Id }),
  output: FeedSchedule,
  errors: ['addressNotAllowed', 'passwordHidden'],
});

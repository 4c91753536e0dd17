import { createHash } from 'node:crypto';
import { addDays, dayOf, momentOf } from '#contract/days.ts';
import type { Schedule } from '#features/data/schedules/schedules.contract.ts';
import type { ImportFailure } from '#features/data/imports/imports.contract.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Daily imports of a server are spread over this much after the time that was asked for. */
const dailySpreadMs = 5 * minuteMs;

const hoursOf = { '1h': 1, '2h': 2, '3h': 3, '6h': 6, '12h': 12 } as const satisfies Partial<Record<Schedule, number>>;

interface Scheduled {
  readonly feedId: number;
  readonly schedule: Schedule;
  readonly scheduleTime: string;
  readonly timeZone: string;
}

/**
 * The next due time, in epoch milliseconds. It depends on the feed alone, so that servers agree; feeds are spread over the
 * period.
 */
export function nextTime({ feedId, schedule, scheduleTime, timeZone }: Scheduled, after: number): number {
  if (schedule !== 'daily') return nextOfEvery(hoursOf[schedule] * hourMs, feedId, after);
  const late = spread(feedId, dailySpreadMs);
  const [hours = 0, minutes = 0] = scheduleTime.split(':').map(Number);
  for (let day = addDays(dayOf(after, timeZone), -1); ; day = addDays(day, 1)) {
    const at = momentOf(day, hours * 60 + minutes, timeZone) + late;
    if (at > after) return at;
  }
}

export function nextOfEvery(everyMs: number, feedId: number, after: number): number {
  const phase = spread(feedId, everyMs);
  return Math.floor((after - phase) / everyMs) * everyMs + everyMs + phase;
}

/** The same for a feed every time. */
function spread(feedId: number, limit: number): number {
  const share = createHash('sha256').update(`feed ${feedId}`).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(share * limit);
}

/** After the first, second and third failure. Then the schedule continues. */
const retryPausesMs = [5 * minuteMs, 15 * minuteMs, 45 * minuteMs] as const;

/** Failures that can pass. All others need a person. */
const passing: ReadonlySet<ImportFailure['code']> = new Set([
  'unknownHost',
  'connectionFailed',
  'timeout',
  'hostBusy',
  'connectionCut',
  'truncated',
  'cutArchive',
  'diskFull',
  'storageFailed',
  'filesAway',
]);

interface Failed {
  readonly failure: ImportFailure;
  readonly retryCount: number;
  readonly retryAfterSeconds: number | null;
  readonly scheduledAt: number;
}

interface Retry {
  readonly at: number;
  readonly retryCount: number;
}

/** A Retry-After wins over the schedule. */
export function nextTry({ failure, retryCount, retryAfterSeconds, scheduledAt }: Failed, now: number): Retry {
  const pause = retryPausesMs[retryCount];
  const askedAt = now + (retryAfterSeconds ?? 0) * 1000;
  const at = Math.max(now + (pause ?? 0), askedAt);
  if (passing.has(failure.code) && pause !== undefined && at < scheduledAt) return { at, retryCount: retryCount + 1 };
  return { at: Math.max(scheduledAt, askedAt), retryCount: 0 };
}

import { createHash } from 'node:crypto';
import { addDays, dayOf, momentOf } from '#contract/days.ts';
import type { Schedule } from '#features/data/schedules/schedules.contract.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Daily imports of a server are spread over this much after the time that was asked for. */
const dailySpreadMs = 5 * minuteMs;

const hoursOf = { '1h': 1, '2h': 2, '3h': 3, '6h': 6, '12h': 12 } as const satisfies Partial<Record<Schedule, number>>;

interface Scheduled {
  readonly feedId: number;
  readonly schedule: Schedule;
  /** `HH:MM`. */
  readonly scheduleTime: string;
  readonly timeZone: string;
}

/**
 * The first time after a moment at which the feed is due, in epoch milliseconds. Times depend on the feed alone, never on when one
 * asks: feeds are spread, so that a shop's server, and ours, don't get them all at once, and a server that was down misses none twice.
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

/** As `nextTime`, for what is due every so many milliseconds. */
export function nextOfEvery(everyMs: number, feedId: number, after: number): number {
  const phase = spread(feedId, everyMs);
  return Math.floor((after - phase) / everyMs) * everyMs + everyMs + phase;
}

/** A number below `limit` that is the same for a feed every time, and another for another feed. */
function spread(feedId: number, limit: number): number {
  const share = createHash('sha256').update(`feed ${feedId}`).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(share * limit);
}

import * as z from 'zod/mini';
import { addDays, countDays, Day, defaultTimeZone, startOfDay, TimeZone } from '#contract/days.ts';

/** A year, also a leap year. */
export const maximumRangeDays = 366;

interface Given {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const isWhole = z.refine<Given>(({ from, to }) => !from === !to, { error: 'rangeOpen', path: ['to'] });
const isForward = z.refine<Given>(({ from, to }) => !from || !to || from <= to, { error: 'rangeReversed', path: ['to'] });
const isShort = z.refine<Given>(({ from, to }) => !from || !to || countDays(from, to) <= maximumRangeDays, {
  error: 'rangeTooLong',
  path: ['to'],
  params: { max: maximumRangeDays },
});

/** From one day to another, both included. */
export const DateRange = z.object({ from: Day, to: Day }).check(isForward, isShort);
export type DateRange = z.output<typeof DateRange>;

/**
 * The input of a call that can be asked for a range of days, with the time zone of the person who asks. The checks see all of the
 * input, whose shape TypeScript can't look into here.
 */
export const inDateRange = <Shape extends z.core.$ZodShape>(input: z.ZodMiniObject<Shape>) =>
  z
    .extend(input, { from: z.optional(Day), to: z.optional(Day), time_zone: z._default(TimeZone, defaultTimeZone) })
    .check(isWhole as never, isForward as never, isShort as never);

/** From `start` until before `end`, in epoch milliseconds. */
export interface Moments {
  readonly start: number;
  readonly end: number;
}

/** When a range of days begins and ends in a time zone. Days on which clocks are changed are shorter or longer. */
export const momentsOf = ({ from, to }: DateRange, timeZone: string): Moments => ({
  start: startOfDay(from, timeZone),
  end: startOfDay(addDays(to, 1), timeZone),
});

/** The moments of a parsed input; null where no range is asked for. */
export const askedMoments = ({ from, to, time_zone: timeZone }: Given & { readonly time_zone: string }): Moments | null =>
  from && to ? momentsOf({ from, to }, timeZone) : null;

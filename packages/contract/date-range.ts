import * as z from 'zod/mini';
import { addDays, countDays, Day, defaultTimeZone, startOfDay, TimeZone } from '#contract/days.ts';

/** A year, also a leap year. */
export const maximumRangeDays = 366;

interface Given {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface RangeFields {
  /** The names that the first and the last day have. */
  readonly from: string;
  readonly to: string;
  readonly maximumDays: number;
}

/** What is wrong with two days, whatever they are called: one of them alone, the wrong way round, too far apart. */
export function rangeChecks({ from, to, maximumDays }: RangeFields) {
  type Days = Readonly<Record<string, string | undefined>>;
  const isWhole = z.refine<Days>(({ [from]: first, [to]: last }) => !first === !last, { error: 'rangeOpen', path: [to] });
  const isForward = z.refine<Days>(({ [from]: first, [to]: last }) => !first || !last || first <= last, {
    error: 'rangeReversed',
    path: [to],
  });
  const isShort = z.refine<Days>(({ [from]: first, [to]: last }) => !first || !last || countDays(first, last) <= maximumDays, {
    error: 'rangeTooLong',
    path: [to],
    params: { max: maximumDays },
  });
  // The checks see all of an input, whose shape TypeScript can't look into where it is extended.
  return [isWhole as never, isForward as never, isShort as never] as const;
}

const checksOf = (maximumDays: number) => rangeChecks({ from: 'from', to: 'to', maximumDays });

/** From one day to another, both included, and no longer than so many days. */
export const dateRangeOf = (maximumDays: number) => z.object({ from: Day, to: Day }).check(...checksOf(maximumDays));

export const DateRange = dateRangeOf(maximumRangeDays);
export type DateRange = z.output<typeof DateRange>;

/** The input of a call that can be asked for a range of days, with the time zone of the person who asks. */
export const inDateRange = <Shape extends z.core.$ZodShape>(input: z.ZodMiniObject<Shape>) =>
  z
    .extend(input, { from: z.optional(Day), to: z.optional(Day), time_zone: z._default(TimeZone, defaultTimeZone) })
    .check(...checksOf(maximumRangeDays));

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

import * as z from 'zod/mini';
import { addDays, countDays, Day, defaultTimeZone, startOfDay, TimeZone } from '#contract/days.ts';

export const maximumRangeDays = 366;

interface Given {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface RangeFields {
  readonly from: string;
  readonly to: string;
  readonly maximumDays: number;
}

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
  // TypeScript can't see the shape of an extended input.
  return [isWhole as never, isForward as never, isShort as never] as const;
}

const checksOf = (maximumDays: number) => rangeChecks({ from: 'from', to: 'to', maximumDays });

/** Both included. */
export const dateRangeOf = (maximumDays: number) => z.object({ from: Day, to: Day }).check(...checksOf(maximumDays));

export const DateRange = dateRangeOf(maximumRangeDays);
export type DateRange = z.output<typeof DateRange>;

export const inDateRange = <Shape extends z.core.$ZodShape>(input: z.ZodMiniObject<Shape>) =>
  z
    .extend(input, { from: z.optional(Day), to: z.optional(Day), time_zone: z._default(TimeZone, defaultTimeZone) })
    .check(...checksOf(maximumRangeDays));

/** `end` is exclusive; epoch milliseconds. */
export interface Moments {
  readonly start: number;
  readonly end: number;
}

/** Days of clock changes are shorter or longer. */
export const momentsOf = ({ from, to }: DateRange, timeZone: string): Moments => ({
  start: startOfDay(from, timeZone),
  end: startOfDay(addDays(to, 1), timeZone),
});

export const askedMoments = ({ from, to, time_zone: timeZone }: Given & { readonly time_zone: string }): Moments | null =>
  from && to ? momentsOf({ from, to }, timeZone) : null;

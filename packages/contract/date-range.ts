import * as z from 'zod/mini';
import { addDays, countDays, Day, startOfDay } from '#contract/days.ts';

export const maximumRangeDays = 366;

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

/** Both included. */
export const dateRangeOf = (maximumDays: number) =>
  z.object({ from: Day, to: Day }).check(...rangeChecks({ from: 'from', to: 'to', maximumDays }));

export const DateRange = dateRangeOf(maximumRangeDays);
export type DateRange = z.output<typeof DateRange>;

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

import { addDays } from '#contract/days.ts';
import type { SumsAsked, WantedMonths } from './sum-packs.store.ts';

export const lastOfMonth = 31;

export const monthOf = (day: string): string => day.slice(0, 'YYYY-MM'.length);
export const dayOfMonth = (day: string): number => Number(day.slice('YYYY-MM-'.length));

/** How many months there are from one to another, both included. */
export const monthsFrom = (first: string, last: string): number =>
  12 * (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) + Number(last.slice(5)) - Number(first.slice(5)) + 1;

const isFirstWhole = ({ start }: SumsAsked['range']): boolean => dayOfMonth(start) === 1;
const isLastWhole = ({ end }: SumsAsked['range']): boolean => monthOf(addDays(end, 1)) !== monthOf(end);

/** The first and the last of the months that are in a range as a whole; null where none is. */
export function wholeMonthsOf(range: SumsAsked['range']): { readonly from: string; readonly until: string } | null {
  const [first, last] = [monthOf(range.start), monthOf(range.end)];
  const from = isFirstWhole(range) ? first : monthOf(addDays(`${first}-01`, lastOfMonth));
  const until = isLastWhole(range) ? last : monthOf(addDays(`${last}-01`, -1));
  return from <= until ? { from, until } : null;
}

/** The months of a range: those that are in it as a whole, and the first and the last one where they are not. */
export function monthsOf(range: SumsAsked['range']): WantedMonths[] {
  const [first, last] = [monthOf(range.start), monthOf(range.end)];
  const whole = wholeMonthsOf(range);
  const inParts = [...(isFirstWhole(range) ? [] : [first]), ...(isLastWhole(range) ? [] : [last])];
  return [
    ...(whole === null ? [] : [{ ...whole, parts: null }]),
    ...[...new Set(inParts)]
      .filter((month) => whole === null || month < whole.from || month > whole.until)
      .map((month) => ({ from: month, until: month, parts: [] })),
  ];
}

/** The first and the last day of a month that is in a range. */
export const daysIn = (month: string, { start, end }: SumsAsked['range']): readonly [number, number] => [
  monthOf(start) === month ? dayOfMonth(start) : 1,
  monthOf(end) === month ? dayOfMonth(end) : lastOfMonth,
];

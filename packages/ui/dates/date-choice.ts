import * as z from 'zod/mini';
import { DateRange } from '#contract/date-range.ts';
import { addDays, dayOf, defaultTimeZone, isTimeZone } from '#contract/days.ts';
import { useAddress, type Address } from '#ui/state/address.ts';
import { msg } from '#ui/text/i18n.ts';

interface Preset {
  readonly label: string;
  readonly rangeOn: (today: string) => DateRange;
}

const lastDays = (count: number) => (today: string) => ({ from: addDays(today, 1 - count), to: today });
const yesterday = (today: string) => ({ from: addDays(today, -1), to: addDays(today, -1) });

export const presets: Readonly<Record<string, Preset>> = {
  yesterday: { label: msg('Yesterday'), rangeOn: yesterday },
  '3-days': { label: msg('Last 3 days'), rangeOn: lastDays(3) },
  '7-days': { label: msg('Last 7 days'), rangeOn: lastDays(7) },
  '30-days': { label: msg('Last 30 days'), rangeOn: lastDays(30) },
  '60-days': { label: msg('Last 60 days'), rangeOn: lastDays(60) },
  '90-days': { label: msg('Last 90 days'), rangeOn: lastDays(90) },
};

export interface DateChoice {
  readonly preset: string | null;
  readonly range: DateRange | null;
}

/** Invalid parameters count as none. */
export function choiceOf({ range: name = '', from, to }: Address, today: string): DateChoice {
  if (Object.hasOwn(presets, name)) return { preset: name, range: presets[name]?.rangeOn(today) ?? null };
  const own = z.safeParse(DateRange, { from, to });
  return { preset: null, range: own.success ? own.data : null };
}

export const todayIn = (timeZone: string): string => dayOf(Date.now(), timeZone);

const nothing = { range: undefined, from: undefined, to: undefined, page: undefined };

export const presetChanges = (name: string | null): Address => ({ ...nothing, range: name ?? undefined });
export const ownChanges = ({ from, to }: DateRange): Address => ({ ...nothing, from, to });

export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : defaultTimeZone;
}

export const today = (): string => todayIn(ownTimeZone());

export function useDateRange(): Partial<DateRange> & { readonly time_zone?: string } {
  const [address] = useAddress();
  const { range } = choiceOf(address, today());
  return range ? { ...range, time_zone: ownTimeZone() } : {};
}

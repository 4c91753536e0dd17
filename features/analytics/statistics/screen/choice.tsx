import * as z from 'zod/mini';
import { dateRangeOf, type DateRange } from '#contract/date-range.ts';
import { addDays } from '#contract/days.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { type DateChoice, presets } from '#ui/dates/date-choice.ts';
import type { Address } from '#ui/state/address.ts';
import { readCookie, writeCookie } from '#ui/state/cookie.ts';
import {
  longestRangeDays,
  type ResultObject,
  resultObjects,
  usualRange,
} from '#features/analytics/statistics/statistics.contract.ts';

/** In the address and in cookies. `range` is a preset, which moves with time. */
export const choiceNames = ['startDate', 'endDate', 'statsLang', 'statsResultObject', 'range'] as const;
export type ChoiceName = (typeof choiceNames)[number];

const allLanguages = 'all';

export interface StatisticsChoice extends DateChoice {
  readonly range: DateRange;
  /** Empty for all. */
  readonly language: string;
  readonly resultObject: ResultObject;
}

export type UsualDays = 'toYesterday' | '7-days';

const Days = dateRangeOf(longestRangeDays);

function daysIn({ range: name, startDate: from, endDate: to }: Address, today: string): DateChoice {
  if (name !== undefined && Object.hasOwn(presets, name)) return { preset: name, range: presets[name]?.rangeOn(today) ?? null };
  const own = z.safeParse(Days, { from, to });
  return { preset: null, range: own.success ? own.data : null };
}

function usualDays(usual: UsualDays, today: string): DateChoice & { readonly range: DateRange } {
  const { firstDaysAgo, lastDaysAgo } = usualRange;
  const dates = { from: addDays(today, -firstDaysAgo), to: addDays(today, -lastDaysAgo) };
  const preset = usual === 'toYesterday' ? null : usual;
  return { preset, range: (preset === null ? null : presets[preset]?.rangeOn(today)) ?? dates };
}

const isLanguage = (code: string | undefined): code is string =>
  code === allLanguages || (languageCodes as readonly string[]).includes(code ?? '');
const isResultObject = (name: string | undefined): name is ResultObject =>
  (resultObjects as readonly string[]).includes(name ?? '');

export const asksForWrongDays = (address: Address, today: string): boolean =>
  (['range', 'startDate', 'endDate'] as const).some((name) => (address[name] ?? '') !== '') &&
  daysIn(address, today).range === null;

/** The address wins over cookies, cookies over defaults. */
export function choiceOf(address: Address, kept: Address, usual: UsualDays, today: string): StatisticsChoice {
  const said = [address, kept].map((one) => daysIn(one, today));
  const { preset, range } = said.find((one) => one.range !== null) ?? usualDays(usual, today);
  const language = [address['statsLang'], kept['statsLang']].find(isLanguage) ?? allLanguages;
  const resultObject = [address['statsResultObject'], kept['statsResultObject']].find(isResultObject) ?? 'search';
  return {
    preset,
    range: range ?? usualDays(usual, today).range,
    language: language === allLanguages ? '' : language,
    resultObject,
  };
}

/** Complete, so that links show others the same. */
export const addressOf = ({ preset, range, language, resultObject }: StatisticsChoice): Record<ChoiceName, string> => ({
  range: preset ?? '',
  startDate: preset === null ? range.from : '',
  endDate: preset === null ? range.to : '',
  statsLang: language === '' ? allLanguages : language,
  statsResultObject: resultObject,
});

export const keptChoice = (): Address =>
  Object.fromEntries(choiceNames.map((name) => [name, readCookie(name) ?? '']).filter(([, value]) => value !== ''));

export interface ChoiceChange {
  readonly preset?: string;
  readonly range?: DateRange;
  readonly language?: string;
  readonly resultObject?: ResultObject;
}

export function changesOf({ preset, range, language, resultObject }: ChoiceChange): Partial<Record<ChoiceName, string>> {
  return {
    ...(range && { range: '', startDate: range.from, endDate: range.to }),
    ...(preset !== undefined && { range: preset, startDate: '', endDate: '' }),
    ...(language !== undefined && { statsLang: language === '' ? allLanguages : language }),
    ...(resultObject !== undefined && { statsResultObject: resultObject }),
  };
}

/** Preset days are stored too, because they change daily. */
export function keepChoice(chosen: ChoiceChange, today: string): void {
  const { from = '', to = '' } = (chosen.preset === undefined ? undefined : presets[chosen.preset]?.rangeOn(today)) ?? {};
  const days = chosen.preset === undefined ? {} : { startDate: from, endDate: to };
  for (const [name, value] of Object.entries({ ...changesOf(chosen), ...days })) writeCookie(name, value);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { OutputOf } from '#contract/endpoint.ts';
import { query } from '#ui/calls/queries.ts';
import { todayIn, type DateChoice, presets } from '#ui/dates/date-choice.ts';
import { formats } from '#ui/text/format.ts';
import { useProjectTimeZone } from '#ui/state/session.ts';
import { type Address, linkTo, type LinkTarget, type ScreenPath, useAddress } from '#ui/state/address.ts';
import {
  comparedDays,
  readStatisticsContext,
  type ResultObject,
  type StatisticsFilter,
  longestRangeDays,
  resultObjects,
  daysAgo,
  dashboardRange,
  usualRange,
} from '#features/analytics/statistics/statistics.contract.ts';
import { dateRangeOf, type DateRange } from '#contract/date-range.ts';
import { addDays } from '#contract/days.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { readCookie, writeCookie } from '#ui/state/stored.ts';

export const trendsPath = '/analytics/trending-searches';
/** `?q=kettle` */
export const queryPath = `${trendsPath}/item`;
export const withoutResultsPath = '/analytics/searches-without-results';
export const itemsPath = '/analytics/trending-items';
/** `?id=7&c=1` */
export const itemPath = '/analytics/trending-item';
export const searchHistoryPath = '/analytics/history-query/search';
export const autocompleteHistoryPath = '/analytics/history-query/autocomplete';

export const testerPath = '/developer/query-tester';
export const testerLink = (q: string, c: number | undefined): LinkTarget =>
  linkTo(testerPath, { q, ...(c !== undefined && { c }) });
export const curationPath = '/search-settings/curations/edit';
export const checkItemsPath = '/developer/check-items';
export const releasesPath = '/search-settings/releases';
export const feedsPath = '/data/import';
export const feedPath = `${feedsPath}/edit`;

/** In the address and in cookies. `range` is a preset, which moves with time. */
export const choiceNames = ['startDate', 'endDate', 'statsLang', 'statsResultObject', 'range'] as const;
export type ChoiceName = (typeof choiceNames)[number];

const allLanguages = 'all';

interface StatisticsChoice extends DateChoice {
  readonly range: DateRange;
  /** Empty for all. */
  readonly language: string;
  readonly resultObject: ResultObject;
}

type UsualDays = 'toYesterday' | '7-days';

const Days = dateRangeOf(longestRangeDays);

/** Whole days: a preset ends yesterday, as today isn't over. */
const presetDays = (preset: string, today: string): DateRange | null => {
  const lastWhole = preset === 'yesterday' ? today : addDays(today, -usualRange.lastDaysAgo);
  return presets[preset]?.rangeOn(lastWhole) ?? null;
};

function daysIn({ range: name, startDate: from, endDate: to }: Address, today: string): DateChoice {
  if (name !== undefined && Object.hasOwn(presets, name)) return { preset: name, range: presetDays(name, today) };
  const own = z.safeParse(Days, { from, to });
  return { preset: null, range: own.success ? own.data : null };
}

function usualDays(usual: UsualDays, today: string): DateChoice & { readonly range: DateRange } {
  const isOfDashboard = usual === '7-days';
  const { start: from, end: to } = daysAgo(isOfDashboard ? dashboardRange : usualRange, today);
  return { preset: isOfDashboard ? usual : null, range: { from, to } };
}

const isLanguage = (code: string | undefined): code is string =>
  code === allLanguages || (languageCodes as readonly string[]).includes(code ?? '');
const isResultObject = (name: string | undefined): name is ResultObject =>
  (resultObjects as readonly string[]).includes(name ?? '');

const asksForWrongDays = (address: Address, today: string): boolean =>
  (['range', 'startDate', 'endDate'] as const).some((name) => (address[name] ?? '') !== '') &&
  daysIn(address, today).range === null;

/** The address wins over cookies, cookies over defaults. */
function choiceOf(address: Address, kept: Address, usual: UsualDays, today: string): StatisticsChoice {
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

const keptChoice = (): Address =>
  Object.fromEntries(choiceNames.map((name) => [name, readCookie(name) ?? '']).filter(([, value]) => value !== ''));

interface ChoiceChange {
  readonly preset?: string;
  readonly range?: DateRange;
  readonly language?: string;
  readonly resultObject?: ResultObject;
}

function changesOf({ preset, range, language, resultObject }: ChoiceChange): Partial<Record<ChoiceName, string>> {
  return {
    ...(range && { range: '', startDate: range.from, endDate: range.to }),
    ...(preset !== undefined && { range: preset, startDate: '', endDate: '' }),
    ...(language !== undefined && { statsLang: language === '' ? allLanguages : language }),
    ...(resultObject !== undefined && { statsResultObject: resultObject }),
  };
}

/** Complete, so that links show others the same. */
const addressOf = ({ preset, range, language, resultObject }: StatisticsChoice) =>
  changesOf({ ...(preset === null ? { range } : { preset }), language, resultObject });

/** Preset days are stored too, because they change daily. */
function keepChoice(chosen: ChoiceChange, today: string): void {
  const { from = '', to = '' } = (chosen.preset === undefined ? undefined : presetDays(chosen.preset, today)) ?? {};
  const days = chosen.preset === undefined ? {} : { startDate: from, endDate: to };
  for (const [name, value] of Object.entries({ ...changesOf(chosen), ...days })) writeCookie(name, value);
}

interface StatisticsScreen {
  /** Default days. */
  readonly usual?: UsualDays;
  /** Fixed for the screen. */
  readonly resultObject?: ResultObject;
  /** Events have no language and result type. */
  readonly isOfEvents?: boolean;
  readonly isComparedAtFirst?: boolean;
}

const askWhileFillingMs = 2_000;

export type StatisticsContext = OutputOf<typeof readStatisticsContext>;

export interface Statistics extends StatisticsChoice {
  readonly filter: StatisticsFilter;
  readonly today: string;
  /** The address asked for invalid days. */
  readonly areDaysWrong: boolean;
  readonly isOfEvents: boolean;
  readonly hasResultObject: boolean;
  readonly isCompared: boolean;
  /** Null for a range of today alone. */
  readonly compared: ReturnType<typeof comparedDays>;
  /** The days before, if they were tracked. */
  readonly isComparable: boolean;
  readonly setCompared: (isCompared: boolean) => void;
  readonly choose: (chosen: ChoiceChange) => void;
  /** Undefined while loading. */
  readonly context: StatisticsContext | undefined;
  /** With the same days. */
  readonly to: (path: ScreenPath, address?: Address) => LinkTarget;
}

export function trackedSince(
  { resultObject, isOfEvents }: Pick<Statistics, 'resultObject' | 'isOfEvents'>,
  { tracked_since: since }: StatisticsContext,
): string | null {
  if (isOfEvents) return since.events;
  if (resultObject !== 'all') return since[resultObject];
  const days = [since.search, since.autocomplete].filter((day) => day !== null);
  return days.toSorted()[0] ?? null;
}

const firstDayOf = ({ tracked_since: since }: StatisticsContext): string | undefined =>
  Object.values(since)
    .filter((day) => day !== null)
    .toSorted()[0];

export function useStatistics({
  usual = 'toYesterday',
  resultObject,
  isOfEvents = false,
  isComparedAtFirst = true,
}: StatisticsScreen = {}): Statistics {
  const [address, change] = useAddress();
  const today = todayIn(useProjectTimeZone());
  // The address changes a moment later.
  const [areDaysWrong, setDaysWrong] = useState(() => asksForWrongDays(address, today));
  const said = choiceOf(address, keptChoice(), usual, today);
  const whole = addressOf(said);
  const isWhole = choiceNames.every((name) => (address[name] ?? '') === whole[name]);
  // Screens that are opened later show the same days.
  const isFirst = usual === '7-days' && said.preset === usual && daysIn(keptChoice(), today).range === null;
  useEffect(() => {
    if (isFirst) keepChoice({ preset: usual }, today);
    if (!isWhole) change(whole, { isReplacing: true });
  });
  const asked = { start: said.range.from, end: said.range.to };
  const { data: context } = useQuery({
    ...query(readStatisticsContext, asked),
    refetchInterval: ({ state: { data } }) => (data?.is_being_filled === true ? askWhileFillingMs : false),
  });
  const isFirstDay = said.preset !== null && context !== undefined && firstDayOf(context) === today;
  const range = isFirstDay ? { from: today, to: today } : said.range;
  const choice = { ...said, range, resultObject: resultObject ?? said.resultObject };
  const { from: start, to: end } = range;
  const compared = comparedDays({ start, end }, today);
  const since = context && trackedSince({ ...choice, isOfEvents }, context);
  const isComparable = compared !== null && since !== null && (since === undefined || since <= compared.before.start);
  const isWanted = address['compare'] === undefined ? isComparedAtFirst : address['compare'] === 'on';
  return {
    ...choice,
    filter: { start, end, language: choice.language as StatisticsFilter['language'], result_object: choice.resultObject },
    today,
    areDaysWrong,
    isOfEvents,
    hasResultObject: resultObject === undefined && !isOfEvents,
    isCompared: isWanted && isComparable,
    compared,
    isComparable,
    setCompared: (next) => change({ compare: next === isComparedAtFirst ? undefined : next ? 'on' : 'off' }),
    choose: (chosen) => {
      setDaysWrong(false);
      keepChoice(chosen, today);
      change({ ...changesOf(chosen), page: undefined });
    },
    context,
    to: (path, more = {}) => linkTo(path, { ...whole, ...more }),
  };
}

export const moneyText = (value: number, { context }: Pick<Statistics, 'context'>): string =>
  context?.currency ? formats.money(value, context.currency) : formats.number(value);

type Compared<Name extends string> = Readonly<Record<'now' | 'before', Readonly<Record<Name, number | null>>>>;

/** The change of a `Figure`; none without a comparison. */
export const changeOf = <Name extends string>(
  { isCompared }: Pick<Statistics, 'isCompared'>,
  compared: Compared<Name> | null,
  name: Name,
  isBadWhenMore = false,
) => (isCompared && compared ? { change: { now: compared.now[name], before: compared.before[name], isBadWhenMore } } : {});

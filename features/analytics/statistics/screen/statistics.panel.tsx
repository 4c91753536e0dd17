import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { query } from '#ui/calls/queries.ts';
import { todayIn } from '#ui/dates/date-choice.ts';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { type AddressChanges, linkTo, type LinkTarget, useAddress } from '#ui/state/address.ts';
import {
  addressOf,
  asksForWrongDays,
  changesOf,
  choiceNames,
  choiceOf,
  type ChoiceChange,
  keepChoice,
  keptChoice,
  type StatisticsChoice,
  type UsualDays,
} from './choice.tsx';
import {
  comparedDays,
  readStatisticsContext,
  type ResultObject,
  type StatisticsFilter,
} from '#features/analytics/statistics/statistics.contract.ts';

interface StatisticsScreen {
  /** The days it begins with, until the person chooses others on any screen. */
  readonly usual?: UsualDays;
  /** Where the screen is about one of them alone. */
  readonly resultObject?: ResultObject;
  /** What visitors do with items is told without language and kind of search. */
  readonly isOfEvents?: boolean;
  /** Whether it compares until somebody says otherwise. */
  readonly isComparedAtFirst?: boolean;
}

export type StatisticsContext = OutputOf<typeof readStatisticsContext>;

/** What figures of visitors are about, for `StatsFilters`, for calls and for charts. */
export interface Statistics extends StatisticsChoice {
  readonly filter: StatisticsFilter;
  readonly today: string;
  /** The address that the screen was opened by asked for days that can't be shown; others are. */
  readonly areDaysWrong: boolean;
  readonly isOfEvents: boolean;
  readonly hasResultObject: boolean;
  readonly isCompared: boolean;
  /** Null where all of the days are today, which isn't over: there is nothing to compare it with. */
  readonly compared: ReturnType<typeof comparedDays>;
  readonly setCompared: (isCompared: boolean) => void;
  readonly choose: (chosen: ChoiceChange) => void;
  /** Since when there is tracking, in which languages, and what went live; undefined until it is known. */
  readonly context: StatisticsContext | undefined;
  /** A link to another screen of figures, about the same days. */
  readonly to: (path: string, address?: AddressChanges) => LinkTarget;
}

/** The days, the language and the kind of searches that figures are about: kept in the address, and in cookies for the next screen. */
export function useStatistics({
  usual = 'toYesterday',
  resultObject,
  isOfEvents = false,
  isComparedAtFirst = true,
}: StatisticsScreen = {}): Statistics {
  const [address, change] = useAddress();
  const today = todayIn(useProjectTimeZone());
  // The address says other days a moment later.
  const [areDaysWrong, setDaysWrong] = useState(() => asksForWrongDays(address, today));
  const said = choiceOf(address, keptChoice(), usual, today);
  const choice = { ...said, resultObject: resultObject ?? said.resultObject };
  const whole = addressOf(said);
  const isWhole = choiceNames.every((name) => (address[name] ?? '') === whole[name]);
  useEffect(() => {
    if (!isWhole) change(whole, { isReplacing: true });
  });
  const { from: start, to: end } = choice.range;
  const { data: context } = useQuery(query(readStatisticsContext, { start, end }));
  const compared = comparedDays({ start, end }, today);
  const isWanted = address['compare'] === undefined ? isComparedAtFirst : address['compare'] === 'on';
  return {
    ...choice,
    filter: { start, end, language: choice.language as StatisticsFilter['language'], result_object: choice.resultObject },
    today,
    areDaysWrong,
    isOfEvents,
    hasResultObject: resultObject === undefined && !isOfEvents,
    isCompared: isWanted && compared !== null,
    compared,
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

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { query } from '#ui/calls/queries.ts';
import { todayIn } from '#ui/dates/date-choice.ts';
import { useProjectTimeZone } from '#ui/state/rights.ts';
import { type Address, linkTo, type LinkTarget, type ScreenPath, useAddress } from '#ui/state/address.ts';
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
  /** Default days. */
  readonly usual?: UsualDays;
  /** Fixed for the screen. */
  readonly resultObject?: ResultObject;
  /** Events have no language and result type. */
  readonly isOfEvents?: boolean;
  readonly isComparedAtFirst?: boolean;
}

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
  readonly setCompared: (isCompared: boolean) => void;
  readonly choose: (chosen: ChoiceChange) => void;
  /** Undefined while loading. */
  readonly context: StatisticsContext | undefined;
  /** With the same days. */
  readonly to: (path: ScreenPath, address?: Address) => LinkTarget;
}

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

import type * as z from 'zod/mini';
import { addDays, dayOf, startOfDay, countDays } from '#contract/days.ts';
import {
  comparedDays,
  type QueryTotals,
  type ResultObject,
  type StatisticsFilter,
  type StatisticsMark,
  type TurnoverTotals,
  daysAgo,
  usualRange,
  longestFileRows,
  type StatisticsFile,
} from '#features/analytics/statistics/statistics.contract.ts';
import { statisticsStore, type TrackedSince } from './statistics.store.ts';
import { turnoverOf } from '#server/stats/amounts.ts';
import { percentile } from '#server/stats/took-buckets.ts';
import { type Asked, type ComparedRanges, type DayColumn, earliest } from '#server/stats/totals.store.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import type { Translate } from '#server/base/translations.ts';
import type { Endpoint, ObjectSchema, Schema } from '#contract/endpoint.ts';
import type { Page } from '#contract/page.ts';
import { serve } from '#server/app/serve.ts';
import { csvText } from '#server/formats/csv.ts';

/** Both included. */
export interface StatisticsRange {
  readonly start: string;
  readonly end: string;
}

export function rangeOf(
  asked: { readonly start?: string | undefined; readonly end?: string | undefined },
  timeZone: string,
): StatisticsRange {
  const { start, end } = asked;
  if (start !== undefined && end !== undefined) return { start, end };
  const today = dayOf(Date.now(), timeZone);
  return daysAgo(usualRange, today);
}

/** The preceding range of the same length. */
const rangeBefore = ({ start, end }: StatisticsRange): StatisticsRange => ({
  start: addDays(start, -countDays(start, end)),
  end: addDays(start, -1),
});

/** Every row of a list needs the days of the same range. */
const knownDays = new WeakMap<StatisticsRange, readonly string[]>();

export function daysOf(range: StatisticsRange): readonly string[] {
  const known = knownDays.get(range);
  if (known !== undefined) return known;
  const days = Array.from({ length: countDays(range.start, range.end) }, (_, at) => addDays(range.start, at));
  knownDays.set(range, days);
  return days;
}

/** Days before tracking and after today are null, days without events 0. */
export const onEachDay = (
  range: StatisticsRange,
  counts: ReadonlyMap<string, number>,
  { since, today }: { readonly since: string | null; readonly today: string },
): (number | null)[] =>
  daysOf(range).map((day) => (since === null || day < since || day > today ? null : (counts.get(day) ?? 0)));

/** Null if no day was tracked. */
export const sumOver = (values: readonly (number | null)[]): number | null => {
  const tracked = values.filter((value) => value !== null);
  return tracked.length === 0 ? null : tracked.reduce((sum, value) => sum + value, 0);
};

/** If the range has days of which it is known. */
export const ifKnown = (value: number, since: string | null, { end }: StatisticsRange): number | null =>
  since === null || since > end ? null : value;

/** Null unless all days were tracked: for comparisons. */
export const sumOfWhole: typeof sumOver = (values) => (values.includes(null) ? null : sumOver(values));

export type CountedProject = Pick<SelectedProject, 'id' | 'language' | 'timeZone'>;

export interface AskedStatistics extends Asked {
  readonly project: CountedProject;
  readonly trackedSince: TrackedSince;
  /** First tracked day of the chosen result types; null if none. */
  readonly since: string | null;
  readonly previous: StatisticsRange;
  readonly compared: ComparedRanges | null;
  /** In the project's time zone. */
  readonly today: string;
}

interface InRange<Figures> {
  readonly figures: Figures;
  readonly isEstimated?: boolean;
}

/** Figures of the whole range, and of the compared ones. `sum` is null for days that can't be summed or compared. */
export async function inRanges<Figures>(
  { range, compared }: AskedStatistics,
  figuresIn: (days: StatisticsRange, sum: typeof sumOver) => InRange<Figures> | Promise<InRange<Figures>>,
) {
  const all = await figuresIn(range, sumOver);
  const sides = compared && {
    now: compared.now.end === range.end ? all : await figuresIn(compared.now, sumOver),
    before: await figuresIn(compared.before, sumOfWhole),
  };
  return {
    figures: all.figures,
    is_estimated: [all, sides?.now, sides?.before].some((side) => side?.isEstimated),
    compared: sides && { now: sides.now.figures, before: sides.before.figures },
  };
}

const slowShare = 0.95;

export function statistics(app: App) {
  const store = statisticsStore(app.db);

  async function asked(filter: StatisticsFilter, project: CountedProject): Promise<AskedStatistics> {
    const range = rangeOf(filter, project.timeZone);
    const today = dayOf(Date.now(), project.timeZone);
    const trackedSince = await store.trackedSince(project);
    const objects: readonly Exclude<ResultObject, 'all'>[] =
      filter.result_object === 'all' ? ['search', 'autocomplete'] : [filter.result_object];
    return {
      project,
      range,
      trackedSince,
      language: filter.language,
      resultObject: filter.result_object,
      previous: rangeBefore(range),
      compared: comparedDays(range, today),
      since: earliest(objects.map((object) => trackedSince[object])),
      today,
    };
  }

  /** Null for untracked days. */
  const eachDay = (statistic: AskedStatistics, counts: ReadonlyMap<string, number>, range = statistic.range) =>
    onEachDay(range, counts, statistic);

  type Counts = ReadonlyMap<string, number>;

  /** Sums by day to figures. Amounts are in thousandths. */
  async function turnoverOfDays(statistic: AskedStatistics, of: Readonly<Record<'searches' | 'bought' | 'amounts', Counts>>) {
    const { purchases, turnover } = statistic.trackedSince.sold;
    const daily = (range: StatisticsRange, counts: Counts, since: string | null) =>
      eachDay({ ...statistic, since }, counts, range);
    const timelineOf = (days: StatisticsRange) => ({
      data: daily(days, of.amounts, turnover).map((amount) => amount && turnoverOf(amount)),
      x_tooltip: [...daysOf(days)],
    });
    const { figures, compared } = await inRanges(statistic, (days, sum) => {
      const amount = sum(daily(days, of.amounts, turnover));
      const figuresOfDays = {
        purchases: sum(daily(days, of.bought, purchases)),
        sold_searches: sum(daily(days, of.searches, purchases)),
        turnover: amount && turnoverOf(amount),
      };
      return { figures: figuresOfDays };
    });
    return { figures, compared, timeline: timelineOf(statistic.range), previous_timeline: timelineOf(statistic.previous) };
  }

  return {
    store,
    asked,
    eachDay,
    turnoverOfDays,
    async turnover(statistic: AskedStatistics): Promise<TurnoverTotals> {
      const whole = { ...statistic, range: { start: statistic.previous.start, end: statistic.range.end } };
      const { figures, ...rest } = await turnoverOfDays(statistic, {
        searches: await store.byDay(whole, 'search_count'),
        bought: await store.byDay(whole, 'purchase_count'),
        amounts: await store.byDay(whole, 'amount'),
      });
      return { ...figures, ...rest };
    },
    async totals(statistic: AskedStatistics, column: DayColumn): Promise<QueryTotals> {
      const { range, previous } = statistic;
      const counts = await store.byDay({ ...statistic, range: { start: previous.start, end: range.end } }, column);
      const timelineOf = (days: StatisticsRange) => ({ data: eachDay(statistic, counts, days), x_tooltip: [...daysOf(days)] });
      const { figures, compared, is_estimated } = await inRanges(statistic, async (days, sum) => {
        const queries = sum(eachDay(statistic, counts, days));
        const users = queries === null ? null : await store.visitors({ ...statistic, range: days }, column === 'unfound_count');
        return { figures: { queries, unique_users: users?.count ?? null }, isEstimated: users?.isEstimated ?? false };
      });
      return {
        ...figures,
        is_estimated,
        timeline: timelineOf(range),
        previous_timeline: timelineOf(previous),
        compared: compared &&
          statistic.compared && {
            now: { ...statistic.compared.now, ...compared.now },
            before: { ...statistic.compared.before, ...compared.before },
          },
      };
    },
    /** Milliseconds; null without timed searches. */
    async took(asked: Asked): Promise<{ mean: number | null; p95: number | null }> {
      const { sum, count, buckets } = await store.took(asked);
      return { mean: count > 0 ? sum / count : null, p95: percentile(buckets, slowShare) };
    },
    async marks({ project, range }: AskedStatistics): Promise<StatisticsMark[]> {
      const from = startOfDay(range.start, project.timeZone);
      const until = startOfDay(addDays(range.end, 1), project.timeZone);
      const marks = await store.marks(project, { from, until });
      return marks.map((mark) => ({ ...mark, day: dayOf(mark.at, project.timeZone) }));
    },
  };
}
export type Statistics = ReturnType<typeof statistics>;

/** `Turnover (CZK)`, of files. */
export const turnoverTitle = (t: Translate, { currency }: SelectedProject): string =>
  currency === null ? t('Turnover') : t('Turnover ({currency})', { currency });

const rowsAtOnce = 1_000;

interface ServedList<Input, Row, Listed extends Page<Row>> {
  /** Begins the name of the file. */
  readonly name: string;
  readonly list: (input: Input, project: SelectedProject) => Promise<Listed>;
  /** By column title, in the user's language. */
  readonly columns: (t: Translate, project: SelectedProject) => Readonly<Record<string, (row: Row) => string | number | null>>;
}

interface ListCalls<Input extends ObjectSchema, Listed extends Schema> {
  readonly list: Endpoint<Input, Listed, 'analytics'>;
  readonly file: Endpoint<Input, typeof StatisticsFile, 'analytics'>;
}

/** Serves a list of a range of days, and the whole of it as a file. */
export function serveStatisticsList<Input extends ObjectSchema, Listed extends Schema, Row>(
  app: App,
  calls: ListCalls<Input, Listed>,
  { name, list, columns }: ServedList<z.output<Input>, Row, z.output<Listed> & Page<Row>>,
): void {
  serve(app, calls.list, (input, { project }) => list(input, project));

  serve(app, calls.file, async (input, { project, language }) => {
    const rows: Row[] = [];
    for (let page = 1, pages = 1; page <= pages && rows.length < longestFileRows; page += 1) {
      const { items, total_pages: all } = await list({ ...input, page, per_page: rowsAtOnce }, project);
      rows.push(...items);
      pages = all;
    }
    const { start, end } = rangeOf(input as StatisticsFilter, project.timeZone);
    const titled = columns(app.translate(language), project);
    const cells = Object.values(titled);
    return {
      file_name: `${name}-${start}-${end}.csv`,
      csv: csvText(
        Object.keys(titled),
        rows.slice(0, longestFileRows).map((row) => cells.map((cell) => cell(row))),
      ),
    };
  });
}

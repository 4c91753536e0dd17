import { addDays, dayOf, startOfDay } from '#contract/days.ts';
import type { QueryTotals, ResultObject, StatisticsFilter, StatisticsMark } from './statistics.contract.ts';
import {
  daysOf,
  onEachDay,
  rangeBefore,
  rangeOf,
  type StatisticsRange,
  sumOfWhole,
  sumOver,
} from './statistics-range.service.ts';
import { type Asked, type CountColumn, statisticsStore, type TrackedSince } from './statistics.store.ts';
import { percentile } from '#server-kit/took-buckets.ts';
import type { SelectedProject } from '#server-kit/access.ts';
import type { App } from '#server-kit/app.ts';

/** What of a project figures depend on. */
export type CountedProject = Pick<SelectedProject, 'id' | 'language' | 'timeZone'>;

/** What of a project is counted, and since when that was. */
export interface AskedStatistics extends Asked {
  readonly project: CountedProject;
  readonly trackedSince: TrackedSince;
  /** Since when what is asked for was tracked; null where it never was. */
  readonly since: string | null;
  readonly previous: StatisticsRange;
  /** Where the shop is. */
  readonly today: string;
}

const slowShare = 0.95;

const earliest = (days: readonly (string | null)[]): string | null => days.filter((day) => day !== null).toSorted()[0] ?? null;

/** Figures that several screens show. */
export function statistics(app: App) {
  const store = statisticsStore(app.db);

  async function asked(filter: StatisticsFilter, project: CountedProject): Promise<AskedStatistics> {
    const range = rangeOf(filter, project.timeZone);
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
      since: earliest(objects.map((object) => trackedSince[object])),
      today: dayOf(Date.now(), project.timeZone),
    };
  }

  /** Null for each day of a range on which nothing could be counted. */
  const eachDay = (statistic: AskedStatistics, counts: ReadonlyMap<string, number>, range = statistic.range) =>
    onEachDay(range, counts, statistic);

  async function ofRange(statistic: AskedStatistics, range: StatisticsRange, column: CountColumn, sum: typeof sumOver) {
    const data = eachDay(statistic, await store.byDay({ ...statistic, range }, column), range);
    const queries = sum(data);
    const users = queries === null ? null : await store.visitors({ ...statistic, range }, column === 'unfound_count');
    const figures = { queries, unique_users: users?.count ?? null, timeline: { data, x_tooltip: [...daysOf(range)] } };
    return { figures, isEstimated: users?.isEstimated ?? false };
  }

  return {
    store,
    asked,
    eachDay,
    /** How many searches there were, or how many that found nothing, beside the range before. */
    async totals(statistic: AskedStatistics, column: CountColumn): Promise<QueryTotals> {
      const [now, before] = [
        await ofRange(statistic, statistic.range, column, sumOver),
        await ofRange(statistic, statistic.previous, column, sumOfWhole),
      ];
      return {
        ...now.figures,
        is_estimated: now.isEstimated || before.isEstimated,
        previous: { ...statistic.previous, ...before.figures },
      };
    },
    /** How long searches took, in milliseconds; null where none was timed. */
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

import { addDays, countDays, mondayOf } from '#contract/days.ts';
import {
  type JudgedWeeks,
  readSearchQuality,
  type SearchQuality,
  weeksCompared,
  weeksShown,
} from '#features/analytics/search-quality/search-quality.contract.ts';
import { weekJudge } from './judge-weeks.ts';
import { addedSums, estimateOf, verdictOf } from './measure.ts';
import { searchQualityStore, type WeekQuality } from './search-quality.store.ts';
import { visitorsMadeUp } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import { type AskedStatistics, statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

const judgeEveryMilliseconds = 10 * 60 * 1_000;
const daysOfWeek = 7;

interface Known {
  readonly qualities: ReadonlyMap<string, WeekQuality>;
  readonly searches: ReadonlyMap<string, number>;
  readonly unfound: ReadonlyMap<string, number>;
}

export function serveSearchQuality(app: App): void {
  const { asked, store: counts } = statistics(app);
  const store = searchQualityStore(app.db);
  const judge = weekJudge(app);
  app.jobs.repeat('search quality', judgeEveryMilliseconds, (signal) => judge(signal));
  app.events.on(visitorsMadeUp, (project) => judge(undefined, project));

  async function known(statistic: AskedStatistics, mondays: readonly string[]): Promise<Known | null> {
    const [first, last] = [mondays[0], mondays.at(-1)];
    if (first === undefined || last === undefined) return null;
    const range = { start: first, end: addDays(last, daysOfWeek - 1) };
    const inWeeks = (days: ReadonlyMap<string, number>): Map<string, number> => {
      const weeks = new Map<string, number>();
      for (const [day, count] of days) weeks.set(mondayOf(day), (weeks.get(mondayOf(day)) ?? 0) + count);
      return weeks;
    };
    return {
      qualities: await store.byWeek(statistic.project, statistic.language, first, last),
      searches: inWeeks(await counts.byDay({ ...statistic, range }, 'search_count')),
      unfound: inWeeks(await counts.byDay({ ...statistic, range }, 'unfound_count')),
    };
  }

  /** `events`: first day with click tracking. */
  function judged(all: Known, mondays: readonly string[], events: string | null): JudgedWeeks {
    const { qualities, searches, unfound } = all;
    const [first, last] = [mondays[0]!, addDays(mondays.at(-1)!, daysOfWeek - 1)];
    const sum = (of: ReadonlyMap<string, number>): number => mondays.reduce((total, monday) => total + (of.get(monday) ?? 0), 0);
    const ofWeeks = mondays.flatMap((monday) => qualities.get(monday) ?? []);
    const sums = sumsOf(all, mondays);
    const estimate = estimateOf(sums, mondays.length);
    const areClicksTracked = events !== null && events <= last && ofWeeks.length > 0;
    const searchCount = sum(searches);
    return {
      start: first,
      end: last,
      ndcg: estimate?.mean ?? null,
      ndcg_low: estimate?.low ?? null,
      ndcg_high: estimate?.high ?? null,
      no_result_rate: searchCount > 0 ? sum(unfound) / searchCount : null,
      clicked_searches: areClicksTracked ? ofWeeks.reduce((total, { clickedCount }) => total + clickedCount, 0) : null,
      judged_queries: areClicksTracked ? sums.queries : null,
    };
  }

  /** `events`: first day with click tracking. */
  function compared(all: Known, mondays: readonly string[], events: string): Omit<SearchQuality, 'weeks'> {
    const newest = [...all.qualities.keys()].toSorted().at(-1) ?? '';
    const clicked = mondays.filter((monday) => monday >= mondayOf(events) && monday <= newest);
    const count = Math.min(weeksCompared, Math.floor(clicked.length / 2));
    if (count === 0) return { verdict: 'tooFew', ...notCompared };
    const [before, now] = [clicked.slice(-2 * count, -count), clicked.slice(-count)];
    return {
      verdict: verdictOf(sumsOf(all, now), sumsOf(all, before), count),
      now: judged(all, now, events),
      before: judged(all, before, events),
      compared_weeks: count,
    };
  }

  serve(app, readSearchQuality, async (filter, { project }): Promise<SearchQuality> => {
    const statistic = await asked({ ...filter, result_object: 'search' }, project);
    const { events } = statistic.trackedSince;
    const mondays = mondaysOf(statistic);
    const all = await known(statistic, mondays);
    const weeks = all === null ? [] : mondays.map((monday) => judged(all, [monday], events));
    if (events === null) return { verdict: 'untracked', weeks, ...notCompared };
    return all === null ? { verdict: 'tooFew', weeks, ...notCompared } : { ...compared(all, mondays, events), weeks };
  });
}

const notCompared = { now: null, before: null, compared_weeks: 0 };

const sumsOf = ({ qualities }: Known, mondays: readonly string[]) =>
  addedSums(mondays.flatMap((monday) => qualities.get(monday)?.sums ?? []));

function mondaysOf({ range, since, today }: AskedStatistics): string[] {
  if (since === null) return [];
  const end = range.end < today ? range.end : addDays(today, -1);
  const next = mondayOf(addDays(end, 1));
  const least = addDays(next, -weeksShown * daysOfWeek);
  const begins = mondayOf(addDays(range.start, daysOfWeek - 1));
  const first = [begins < least ? begins : least, mondayOf(since)].toSorted().at(-1)!;
  const count = Math.max(0, (countDays(first, next) - 1) / daysOfWeek);
  return Array.from({ length: count }, (_, at) => addDays(first, at * daysOfWeek));
}

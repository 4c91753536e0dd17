import { addDays, dayOf, momentOf, mondayOf } from '#contract/days.ts';
import { releasesIn } from '#features/analytics/impact/server/impact.service.ts';
import { weekQuality } from '#features/analytics/search-quality/server/search-quality.store.ts';
import { queriesInState } from '#features/analytics/fix-problem/server/proposals.service.ts';
import { masks } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { madeUpVisitorStore } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import {
  type StatisticsRange,
  sumOfWhole,
  sumOver,
  type AskedStatistics,
  type CountedProject,
  statistics,
} from '#features/analytics/statistics/server/statistics.service.ts';
import { turnoverOf } from '#server/stats/amounts.ts';
import type { DayColumn } from '#server/stats/totals.store.ts';
import { topQueryCount } from '#features/analytics/statistics/statistics.contract.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import type { App } from '#server/app/app.ts';
import { type Compared, sentAtMinute, type WeekFigures } from '#features/analytics/weekly-report/weekly-report.contract.ts';

/** The newest Monday on which reports are due. */
export function dueMonday(now: number, timeZone: string): string {
  const monday = mondayOf(dayOf(now, timeZone));
  return now < momentOf(monday, sentAtMinute, timeZone) ? addDays(monday, -7) : monday;
}

/** Both days included. */
export const weekBefore = (monday: string) => ({ start: addDays(monday, -7), end: addDays(monday, -1) });

const listedToFix = 3;
/** Minimum searches of a rising query. */
const leastRising = 5;
/** Candidates for rising queries. */
const lookedThrough = 50;

/** Null without searches, or before tracking. */
export function weekFigures(app: App) {
  const { asked, eachDay, store } = statistics(app);
  const terms = termStore(app.db);
  const madeUp = madeUpVisitorStore(app.db);
  const quality = weekQuality(app.db);

  const list = (statistic: AskedStatistics, wanted: Partial<Parameters<typeof terms.page>[1]> = {}) =>
    terms.page(statistic, { limit: topQueryCount, compared: statistic.compared, ...wanted }).then(({ rows }) => rows);

  async function compared(statistic: AskedStatistics, column: DayColumn): Promise<Compared> {
    const days = async (range: StatisticsRange) => eachDay(statistic, await store.byDay({ ...statistic, range }, column), range);
    return { now: sumOver(await days(statistic.range)) ?? 0, before: sumOfWhole(await days(statistic.previous)) };
  }

  /** Click tracking may start later than search tracking. */
  async function clicked(statistic: AskedStatistics): Promise<Compared | null> {
    const { events } = statistic.trackedSince;
    if (events === null || events > statistic.range.end) return null;
    return compared({ ...statistic, since: events }, 'click_count');
  }

  async function turnover(statistic: AskedStatistics): Promise<Compared | null> {
    const since = statistic.trackedSince.sold.turnover;
    if (since === null || since > statistic.range.end) return null;
    const { now, before } = await compared({ ...statistic, since }, 'amount');
    return { now: turnoverOf(now), before: before && turnoverOf(before) };
  }

  async function order(project: CountedProject, { start }: ReturnType<typeof weekBefore>): Promise<Compared | null> {
    const now = await quality(project, start);
    return now === null ? null : { now, before: await quality(project, weekBefore(start).start) };
  }

  /** By affected visitors. */
  async function toFix(statistic: AskedStatistics, areClicksTracked: boolean) {
    const unfound = await list(statistic, await queriesInState(app, statistic, 'open'));
    const unclicked = areClicksTracked ? await list(statistic, { only: 'without_clicks', without: masks }) : [];
    const all: WeekFigures['to_fix'] = [
      ...unfound.map(({ term: query, count }) => ({ query, count, why: 'found nothing' as const })),
      ...unclicked
        .filter(({ unfoundCount }) => unfoundCount === 0)
        .map(({ term: query, count }) => ({ query, count, why: 'not clicked' as const })),
    ];
    return all.toSorted((one, other) => other.count - one.count).slice(0, listedToFix);
  }

  return async (project: CountedProject, monday: string): Promise<WeekFigures | null> => {
    const week = weekBefore(monday);
    const statistic = await asked({ ...week, language: '', result_object: 'search' }, project);
    const searches = await compared(statistic, 'search_count');
    if (searches.now === 0) return null;
    const clicks = await clicked(statistic);
    const isCompared = searches.before !== null;
    const grown = isCompared ? await list(statistic, { only: 'growing', sort: 'change', limit: lookedThrough }) : [];
    const releases = await releasesIn(app, project, week);
    const ofTerm = ({ term: query, count }: { readonly term: string; readonly count: number }) => ({ query, count });
    return {
      ...week,
      searches,
      without_results: await compared(statistic, 'unfound_count'),
      clicked: clicks,
      turnover: await turnover(statistic),
      order: await order(project, week),
      to_fix: await toFix(statistic, clicks !== null),
      top: (await list(statistic)).map(ofTerm),
      rising: grown
        .filter(({ count }) => count >= leastRising)
        .slice(0, topQueryCount)
        .map((row) => ({ ...ofTerm(row), previous_count: row.previousCount })),
      unfound: (await list(statistic, { counted: 'unfound_count' })).map(ofTerm),
      releases: releases.slice(0, topQueryCount).map(({ number, createdAt: at, userName: by, counts }) => ({
        number,
        at,
        by,
        change_count: Object.values(counts).reduce((sum, ofSource) => sum + changesIn(ofSource ?? {}), 0),
      })),
      release_count: releases.length,
      are_visitors_made_up: (await madeUp.stateOf(project)).areMadeUp,
    };
  };
}

const changesIn = (ofSource: Readonly<Partial<Record<string, number>>>): number =>
  Object.values(ofSource).reduce<number>((sum, count) => sum + (count ?? 0), 0);

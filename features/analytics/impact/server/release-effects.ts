import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, countDays, dayOf } from '#contract/days.ts';
import { effectOn, turnoverOn } from '#features/analytics/impact/effect.contract.ts';
import { type Impact, queriesAtOnce, type ReleaseEffect } from '#features/analytics/impact/impact.contract.ts';
import { statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import type { App } from '#server/app/app.ts';
import type { PastRelease } from '#server/rules/releases/history.store.ts';
import { impactDays, impactOf, longestSideDays, releasesIn, touchedQueries, weekDays } from './impact.service.ts';
import { releaseEffectStore } from './release-effects.store.ts';

type Project = Awaited<ReturnType<ReturnType<typeof releaseEffectStore>['projects']>>[number];

/** Leaves the processor to shops between batches of queries. */
const restMilliseconds = 100;

/** The first day on which a release can be measured: both the days after it and its own are over. */
export const dueDay = (release: Pick<PastRelease, 'createdAt'>, timeZone: string): string =>
  addDays(dayOf(release.createdAt, timeZone), weekDays + 1);

/** Whole weeks are compared, so at most one measurement a week. Other servers may measure the same. */
export function effectMeasurer(app: App) {
  const store = releaseEffectStore(app.db);
  const figures = statistics(app);
  const impact = impactOf(app);
  const { history } = app.releases;

  async function dueReleases(project: Project): Promise<{ release: PastRelease; days: number }[]> {
    const { search: since } = await figures.store.trackedSince(project);
    if (since === null) return [];
    const today = dayOf(Date.now(), project.timeZone);
    const range = { start: addDays(today, -longestSideDays - weekDays), end: addDays(today, -weekDays - 1) };
    const recent = (await releasesIn(app, project, range)).filter(({ number, isKept }) => number > 1 && isKept);
    const known = await store.of(
      project,
      recent.map(({ number }) => number),
    );
    return recent.flatMap((release) => {
      const sides = impactDays(dayOf(release.createdAt, project.timeZone), { since, today });
      const days = sides === null ? 0 : countDays(sides.after.start, sides.after.end);
      return days >= weekDays && days > (known.get(release.number)?.days ?? 0) ? [{ release, days }] : [];
    });
  }

  async function touchedBy(project: Project, number: number, queries: readonly string[], signal: AbortSignal) {
    const touched = new Set<string>();
    const sides = { before: { from: number - 1 }, after: { from: number } };
    for (let at = 0; at < queries.length && !signal.aborted; at += queriesAtOnce) {
      for (const query of await touchedQueries(app, project, queries.slice(at, at + queriesAtOnce), sides)) touched.add(query);
      await sleep(restMilliseconds, undefined, { signal }).catch(() => undefined);
    }
    return touched;
  }

  async function measure(project: Project, { release, days }: { release: PastRelease; days: number }, signal: AbortSignal) {
    if ((await history.isKept(project, release.number - 1)) !== true) return;
    const { changes } = (await history.find(project, release.number)) ?? { changes: [] };
    const found = await impact(project, release, { rows: changes.flatMap(({ before, after }) => [before, after]) });
    const queries = found.queries.map(({ query }) => query);
    const touched = await touchedBy(project, release.number, queries, signal);
    const effect = effectOf(found, touched);
    if (effect !== null && !signal.aborted) await store.keep(project, release.number, days, effect);
  }

  return async (signal: AbortSignal): Promise<void> => {
    for (const project of await store.projects())
      try {
        for (const due of await dueReleases(project)) {
          if (signal.aborted) return;
          await measure(project, due, signal);
        }
      } catch (error) {
        // Others go on; this one is retried.
        app.http.log.error({ err: error, project: project.id }, 'The releases of a project could not be measured');
      }
  };
}

function effectOf(impact: Impact, touched: ReadonlySet<string>): ReleaseEffect | null {
  const { before, after, queries, other_releases: others } = impact;
  if (before === null || after === null) return null;
  const own = queries.filter(({ query }) => touched.has(query));
  return {
    before,
    after,
    compared: queries.length,
    touched: own.length,
    unfound: effectOn(own, 'unfound'),
    clicked: impact.has_clicks ? effectOn(own, 'clicked') : null,
    bought: impact.has_purchases ? effectOn(own, 'bought') : null,
    turnover: impact.has_purchases ? turnoverOn(own) : null,
    other_releases: others.length,
  };
}

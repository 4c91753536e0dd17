import {
  findTouchedByRelease,
  findTouchedByRule,
  type Impact,
  readQueryImpact,
  readReleaseEffects,
  readReleaseImpact,
  readRuleImpact,
} from '#features/analytics/impact/impact.contract.ts';
import { dueDay, effectMeasurer } from './release-effects.ts';
import { releaseEffectStore } from './release-effects.store.ts';
import { impactOf, releasesIn, withoutImpact, touchedQueries, weekDays } from './impact.service.ts';
import { rangeOf, statistics, type StatisticsRange } from '#features/analytics/statistics/server/statistics.service.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import { addDays, dayOf } from '#contract/days.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

const measureEveryMilliseconds = 60 * 60 * 1_000;

export function serveImpact(app: App): void {
  const { releases } = app;
  const effects = releaseEffectStore(app.db);
  app.jobs.repeat('release effects', measureEveryMilliseconds, effectMeasurer(app));
  const impact = impactOf(app);
  const ofQuery = queryImpact(app);

  serve(app, readReleaseImpact, async ({ number }, { project }) => {
    const release = foundIn(await releases.history.find(project, number), 'release');
    const isBeforeKept = number === 1 ? null : await releases.history.isKept(project, number - 1);
    if (isBeforeKept === null) return withoutImpact('first', release);
    if (!isBeforeKept || !release.isKept) return withoutImpact('gone', release);
    return impact(project, release, { rows: release.changes.flatMap(({ before, after }) => [before, after]) });
  });

  serve(app, readReleaseEffects, async ({ numbers }, { project }) => {
    const known = await effects.of(project, numbers);
    const { search: since } = await statistics(app).store.trackedSince(project);
    const measurable = await releases.history.among(project, numbers);
    return {
      currency: project.currency,
      releases: measurable.flatMap((release) => {
        const { number, createdAt } = release;
        const isTracked = since !== null && addDays(since, weekDays) <= dayOf(createdAt, project.timeZone);
        const effect = known.get(number)?.effect ?? null;
        if (effect === null && (number === 1 || !isTracked || !release.isKept || release.reason === 'import')) return [];
        return { number, effect, due: dueDay(release, project.timeZone) };
      }),
    };
  });

  serve(app, findTouchedByRelease, ({ number, queries }, { project }) =>
    touchedQueries(app, project, queries, { before: { from: number - 1 }, after: { from: number } }),
  );

  serve(app, readQueryImpact, async ({ q, ...filter }, { project }) => ({
    impact: await ofQuery(project, normaliseQuery(q).trim(), rangeOf(filter, project.timeZone)),
  }));

  serve(app, readRuleImpact, async (key, { project }) => {
    const live = await releases.liveRow(project, key);
    if (live === null && !(await releases.isSaved(project, key))) throw fail('notFound', { name: 'record' });
    if (!live?.isActing) return withoutImpact('off');
    return impact(project, foundIn(await releases.history.find(project, live.since), 'release'), { rows: [live.row] });
  });

  serve(app, findTouchedByRule, async ({ queries, ...key }, { project }) => {
    const { row } = foundIn(await releases.liveRow(project, key), 'record');
    return touchedQueries(app, project, queries, {
      before: { without: [key] },
      after: {},
      collectionId: row.collection_id,
    });
  });
}

/** Each is searched with and without. */
const testedReleases = 5;

function queryImpact(app: App) {
  const impact = impactOf(app);
  const { history } = app.releases;

  return async (project: SelectedProject, query: string, range: StatisticsRange): Promise<Impact | null> => {
    if (isMasked(query)) return null;
    for (const release of (await releasesIn(app, project, range)).slice(0, testedReleases)) {
      const { number, isKept } = release;
      if (!isKept || (await history.isKept(project, number - 1)) !== true) continue;
      const found = await impact(project, release, { query });
      if (found.queries.length === 0) continue;
      const sides = { before: { from: number - 1 }, after: { from: number } };
      if ((await touchedQueries(app, project, [query], sides)).length > 0) return found;
    }
    return null;
  };
}

import {
  findTouchedByRelease,
  findTouchedByRule,
  type Impact,
  readQueryImpact,
  readReleaseImpact,
  readRuleImpact,
} from '#features/analytics/impact/impact.contract.ts';
import { impactOf, releasesIn, withoutImpact, touchedQueries } from './impact.service.ts';
import { rangeOf, type StatisticsRange } from '#features/analytics/statistics/server/statistics.service.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import { serve } from '#server/app/serve.ts';

export function serveImpact(app: App): void {
  const { releases } = app;
  const impact = impactOf(app);
  const ofQuery = queryImpact(app);

  serve(app, readReleaseImpact, async ({ number }, { project }) => {
    const release = foundIn(await releases.history.find(project, number), 'release');
    const isBeforeKept = number === 1 ? null : await releases.history.isKept(project, number - 1);
    if (isBeforeKept === null) return withoutImpact('first', release);
    if (!isBeforeKept || !release.isKept) return withoutImpact('gone', release);
    return impact(project, release, { rows: release.changes.flatMap(({ before, after }) => [before, after]) });
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

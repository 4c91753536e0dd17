import { addDays, startOfDay } from '#contract/days.ts';
import { maximumPageSize } from '#contract/page.ts';
import type { Impact } from '#features/analytics/impact/impact.contract.ts';
import { impactOf } from './impact.service.ts';
import { touchedQueries } from './touched-queries.service.ts';
import type { StatisticsRange } from '#features/analytics/statistics/server/statistics-range.service.ts';
import { isMasked } from '#features/front-api/searched-terms/masked-queries.contract.ts';
import type { SelectedProject } from '#server/access.ts';
import type { App } from '#server/app.ts';

/** Each is searched with and without. */
const triedReleases = 5;

export function queryImpact(app: App) {
  const impact = impactOf(app);
  const { history } = app.releases;

  return async (project: SelectedProject, query: string, { start, end }: StatisticsRange): Promise<Impact | null> => {
    if (isMasked(query)) return null;
    const { items } = await history.list(project, {
      from: startOfDay(start, project.timeZone),
      until: startOfDay(addDays(end, 1), project.timeZone),
      page: 1,
      per_page: maximumPageSize,
      order: 'desc',
    });
    for (const release of items.filter(({ reason }) => reason !== 'import').slice(0, triedReleases)) {
      const { number, isKept } = release;
      if (!isKept || (await history.isKept(project, number - 1)) !== true) continue;
      const told = await impact(project, release, { query });
      if (told.queries.length === 0) continue;
      const sides = { before: { from: number - 1 }, after: { from: number } };
      if ((await touchedQueries(app, project, [query], sides)).length > 0) return told;
    }
    return null;
  };
}

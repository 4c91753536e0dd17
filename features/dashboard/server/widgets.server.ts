import { readTotalQueries, readTotalQueriesWithoutResults } from '#features/dashboard/widgets.contract.ts';
import { statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

export function serveWidgets(app: App): void {
  const { asked, totals } = statistics(app);
  serve(app, readTotalQueries, async (filter, { project }) => totals(await asked(filter, project), 'search_count'));
  serve(app, readTotalQueriesWithoutResults, async (filter, { project }) =>
    totals(await asked(filter, project), 'unfound_count'),
  );
}

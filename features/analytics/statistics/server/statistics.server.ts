import { readItemFigures, readStatisticsContext } from '#features/analytics/statistics/statistics.contract.ts';
import { itemFigures } from './item-figures.service.ts';
import { statistics } from './statistics.service.ts';
import { madeUpVisitorStore } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

export function serveStatistics(app: App): void {
  const { asked, marks, store } = statistics(app);
  const figuresOf = itemFigures(app);
  const madeUp = madeUpVisitorStore(app.db);
  serve(app, readStatisticsContext, async (filter, { project }) => {
    const statistic = await asked(filter, project);
    const { sold, ...trackedSince } = statistic.trackedSince;
    const { feedUrl, areMadeUp, isFilling } = await madeUp.stateOf(project);
    return {
      ...statistic.range,
      tracked_since: trackedSince,
      sold_since: sold,
      currency: project.currency,
      languages: await store.languages(project),
      marks: await marks(statistic),
      are_visitors_made_up: feedUrl === null ? null : areMadeUp,
      is_being_filled: isFilling,
    };
  });

  serve(app, readItemFigures, (asked, { project }) => figuresOf(project, asked));
}

import { dayOf } from '#contract/days.ts';
import { normaliseQuery } from '#engine/query/query-draft.ts';
import {
  clickedItemsDays,
  daysAgo,
  readClickedItems,
  readStatisticsContext,
} from '#features/analytics/statistics/statistics.contract.ts';
import { clickStore } from './clicks.store.ts';
import { statistics } from './statistics.service.ts';
import { madeUpVisitorStore } from '#features/analytics/made-up-visitors/server/made-up-visitors.store.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';

const countedItems = 100;

export function serveStatistics(app: App): void {
  const { asked, marks, store } = statistics(app);
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

  serve(app, readClickedItems, async ({ q }, { project }) => {
    const days = daysAgo({ firstDaysAgo: clickedItemsDays - 1, lastDaysAgo: 0 }, dayOf(Date.now(), project.timeZone));
    const statistic = await asked({ ...days, language: '', result_object: 'search' }, project);
    const { items } = await clickStore(app.db).itemsOf(statistic, normaliseQuery(q).trim(), countedItems);
    return items.map(({ item_id, clicks, purchases }) => ({ item_id, clicks, purchases }));
  });
}

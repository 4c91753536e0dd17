import type * as z from 'zod/mini';
import { toPage } from '#contract/page.ts';
import { itemStatisticsStore } from '#features/analytics/statistics/server/items.store.ts';
import { trendingItem } from './trending-item.service.ts';
import {
  exportTrendingItems,
  listTrendingItems,
  readTrendingItem,
} from '#features/analytics/trending-items/trending-items.contract.ts';
import { catalogueItems } from './catalogue-items.ts';
import { soldOutItems } from './sold-out-items.ts';
import { statisticsFile } from '#features/analytics/statistics/server/statistics-file.service.ts';
import { statistics } from '#features/analytics/statistics/server/statistics.service.ts';
import type { SelectedProject } from '#server-kit/access.ts';
import type { App } from '#server-kit/app.ts';
import { serve } from '#server-kit/serve.ts';

type Asked = z.output<(typeof listTrendingItems)['input']>;

export function serveTrendingItems(app: App): void {
  const figures = statistics(app);
  const items = itemStatisticsStore(app.db);
  const detail = trendingItem(app);

  async function list({ search, sort, order, page, per_page, only, ...filter }: Asked, project: SelectedProject) {
    const soldOut = soldOutItems(app, project);
    const statistic = await figures.asked(filter, project);
    const { rows, totalCount } = await items.page(statistic, {
      search,
      sort,
      order,
      compared: statistic.compared,
      ...(only === 'out_of_stock' && { among: soldOut.of }),
      limit: per_page,
      offset: (page - 1) * per_page,
    });
    const known = await catalogueItems(app, project, rows);
    const { events } = statistic.trackedSince;
    const { compared } = statistic;
    const isCompared = compared !== null && events !== null && events <= compared.before.start;
    const listed = rows.map(({ itemId, collectionId, comparedClicks, previousClicks, ...counts }) => ({
      ...known(collectionId, itemId),
      collection_id: collectionId,
      ...counts,
      compared_clicks: isCompared ? comparedClicks : null,
      previous_clicks: isCompared ? previousClicks : null,
    }));
    return { ...toPage(listed, totalCount, per_page), is_stock_known: await soldOut.areKnown() };
  }

  serve(app, listTrendingItems, (input, { project }) => list(input, project));

  serve(app, exportTrendingItems, (input, { project, language }) => {
    const t = app.translate(language);
    return statisticsFile({
      name: 'trending-items',
      project,
      input,
      list: (asked) => list(asked, project),
      columns: {
        [t('Id of an item')]: ({ item }) => item.id,
        [t('Item')]: ({ item }) => (typeof item['name'] === 'string' ? item['name'] : null),
        [t('Shown')]: ({ shown }) => shown,
        [t('Clicks')]: ({ clicks }) => clicks,
        [t('Added to cart')]: ({ carts }) => carts,
        [t('Purchases')]: ({ purchases }) => purchases,
        [t('Clicks without today')]: ({ compared_clicks: compared }) => compared,
        [t('Clicks in the period before')]: ({ previous_clicks: before }) => before,
      },
    });
  });

  serve(app, readTrendingItem, async ({ id, c, counted, ...filter }, { project }) =>
    detail(await figures.asked(filter, project), { itemId: id, collectionId: c }, counted),
  );
}

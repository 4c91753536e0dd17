import type * as z from 'zod/mini';
import { toPage } from '#contract/page.ts';
import { itemStatisticsStore } from '#features/analytics/statistics/server/items.store.ts';
import { trendingItem, catalogueItems } from './trending-item.service.ts';
import {
  exportTrendingItems,
  listedCategories,
  listTrendingItems,
  readCategoryTurnover,
  readTrendingItem,
} from '#features/analytics/trending-items/trending-items.contract.ts';
import type { Item } from '#contract/item.ts';
import {
  ifKnown,
  onEachDay,
  serveStatisticsList,
  statistics,
  type StatisticsRange,
  turnoverTitle,
} from '#features/analytics/statistics/server/statistics.service.ts';
import { amountOf, turnoverOf } from '#server/stats/amounts.ts';
import type { SelectedProject } from '#server/app/shop-access.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import type { Filter } from '#engine/plan.ts';
import { inSession } from '#engine/port.ts';
import { type ProjectScope, searchText } from '#server/db/row-scope.ts';
import { engineCollection, unlessSearchDown } from '#server/search/project-search.ts';

const stockField = 'availability';
const soldOut: readonly Filter[] = [{ field: stockField, anyOf: ['out_of_stock'] }];
const itemsAtOnce = 5_000;

function soldOutItems(app: App, project: ProjectScope) {
  /** False for deleted collections. */
  async function isStockKnown(collectionId: number): Promise<boolean> {
    if ((await app.releases.live(project)).relevance[collectionId] === undefined) return false;
    const layout = await inSession(app.engine, engineCollection(collectionId), async (session) => session.layout);
    return layout?.fields.some(({ name, facet }) => name === stockField && facet) ?? false;
  }

  return {
    /** False while search is down. */
    async areKnown(): Promise<boolean> {
      const collections = Object.keys((await app.releases.live(project)).relevance).map(Number);
      const known = await unlessSearchDown(Promise.all(collections.map(isStockKnown)));
      return known?.includes(true) ?? false;
    },

    /** Throws `SearchDownError`. */
    async of(collectionId: number): Promise<readonly string[]> {
      if (!(await isStockKnown(collectionId))) return [];
      const ids: string[] = [];
      for (let totalCount = Infinity; ids.length < totalCount;) {
        const asked = { from: ids.length, size: itemsAtOnce, filters: soldOut, sort: [] };
        const page = await app.engine.documents(engineCollection(collectionId), asked);
        ids.push(...page.items.map(({ id }) => id));
        totalCount = page.items.length === 0 ? ids.length : page.totalCount;
      }
      return ids;
    },
  };
}

/** Items with the most turnover, which categories are summed from. */
const summedItems = 2_000;

type Asked = z.output<(typeof listTrendingItems)['input']>;

export function serveTrendingItems(app: App): void {
  const figures = statistics(app);
  const items = itemStatisticsStore(app.db);
  const detail = trendingItem(app);

  /** Ids of items whose id, name or brand has a text in it. */
  async function named(project: SelectedProject, collectionId: number, ids: readonly string[], text: string) {
    const wanted = searchText([text]);
    const fieldsOf = ({ id, fields }: Item) => ({ id, texts: [id, ...[fields['name'], fields['brand']].flat()] });
    const known = await catalogueItems(
      app,
      project,
      ids.map((itemId) => ({ collectionId, itemId })),
      fieldsOf,
    );
    return ids.filter((id) => {
      const { texts = [id] } = known(collectionId, id).item as { readonly texts?: readonly unknown[] };
      return searchText(texts.filter((one) => typeof one === 'string')).includes(wanted);
    });
  }

  async function list({ search, sort, order, page, per_page, only, ...filter }: Asked, project: SelectedProject) {
    const soldOut = soldOutItems(app, project);
    const statistic = await figures.asked(filter, project);
    const { rows, totalCount } = await items.page(statistic, {
      matching: search === '' ? undefined : (collectionId, ids) => named(project, collectionId, ids, search),
      sort,
      order,
      compared: statistic.compared,
      among: only === 'out_of_stock' ? soldOut.of : undefined,
      limit: per_page,
      offset: (page - 1) * per_page,
    });
    const known = await catalogueItems(app, project, rows);
    const { events } = statistic.trackedSince;
    const { compared } = statistic;
    const isCompared = compared !== null && events !== null && events <= compared.before.start;
    const start = isCompared ? compared.before.start : statistic.range.start;
    const whole = { ...statistic, range: { start, end: statistic.range.end } };
    const clicks = new Map<number, ReadonlyMap<string, ReadonlyMap<string, number>>>();
    for (const [collectionId, some] of Map.groupBy(rows, (row) => row.collectionId)) {
      const ids = some.map(({ itemId }) => itemId);
      clicks.set(collectionId, await items.clicksByDay(whole, collectionId, ids));
    }
    const tracked = { since: events, today: statistic.today };
    const eachDay = (range: StatisticsRange, collectionId: number, itemId: string) =>
      onEachDay(range, clicks.get(collectionId)?.get(itemId) ?? new Map<string, number>(), tracked);
    const listed = rows.map(({ itemId, collectionId, comparedClicks, previousClicks, ...counts }) => ({
      ...known(collectionId, itemId),
      collection_id: collectionId,
      ...counts,
      turnover: ifKnown(counts.turnover, statistic.trackedSince.sold.sales, statistic.range),
      compared_clicks: isCompared ? comparedClicks : null,
      previous_clicks: isCompared ? previousClicks : null,
      days: eachDay(statistic.range, collectionId, itemId),
      previous_days: isCompared ? eachDay(compared.before, collectionId, itemId) : null,
    }));
    return { ...toPage(listed, totalCount, per_page), is_stock_known: await soldOut.areKnown() };
  }

  serveStatisticsList(
    app,
    { list: listTrendingItems, file: exportTrendingItems },
    {
      name: 'trending-items',
      list,
      columns: (t, project) => ({
        [t('id')]: ({ item }) => item.id,
        [t('Item')]: ({ item }) => (typeof item['name'] === 'string' ? item['name'] : null),
        [t('Shown')]: ({ shown }) => shown,
        [t('Clicks')]: ({ clicks }) => clicks,
        [t('Added to cart')]: ({ carts }) => carts,
        [t('Purchases')]: ({ purchases }) => purchases,
        [turnoverTitle(t, project)]: ({ turnover }) => turnover,
        [t('Clicks without today')]: ({ compared_clicks: compared }) => compared,
        [t('Clicks in the period before')]: ({ previous_clicks: before }) => before,
      }),
    },
  );

  serve(app, readCategoryTurnover, async (filter, { project }) => {
    const statistic = await figures.asked(filter, project);
    const asked = { sort: 'turnover', order: 'desc', compared: null, limit: summedItems, offset: 0 } as const;
    const sold = (await items.page(statistic, asked)).rows.filter(({ turnover }) => turnover > 0);
    const known = await catalogueItems(app, project, sold, ({ id, fields }) => ({ id, category: fields['category'] }));
    const sums = new Map<string, { purchases: number; amount: number }>();
    for (const { collectionId, itemId, purchases, turnover } of sold) {
      const [first] = [known(collectionId, itemId).item['category']].flat();
      const category = typeof first === 'string' ? first : '';
      const sum = sums.get(category) ?? { purchases: 0, amount: 0 };
      sums.set(category, { purchases: sum.purchases + purchases, amount: sum.amount + amountOf(turnover, 1) });
    }
    const categories = [...sums].map(([category, { purchases, amount }]) => ({
      category,
      purchases,
      turnover: turnoverOf(amount),
    }));
    const amount = [...sums.values()].reduce((all, sum) => all + sum.amount, 0);
    return {
      categories: categories.toSorted((a, b) => b.turnover - a.turnover).slice(0, listedCategories),
      turnover: ifKnown(turnoverOf(amount), statistic.trackedSince.sold.sales, statistic.range),
    };
  });

  serve(app, readTrendingItem, async ({ id, c, counted, ...filter }, { project }) =>
    detail(await figures.asked(filter, project), { itemId: id, collectionId: c }, counted),
  );
}

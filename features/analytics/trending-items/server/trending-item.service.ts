import type { Item } from '#contract/item.ts';
import { type ItemFigures, itemStatisticsStore } from '#features/analytics/statistics/server/items.store.ts';
import type { TrendingItemDetail } from '#features/analytics/trending-items/trending-items.contract.ts';
import { positionOf } from '#engine/query/matches/position.ts';
import { clickStore } from '#features/analytics/statistics/server/clicks.store.ts';
import {
  daysOf,
  inRanges,
  onEachDay,
  type StatisticsRange,
  type AskedStatistics,
} from '#features/analytics/statistics/server/statistics.service.ts';
import { termStore } from '#features/analytics/statistics/server/terms.store.ts';
import type { App } from '#server/app/app.ts';
import { type CollectionSearch, inCollection, unlessSearchDown } from '#server/search/project-search.ts';
import { plainRequest } from '#server/search/search-request.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { shownItem } from '#server/search/preview.ts';

interface ItemName {
  readonly collectionId: number;
  readonly itemId: string;
}

interface CatalogueItem {
  readonly item: Readonly<Record<string, unknown>> & { readonly id: string };
  /** Null while search is down. */
  readonly is_there: boolean | null;
}

/** Current fields; only the id of deleted items. */
export async function catalogueItems(
  app: App,
  project: ProjectScope,
  names: readonly ItemName[],
  fieldsOf: (item: Item) => CatalogueItem['item'] = shownItem,
): Promise<(collectionId: number, itemId: string) => CatalogueItem> {
  const live = new Set(Object.keys((await app.releases.live(project)).relevance).map(Number));
  const collections = [...Map.groupBy(names, ({ collectionId }) => collectionId)];
  const found = await Promise.all(
    collections.map(async ([collectionId, wanted]) => {
      if (!live.has(collectionId)) return [collectionId, new Map()] as const;
      const ids = wanted.map(({ itemId }) => itemId);
      const items = await unlessSearchDown(inCollection(app, project, collectionId, (search) => search.items(ids)));
      return [collectionId, items && new Map(items.map((item) => [item.id, fieldsOf(item)]))] as const;
    }),
  );
  const byCollection = new Map(found);
  return (collectionId, itemId) => {
    const items = byCollection.get(collectionId);
    const item = items?.get(itemId);
    return { item: item ?? { id: itemId }, is_there: items === null ? null : item !== undefined };
  };
}

const listedQueries = 20;

export function trendingItem(app: App) {
  const items = itemStatisticsStore(app.db);
  const clicks = clickStore(app.db);
  const terms = termStore(app.db);

  async function queriesOf(statistic: AskedStatistics, { collectionId, itemId }: ItemName, isThere: boolean | null) {
    const clicked = await clicks.queriesOf({ ...statistic, collectionId }, itemId, listedQueries);
    const searches = await terms.byDay(
      statistic,
      clicked.map(({ term }) => term),
    );
    const placeOf = (search: CollectionSearch, term: string) => placeNow(search, term, itemId);
    const places = isThere
      ? await unlessSearchDown(
          inCollection(app, statistic.project, collectionId, async (search) => {
            const found: (number | null)[] = [];
            for (const { term } of clicked) found.push(await placeOf(search, term));
            return found;
          }),
        )
      : null;
    return clicked.map(({ term, meanPosition, ...counts }, at) => ({
      query: term,
      searches: [...(searches.get(term)?.values() ?? [])].reduce((sum, one) => sum + one, 0),
      ...counts,
      mean_position: meanPosition,
      position_now: places?.[at] ?? null,
    }));
  }

  return async (statistic: AskedStatistics, name: ItemName, counted: keyof ItemFigures): Promise<TrendingItemDetail> => {
    const item = (await catalogueItems(app, statistic.project, [name]))(name.collectionId, name.itemId);
    const { range, previous, today, trackedSince } = statistic;
    const both = { ...statistic, range: { start: previous.start, end: range.end } };
    const figures = await items.byDay(both, name.collectionId, name.itemId);
    const eachDay = (days: StatisticsRange, of: keyof ItemFigures) =>
      onEachDay(days, new Map([...figures].map(([day, counts]) => [day, counts[of]])), {
        since: of === 'turnover' ? trackedSince.sold.sales : trackedSince.events,
        today,
      });
    const timelineOf = (days: StatisticsRange) => {
      const data = eachDay(days, counted);
      return daysOf(days).map((x, at) => ({ x, y: data[at] ?? null }));
    };
    const { figures: totals, compared } = await inRanges(statistic, (days, sum) => {
      const of = (figure: keyof ItemFigures) => sum(eachDay(days, figure));
      const counts = { shown: of('shown'), clicks: of('clicks'), carts: of('carts'), purchases: of('purchases') };
      return { figures: { ...counts, turnover: of('turnover') } };
    });
    return {
      ...item,
      timeline: timelineOf(range),
      previous_timeline: timelineOf(previous),
      totals,
      compared,
      queries: await queriesOf(statistic, name, item.is_there),
    };
  };
}

/** From 1; null if not found, or redirected. */
async function placeNow(search: CollectionSearch, query: string, itemId: string): Promise<number | null> {
  const resolved = await search.resolve(plainRequest(query, 1));
  if (!resolved.plan) return null;
  const explanation = await search.explainResolved(resolved, itemId);
  return explanation?.isFound ? positionOf(search.session, resolved.plan, explanation, resolved.best) : null;
}

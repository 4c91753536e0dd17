import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  comparedOf,
  Figure,
  inStatistics,
  StatisticsFilter,
  statisticsErrors,
  statisticsList,
} from '#features/analytics/statistics/statistics.contract.ts';

/** Fields of an item; only the id of a deleted one. */
const Item = z.looseObject({ id: z.string() });

/** `turnover` is of all purchases, in the project's currency. */
const Counts = { shown: Figure, clicks: Figure, carts: Figure, purchases: Figure, turnover: Figure };

export const TrendingItem = z.object({
  item: Item,
  collection_id: z.number(),
  /** Null while search is down. */
  is_there: z.nullable(z.boolean()),
  ...Counts,
  /** In the compared ranges; null without comparison. */
  compared_clicks: Figure,
  previous_clicks: Figure,
  /** Clicks per day; null if not tracked. */
  days: z.array(Figure),
  /** The days compared with; null without comparison. */
  previous_days: z.nullable(z.array(Figure)),
});
export type TrendingItem = z.output<typeof TrendingItem>;

export const { list: listTrendingItems, file: exportTrendingItems } = statisticsList('/api/widget/trending-items', {
  summary: 'Which items visitors saw, clicked, put into the cart and bought in a range of days',
  input: {
    sort: z._default(z.enum(['shown', 'clicks', 'click_rate', 'carts', 'purchases', 'turnover', 'change']), 'clicks'),
    only: z.optional(z.enum(['out_of_stock'])),
  },
  row: TrendingItem,
  beside: { is_stock_known: z.boolean() },
  errors: ['searchDown'],
});

const Points = z.array(z.object({ x: z.string(), y: Figure }));

export const readTrendingItem = endpoint('GET /api/widget/search_item_history_item', {
  needs: 'analytics',
  summary: 'What visitors did with an item on each day of a range, and after which queries',
  input: inStatistics(
    z.object({
      id: z.string().check(z.minLength(1), z.maxLength(1_000)),
      c: z.coerce.number().check(z.int(), z.positive()),
      counted: z._default(z.enum(['shown', 'clicks', 'purchases', 'turnover']), 'clicks'),
    }),
  ),
  output: z.object({
    item: Item,
    is_there: z.nullable(z.boolean()),
    timeline: Points,
    previous_timeline: Points,
    totals: z.object(Counts),
    compared: comparedOf(Counts),
    queries: z.array(
      z.object({
        query: z.string(),
        searches: z.number(),
        clicks: z.number(),
        purchases: z.number(),
        turnover: z.number(),
        mean_position: Figure,
        /** From 1; null if not among the first, or search is down. */
        position_now: Figure,
      }),
    ),
  }),
  errors: [...statisticsErrors, 'notFound'],
});
export type TrendingItemDetail = z.output<(typeof readTrendingItem)['output']>;

export const listedCategories = 10;

export const readCategoryTurnover = endpoint('GET /api/widget/category-turnover', {
  needs: 'analytics',
  summary: 'In which categories the items are that were bought in a range of days, and their turnover',
  input: StatisticsFilter,
  output: z.object({
    /** Most turnover first. An item counts in its first category. */
    categories: z.array(z.object({ category: z.string(), purchases: z.number(), turnover: z.number() })),
    /** Including other categories; null if unknown. */
    turnover: Figure,
  }),
  errors: statisticsErrors,
});

/** Null if never shown, or clicked more often than shown: then the shop doesn't send all impressions. */
export function clickRate({ shown, clicks }: { readonly shown: number | null; readonly clicks: number | null }): number | null {
  return shown === null || clicks === null || shown === 0 || clicks > shown ? null : clicks / shown;
}

import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  comparedOf,
  Figure,
  FoundAs,
  longestQueryLength,
  inStatistics,
  IsEstimated,
  statisticsErrors,
  statisticsList,
  Turnover,
} from '#features/analytics/statistics/statistics.contract.ts';
import { inCollection } from '#contract/crud.ts';
import { Moment } from '#contract/fields.ts';

/** Results of a lost query on which a rule acts now; null for other queries. `item_count` is null for a redirect. */
const FixedNow = z.nullable(z.object({ item_count: Figure, at: z.nullable(Moment) }));

export const SearchTrend = z.object({
  query: z.string(),
  count: z.number(),
  /** In the compared ranges; null without comparison. */
  compared_count: Figure,
  previous_count: Figure,
  users: Figure,
  is_estimated: IsEstimated,
  /** Items that the newest search found; null for a redirect. */
  item_count: Figure,
  found_as: FoundAs,
  fixed: FixedNow,
  /** Null if clicks aren't tracked. */
  clicks: Figure,
  /** Searches with a purchase, and their turnover; null if unknown. */
  purchases: Figure,
  turnover: Figure,
  /** Per day; null if not tracked. */
  days: z.array(Figure),
  /** The days compared with; null without comparison. */
  previous_days: z.nullable(z.array(Figure)),
});
export type SearchTrend = z.output<typeof SearchTrend>;

export const { list: listSearchTrends, file: exportSearchTrends } = statisticsList('/api/widget/trending-searches', {
  summary: 'What visitors searched for in a range of days, and how that differs from the range before',
  input: {
    sort: z._default(z.enum(['query', 'count', 'change', 'users', 'item_count', 'clicks', 'turnover']), 'count'),
    only: z.optional(z.enum(['growing', 'without_results', 'without_clicks'])),
  },
  row: SearchTrend,
  beside: {},
});

const Queries = z.array(z.object({ query: z.string(), count: z.number() }));
const Figures = { count: Figure, users: Figure, clicks: Figure, ...Turnover };
const Points = z.array(z.object({ x: z.string(), y: Figure }));

export const readSearchTrend = endpoint('GET /api/widget/search_history_item', {
  needs: 'analytics',
  summary:
    'How often a query was searched on each day of a range, by how many visitors, what they clicked and what they searched next',
  input: inStatistics(z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestQueryLength)) })),
  output: z.object({
    query: z.string(),
    timeline: Points,
    previous_timeline: Points,
    ...Figures,
    compared: comparedOf(Figures),
    is_estimated: IsEstimated,
    /** Null if never searched, or for a redirect. */
    item_count: Figure,
    found_as: FoundAs,
    fixed: FixedNow,
    /** From 1. */
    mean_position: Figure,
    turnover_timeline: Points,
    clicked_items: z.array(z.object({ item_id: z.string(), clicks: z.number(), purchases: z.number(), turnover: z.number() })),
    other_forms: Queries,
    /** Within half an hour. */
    searched_next: Queries,
  }),
  errors: statisticsErrors,
});
export type SearchTrendDetail = z.output<(typeof readSearchTrend)['output']>;

export const itemsNow = 10;

/** For users without developer rights. */
export const readQueryNow = endpoint('GET /api/widget/query_now', {
  needs: 'analytics',
  summary: 'What a query finds now, and which rules act on it; it does not count as a search',
  input: z.object({ ...inCollection, q: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestQueryLength)) }),
  output: z.object({
    items: z.array(z.looseObject({ id: z.string() })).check(z.maxLength(itemsNow)),
    total_count: z.number(),
    took: z.number(),
    redirect: z.nullable(z.string()),
    rules: z.array(z.object({ source: z.string(), id: z.number(), name: z.string() })),
  }),
  errors: ['searchDown'],
});

import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Moment } from '#contract/fields.ts';
import {
  QueryTotals,
  Figure,
  FoundAs,
  IsEstimated,
  StatisticsFilter,
  statisticsErrors,
  statisticsList,
  topQueryCount,
} from '#features/analytics/statistics/statistics.contract.ts';

/** Share of completed queries with which a search of the same visitor begins; null for searches. */
const Ended = Figure;

const TopQuery = z.object({
  query: z.string(),
  count: z.number(),
  users: Figure,
  is_estimated: IsEstimated,
  /** Also null if single queries of the range are deleted. */
  ended_in_search: Ended,
});
const TopQueries = z.array(TopQuery).check(z.maxLength(topQueryCount));

export const readSearchHistory = endpoint('GET /api/widget/search_history', {
  needs: 'analytics',
  summary: 'The most frequent queries of a range of days, those without results, how many there were and how long they took',
  input: StatisticsFilter,
  output: z.object({
    top_queries: TopQueries,
    top_no_results: TopQueries,
    total_queries: QueryTotals,
    total_no_results: QueryTotals,
    /** Milliseconds. */
    took_time: z.object({ mean: Figure, p95: Figure }),
    ended_in_search: Ended,
  }),
  errors: statisticsErrors,
});

const SingleSearch = z.object({
  id: z.number(),
  at: Moment,
  query: z.string(),
  /** Null for a redirect. */
  item_count: Figure,
  found_as: FoundAs,
  clicks: z.number(),
  purchases: z.number(),
  /** The visitor's next search within half an hour; null if none. */
  next: z.nullable(z.string()),
});
export type SingleSearch = z.output<typeof SingleSearch>;

export const { list: listSingleSearches, file: exportSingleSearches } = statisticsList('/api/widget/single_searches', {
  summary: 'The single searches of a range of days, newest first, with what their visitors did next',
  input: { only: z.optional(z.enum(['without_results', 'without_clicks', 'bought'])) },
  row: SingleSearch,
  /** Older ones are deleted. */
  beside: { kept_days: z.number() },
});

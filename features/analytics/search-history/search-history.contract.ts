import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  QueryTotals,
  Figure,
  IsEstimated,
  StatisticsFilter,
  statisticsErrors,
  topQueryCount,
} from '#features/analytics/statistics/statistics.contract.ts';

/** Share of completed queries that the same visitor searched for; null for searches. */
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

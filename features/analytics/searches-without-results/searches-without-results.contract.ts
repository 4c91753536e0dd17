import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Moment } from '#contract/fields.ts';
import { pageOf, PageQuery, sortOrders } from '#contract/page.ts';
import { FixRule, queryStates } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import {
  Figure,
  inStatistics,
  IsEstimated,
  statisticsErrors,
  StatisticsFile,
} from '#features/analytics/statistics/statistics.contract.ts';

export const withoutResultsSorts = ['query', 'queries', 'users_affected', 'last_at'] as const;

export const SearchWithoutResults = z.object({
  query: z.string(),
  queries: z.number(),
  users_affected: Figure,
  is_estimated: IsEstimated,
  last_at: z.nullable(Moment),
  /** Null if none did, or it is deleted. */
  rule: z.nullable(FixRule),
  /** Version of its state; null if nobody changed it. */
  changed_at: z.nullable(Moment),
});
export type SearchWithoutResults = z.output<typeof SearchWithoutResults>;

const Listed = inStatistics(
  z.extend(PageQuery, {
    sort: z._default(z.enum(withoutResultsSorts), 'queries'),
    order: z._default(z.enum(sortOrders), 'desc'),
    /** Fixed queries reopen when they find nothing again. */
    state: z._default(z.enum(queryStates), 'open'),
  }),
);

export const listSearchesWithoutResults = endpoint('GET /api/widget/searches_without_results', {
  needs: 'analytics',
  summary: 'Queries that found nothing as they were typed, with how many visitors that concerned',
  input: Listed,
  output: z.extend(pageOf(SearchWithoutResults), {
    counts: z.object({ open: z.number(), fixed: z.number(), dismissed: z.number() }),
  }),
  errors: statisticsErrors,
});

export const exportSearchesWithoutResults = endpoint('GET /api/widget/searches_without_results/export', {
  needs: 'analytics',
  summary: 'The same as CSV, whatever the page',
  input: Listed,
  output: StatisticsFile,
  errors: statisticsErrors,
});

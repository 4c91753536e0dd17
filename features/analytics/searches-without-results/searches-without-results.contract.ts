import * as z from 'zod/mini';
import { Moment } from '#contract/fields.ts';
import { FixRule, queryStates } from '#features/analytics/fix-problem/fix-problem.contract.ts';
import { Figure, FoundAs, IsEstimated, statisticsList } from '#features/analytics/statistics/statistics.contract.ts';

export const SearchWithoutResults = z.object({
  query: z.string(),
  queries: z.number(),
  /** Items that the newest search found; null for a redirect. */
  item_count: Figure,
  found_as: FoundAs,
  users_affected: Figure,
  is_estimated: IsEstimated,
  last_at: z.nullable(Moment),
  /** Null if none did, or it is deleted. */
  rule: z.nullable(FixRule),
  /** Version of its state; null if nobody changed it. */
  changed_at: z.nullable(Moment),
});
export type SearchWithoutResults = z.output<typeof SearchWithoutResults>;

export const { list: listSearchesWithoutResults, file: exportSearchesWithoutResults } = statisticsList(
  '/api/widget/searches_without_results',
  {
    summary: 'Queries that found nothing, or only after correction, with how many visitors that concerned',
    input: {
      sort: z._default(z.enum(['query', 'queries', 'users_affected', 'last_at']), 'queries'),
      /** Fixed queries reopen when they find nothing again. */
      state: z._default(z.enum(queryStates), 'open'),
    },
    row: SearchWithoutResults,
    beside: {
      counts: z.object({ open: z.number(), corrected: z.number(), fixed: z.number(), dismissed: z.number() }),
    },
  },
);

import * as z from 'zod/mini';
import { inCollection } from '#contract/crud.ts';
import { endpoint } from '#contract/endpoint.ts';
import { longestQueryLength } from '#features/analytics/statistics/statistics.contract.ts';

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

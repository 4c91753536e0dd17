import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { pageOf, PageQuery } from '#contract/page.ts';

const PublishedRow = z.object({
  id: z.string(),
  key: z.string(),
  endpoint: z.string(),
  release: z.number(),
  /** In seconds. */
  age: z.number(),
  /** In seconds. */
  ttl: z.number(),
  bytes: z.number(),
});
export type PublishedRow = z.output<typeof PublishedRow>;

export const loadPublishedRows = endpoint('GET /api/redis/load', {
  needs: 'developer',
  summary: 'Lists cached responses to the shop, newest first',
  input: PageQuery,
  output: pageOf(PublishedRow),
});

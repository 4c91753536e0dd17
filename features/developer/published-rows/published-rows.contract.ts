import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { PageQuery, pageOf } from '#contract/page.ts';

const needs = 'developer';
const idLength = 64;

const PublishedRow = z.object({
  id: z.string(),
  key: z.string(),
  endpoint: z.string(),
  release: z.number(),
  generation: z.string(),
  /** In seconds, since it was made. */
  age: z.number(),
  /** In seconds: it is fresh for so long. */
  ttl: z.number(),
  bytes: z.number(),
  /** Items in it; null in what is too large to look into. */
  rows: z.nullable(z.number()),
});
export type PublishedRow = z.output<typeof PublishedRow>;

export const loadPublishedRows = endpoint('GET /api/redis/load', {
  needs,
  summary: 'Lists the answers to the shop that the cache holds now, in memory and in Redis',
  input: PageQuery,
  output: pageOf(PublishedRow),
});

export const readPublishedRow = endpoint('GET /api/redis/load/{id}', {
  needs,
  summary: 'Reads an answer to the shop that the cache holds now, as JSON',
  input: z.object({ id: z.string().check(z.maxLength(idLength)) }),
  output: z.object({ id: z.string(), json: z.string() }),
  errors: ['notFound'],
});

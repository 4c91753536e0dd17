import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { PreviewedItem } from '#contract/preview.ts';

const needs = 'search';
/** Queries of one call, so that whoever waits sees how far it is. */
export const queriesAtOnce = 20;
/** Queries of one check. */
export const checkedQueries = 200;
const maximumQueryLength = 1000;

/** What a check asks: the most frequent searches, or phrases of the items where nobody has searched yet. */
export const readGateQueries = endpoint({
  method: 'GET',
  path: '/api/publish_gate/queries',
  needs,
  summary: 'Lists the queries that a check before publishing compares: the most frequent ones of the last 30 days',
  input: z.object({ collection_id: z.optional(Id) }),
  output: z.object({
    source: z.enum(['searches', 'phrases']),
    queries: z.array(z.object({ collection_id: Id, q: z.string(), searches: z.number() })),
  }),
});

/** What a part of a check asks about, beside what isn't live yet. */
export const CheckedPart = z.object({
  collection_id: Id,
  queries: z.array(z.string().check(z.maxLength(maximumQueryLength))).check(z.minLength(1), z.maxLength(queriesAtOnce)),
});

/** One query by what is live and by what would be. */
export const CheckedQuery = z.object({
  q: z.string(),
  live_total_count: z.number(),
  total_count: z.number(),
  /** Where visitors are sent instead of seeing items. */
  live_redirect: z.nullable(z.string()),
  redirect: z.nullable(z.string()),
  /** Whether the first ten are others, or in another order. */
  is_changed: z.boolean(),
  /** The first ten items as they would be, and those that leave them; none where nothing changed. */
  items: z.array(PreviewedItem),
  gone: z.array(PreviewedItem),
});
export type CheckedQuery = z.output<typeof CheckedQuery>;

export const checkRegeneration = endpoint({
  method: 'POST',
  path: '/api/elastic/check',
  needs,
  summary: 'Compares what queries find with what they would find once everything that waits for midnight is live',
  input: CheckedPart,
  output: z.array(CheckedQuery),
  onlyAsks: true,
});

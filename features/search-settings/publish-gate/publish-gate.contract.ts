import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { PreviewedItem } from '#contract/preview.ts';

const needs = 'search';
/** Queries of one call: several calls show progress. */
export const queriesAtOnce = 20;
export const checkedQueries = 200;
const maximumQueryLength = 1000;

/** The queries of a check: those of check items, and the most frequent searches, or phrases of the items if nobody has searched yet. */
export const readGateQueries = endpoint('GET /api/publish_gate/queries', {
  needs,
  summary: 'Lists the queries that a check before publishing compares: the most frequent ones of the last 30 days',
  input: z.object({ collection_id: z.optional(Id) }),
  output: z.object({
    source: z.enum(['searches', 'phrases']),
    queries: z.array(
      z.object({
        collection_id: Id,
        q: z.string(),
        searches: z.number(),
        /** Whether it stands for what visitors search. Others are here for the check items alone. */
        is_frequent: z.boolean(),
      }),
    ),
  }),
});

export const CheckedPart = z.object({
  collection_id: Id,
  queries: z.array(z.string().check(z.maxLength(maximumQueryLength))).check(z.minLength(1), z.maxLength(queriesAtOnce)),
});

/** Where a check item is for its query, and where it would be; null for nowhere. */
export const CheckedItem = z.object({
  id: Id,
  elastic_item_id: z.string(),
  name: z.string(),
  alert_above: z.number(),
  live_position: z.nullable(z.number()),
  position: z.nullable(z.number()),
});
export type CheckedItem = z.output<typeof CheckedItem>;

export const CheckedQuery = z.object({
  q: z.string(),
  live_total_count: z.number(),
  total_count: z.number(),
  /** The address that visitors are sent to instead of seeing items. */
  live_redirect: z.nullable(z.string()),
  redirect: z.nullable(z.string()),
  /** Whether the first ten differ, or their order. Another variant of the same item is no difference. */
  is_changed: z.boolean(),
  /** Items of the first ten that would be shown as another variant, with the variant that is shown now. */
  variants: z.array(z.object({ id: z.string(), live_id: z.string() })),
  /** The first ten items with the changes, and those that drop out; empty if nothing changed. */
  items: z.array(PreviewedItem),
  gone: z.array(PreviewedItem),
  /** The check items of the query that people are alerted about. */
  check_items: z.array(CheckedItem),
});
export type CheckedQuery = z.output<typeof CheckedQuery>;

export const checkRegeneration = endpoint('POST /api/elastic/check', {
  needs,
  summary: 'Compares what queries find with what they would find once everything that waits for midnight is live',
  input: CheckedPart,
  output: z.array(CheckedQuery),
  onlyAsks: true,
});

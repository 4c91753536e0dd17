import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { PreviewedItem } from '#contract/preview.ts';

const needs = 'search';
/** Several calls show progress. */
export const queriesAtOnce = 20;
export const checkedQueries = 200;
const maximumQueryLength = 1000;

/** Queries of check items, the most frequent searches, or phrases if nobody has searched yet, and pages of categories. */
export const readGateQueries = endpoint('GET /api/publish_gate/queries', {
  needs,
  summary:
    'Lists the queries that a check before publishing compares: the most frequent ones of the last 30 days, and category pages',
  input: z.object({ collection_id: z.optional(Id) }),
  output: z.object({
    source: z.enum(['searches', 'phrases']),
    /** The version of the changes that wait and aren't planned. */
    waiting_version: z.string(),
    queries: z.array(
      z.object({
        collection_id: Id,
        q: z.string(),
        /** `q` is the path of a category. */
        is_category: z.boolean(),
        searches: z.number(),
        /** False for a query that only check items have, and for categories. */
        is_frequent: z.boolean(),
      }),
    ),
  }),
});

export const CheckedPart = z.object({
  collection_id: Id,
  queries: z.array(z.string().check(z.maxLength(maximumQueryLength))).check(z.minLength(1), z.maxLength(queriesAtOnce)),
  are_categories: z._default(z.boolean(), false),
});
export type CheckedPart = z.output<typeof CheckedPart>;

/** Places are null for items that aren't found. */
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
  live_redirect: z.nullable(z.string()),
  redirect: z.nullable(z.string()),
  /** Of the first ten. Another variant of the same item is no change. */
  is_changed: z.boolean(),
  /** Empty if nothing changed. */
  items: z.array(PreviewedItem),
  gone: z.array(PreviewedItem),
  check_items: z.array(CheckedItem),
});
export type CheckedQuery = z.output<typeof CheckedQuery>;

export const expectedQueries = 50;
const Count = z.number().check(z.nonnegative());

/** The impact that a check found, as it is kept in the release. */
export const Expected = z.object({
  /** Queries and category pages. */
  checked: Count,
  /** From 0 to 1, by searches; by queries if nobody has searched yet. */
  changed_share: Count,
  changed: Count,
  emptied: Count,
  /** Only the first of many. */
  queries: z
    .array(
      z.object({
        collection_id: Id,
        q: z.string().check(z.maxLength(maximumQueryLength)),
        is_category: z.boolean(),
        searches: Count,
        before: Count,
        after: Count,
        moved: Count,
        added: Count,
        gone: Count,
      }),
    )
    .check(z.maxLength(expectedQueries)),
});
export type Expected = z.output<typeof Expected>;

export const checkWaiting = endpoint('POST /api/elastic/check', {
  needs,
  summary: 'Compares what queries find with what they would find once everything that waits is live',
  input: CheckedPart,
  output: z.array(CheckedQuery),
  onlyAsks: true,
});

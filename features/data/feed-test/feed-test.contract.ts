import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { FeedInput, feedTypes, TagCandidate } from '#features/data/feed-settings/feed.contract.ts';
import { ImportFailure } from '#features/data/imports/imports.contract.ts';

/** Where a feed is, and how to read it; what is left empty is found out. */
export const FeedTestInput = z.pick(FeedInput, {
  feed_url: true,
  file_name: true,
  feed_type: true,
  feed_language: true,
  feed_encoding: true,
  feed_separator: true,
  feed_headers: true,
  tag_name: true,
});
export type FeedTestInput = z.output<typeof FeedTestInput>;

export const TestedItem = z.object({
  id: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  price: z.nullable(z.number()),
  currency: z.string(),
});
export type TestedItem = z.output<typeof TestedItem>;

export const FoundFeed = z.object({
  type: z.enum(feedTypes),
  /** google, heureka, shoptet, aisle or custom. */
  source: z.string(),
  /** As TextDecoder names it. */
  encoding: z.string(),
  /** Of its items, as far as it was read. */
  read_count: z.number(),
  /** Whether that is all of it. */
  is_whole: z.boolean(),
  /** A few of its items. Empty where none can be made without a mapping. */
  items: z.array(TestedItem),
  /** Of the shop, by the feed or by the host of its items; empty where neither says it. */
  name: z.string(),
  url: z.string(),
  /** That its texts are written in; null where it can't be told. */
  language: z.nullable(z.enum(languageCodes)),
});
export type FoundFeed = z.output<typeof FoundFeed>;

export const FeedTest = z.object({
  /** null where it couldn't be read. */
  found: z.nullable(FoundFeed),
  /** Why it couldn't be read. */
  failure: z.nullable(ImportFailure),
  /** Elements of which one has to be chosen; empty where the element of an item is known. */
  candidates: z.array(TagCandidate),
});
export type FeedTest = z.output<typeof FeedTest>;

export const testFeed = endpoint('POST /api/feed/test', {
  needs: 'user',
  onlyAsks: true,
  summary: 'Reads the beginning of a feed and tells what it is and what of it would become items; saves nothing',
  input: FeedTestInput,
  output: FeedTest,
  errors: ['addressNotAllowed', 'passwordHidden', 'uploadGone', 'tooManyRequests', 'unavailable'],
});

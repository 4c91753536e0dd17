import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { FeedInput, feedTypes, TagCandidate } from '#features/data/feed-settings/feed.contract.ts';
import { ImportFailure } from '#features/data/imports/imports.contract.ts';

/** Empty settings are detected. */
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
  source: z.string(),
  encoding: z.string(),
  /** Counts the part that was read. */
  read_count: z.number(),
  is_whole: z.boolean(),
  /** Empty when none can be built without a mapping. */
  items: z.array(TestedItem),
  name: z.string(),
  url: z.string(),
  language: z.nullable(z.enum(languageCodes)),
});
export type FoundFeed = z.output<typeof FoundFeed>;

export const FeedTest = z.object({
  found: z.nullable(FoundFeed),
  failure: z.nullable(ImportFailure),
  /** The person chooses one; empty when the item element is known. */
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

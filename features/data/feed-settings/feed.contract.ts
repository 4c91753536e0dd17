import * as z from 'zod/mini';
import { Id, optionalText, requiredText } from '#contract/fields.ts';
import { languageCodes } from '#contract/texts/languages.ts';
import { defaultGuard, FeedGuard } from './feed-guard.contract.ts';

export const dataSources = ['shoptet', 'custom_feed', 'google', 'heureka', 'aisle_feed', 'aisle_api'] as const;
export type DataSource = (typeof dataSources)[number];
export const feedTypes = ['xml', 'csv', 'json'] as const;
/** What a feed can be set to; empty lets its content decide. */
export const FeedType = z.enum(['', ...feedTypes]);

/** What a feed is written in, where it isn't the project's language; encodings are guessed by it. */
export const FeedLanguage = z.enum(['', ...languageCodes]);

export const TagCandidate = z.object({ tag_name: z.string(), count: z.number(), sample_fields: z.array(z.string()) });

/** A feed without what its imports say of it. */
export const StoredFeed = z.object({
  id: Id,
  name: z.string(),
  data_source: z.enum(dataSources),
  feed_type: FeedType,
  /** A password in it is masked; sent back as it is, it stays what it was. */
  feed_url: z.string(),
  /** The name of an uploaded file; null for feeds that are fetched. */
  file_name: z.nullable(z.string()),
  feed_language: FeedLanguage,
  feed_encoding: z.string(),
  feed_separator: z.string(),
  feed_headers: z.string(),
  activated: z.boolean(),
  mapping: z.record(z.string(), z.string()),
  need_import: z.boolean(),
  tag_name: z.string(),
  need_tag_name: z.boolean(),
  tag_candidates: z.array(TagCandidate),
  /** google, heureka, shoptet, aisle or custom; derived from the tag name. */
  source: z.string(),
  collection_id: Id,
  collection_name: z.string(),
  guard: FeedGuard,
  item_count: z.number(),
  fields: z.array(z.string()),
});
export type StoredFeed = z.output<typeof StoredFeed>;

export const FeedInput = z.object({
  name: requiredText('requiredField'),
  collection_id: Id,
  feed_url: requiredText('requiredField', 2000),
  /** The name of an uploaded file, as its owner knows it. */
  file_name: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
  feed_type: z._default(FeedType, ''),
  feed_language: z._default(FeedLanguage, ''),
  feed_encoding: optionalText(40),
  feed_separator: optionalText(5),
  feed_headers: optionalText(5000),
  tag_name: optionalText(100),
  activated: z._default(z.boolean(), true),
  guard: z._default(FeedGuard, defaultGuard),
});
export type FeedInput = z.output<typeof FeedInput>;

/** The catalogue that comes with Aisle has no address that could be fetched. */
export const isSample = ({ feed_url: url }: Pick<StoredFeed, 'feed_url'>): boolean => url.startsWith('sample:');

import * as z from 'zod/mini';
import { Id, optionalText, requiredText } from '#contract/fields.ts';
import { languageCodes } from '#contract/texts/languages.ts';

/** An import above this goes on hold; 100 never does. */
const Percent = (percent: number) => z._default(z.number().check(z.minimum(1), z.maximum(100)), percent);

export const FeedGuard = z.object({
  fewer_items_percent: Percent(20),
  bad_items_percent: Percent(5),
  changed_ids_percent: Percent(50),
  hold_zero_prices: z._default(z.boolean(), true),
});
export type FeedGuard = z.output<typeof FeedGuard>;
export const defaultGuard: FeedGuard = FeedGuard.parse({});

export const dataSources = ['shoptet', 'custom_feed', 'google', 'heureka', 'aisle_feed', 'aisle_api'] as const;
export type DataSource = (typeof dataSources)[number];
export const feedTypes = ['xml', 'csv', 'json'] as const;
/** Empty: detected. */
export const FeedType = z.enum(['', ...feedTypes]);

/** Empty: the language of the project. */
export const FeedLanguage = z.enum(['', ...languageCodes]);

export const TagCandidate = z.object({ tag_name: z.string(), count: z.number(), sample_fields: z.array(z.string()) });

export const StoredFeed = z.object({
  id: Id,
  name: z.string(),
  data_source: z.enum(dataSources),
  feed_type: FeedType,
  /** Secrets are masked; a mask that is sent back keeps the stored secret. */
  feed_url: z.string(),
  /** null for feeds with an address. */
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

export const isSample = ({ feed_url: url }: Pick<StoredFeed, 'feed_url'>): boolean => url.startsWith('sample:');

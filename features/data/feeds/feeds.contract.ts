import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, Nothing, optionalText, requiredText } from '#contract/fields.ts';
import { languageCodes } from '#contract/languages.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { defaultGuard, FeedGuard } from './feed-guard.contract.ts';
import { Import } from '#features/data/imports/imports.contract.ts';

export const dataSources = ['shoptet', 'custom_feed', 'google', 'heureka', 'aisle_feed', 'aisle_api'] as const;
export type DataSource = (typeof dataSources)[number];
export const feedTypes = ['xml', 'csv', 'json'] as const;
/** What a feed can be set to; empty lets its content decide. */
export const FeedType = z.enum(['', ...feedTypes]);

/** What a feed is written in, where it isn't the project's language; encodings are guessed by it. */
export const FeedLanguage = z.enum(['', ...languageCodes]);

export const TagCandidate = z.object({ tag_name: z.string(), count: z.number(), sample_fields: z.array(z.string()) });

export const Feed = z.object({
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
  /** Items of it that are live. */
  item_count: z.number(),
  total_count: z.number(),
  fields: z.array(z.string()),
  last_import: z.nullable(Import),
});
export type Feed = z.output<typeof Feed>;

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

const one = z.object({ id: Id });
const needs = 'data';
const tagNameNotice = 'The repeated element of the feed can not be recognised. Choose its tag name.';

export const listFeeds = endpoint({
  method: 'GET',
  path: '/api/feeds',
  needs,
  summary: 'Lists the feeds of the project',
  input: PageQuery,
  output: pageOf(Feed),
});
export const readFeed = endpoint({
  method: 'GET',
  path: '/api/feed/{id}',
  needs,
  summary: 'Reads one feed with the progress of its last import',
  input: one,
  output: Feed,
});
export const createFeed = endpoint({
  method: 'POST',
  path: '/api/feeds',
  needs,
  summary: 'Adds a feed and imports it',
  input: FeedInput,
  output: Feed,
  errors: ['addressNotAllowed', 'passwordHidden', 'uploadGone'],
});
/** Saving with a tag name imports the feed again. */
export const updateFeed = endpoint({
  method: 'PUT',
  path: '/api/feeds/{id}',
  needs,
  summary: 'Changes a feed',
  input: z.extend(FeedInput, { id: Id }),
  output: Feed,
  notice: tagNameNotice,
  errors: ['addressNotAllowed', 'passwordHidden', 'uploadGone'],
});
export const removeFeed = endpoint({
  method: 'DELETE',
  path: '/api/feeds/{id}',
  needs,
  summary: 'Deletes a feed; the items it brought stay, unless they are asked to go with it',
  input: z.extend(one, { with_items: z._default(z.enum(['0', '1']), '0') }),
  output: Nothing,
});
export const reloadFeed = endpoint({
  method: 'PUT',
  path: '/api/feed/reload',
  needs,
  summary: 'Imports a feed again',
  input: one,
  output: Feed,
  notice: tagNameNotice,
});

export const listFeedTypes = endpoint({
  method: 'GET',
  path: '/api/feed_types',
  needs: 'user',
  summary: 'Lists the feed types',
  input: Nothing,
  output: z.array(z.object({ id: z.enum(feedTypes), name: z.string() })),
});

/** The answer's `feed_url` stands for the file wherever a feed's address is asked for. */
export const uploadFeedFile = endpoint({
  method: 'POST',
  path: '/api/feed/upload/{file_name}',
  needs: 'user',
  summary: 'Takes a feed file as the request body',
  input: z.object({ file_name: requiredText() }),
  output: z.object({ feed_url: z.string(), file_name: z.string(), size_bytes: z.number() }),
  upload: true,
  errors: ['bodyTooLarge'],
});

/** The catalogue that comes with Aisle has no address that could be fetched. */
export const isSample = ({ feed_url: url }: Pick<Feed, 'feed_url'>): boolean => url.startsWith('sample:');

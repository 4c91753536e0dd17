import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { Id, requiredText } from '#contract/fields.ts';
import { pageOf, PageQuery } from '#contract/page.ts';
import { FeedInput, feedTypes, StoredFeed } from '#features/data/feed-settings/feed.contract.ts';
import { Import } from '#features/data/imports/imports.contract.ts';

export const Feed = z.extend(StoredFeed, {
  total_count: z.number(),
  last_import: z.nullable(Import),
});
export type Feed = z.output<typeof Feed>;

const one = z.object({ id: Id });
const needs = 'data';
const tagNameNotice = 'The repeated element of the feed can not be recognised. Choose its tag name.';

export const listFeeds = endpoint('GET /api/feeds', {
  needs,
  summary: 'Lists the feeds of the project',
  input: PageQuery,
  output: pageOf(Feed),
});
export const readFeed = endpoint('GET /api/feed/{id}', {
  needs,
  summary: 'Reads one feed with the progress of its last import',
  input: one,
  output: Feed,
});
export const createFeed = endpoint('POST /api/feeds', {
  needs,
  summary: 'Adds a feed and imports it',
  input: FeedInput,
  output: Feed,
  errors: ['addressNotAllowed', 'passwordHidden', 'uploadGone'],
});
/** Saving a tag name imports the feed again. */
export const updateFeed = endpoint('PUT /api/feeds/{id}', {
  needs,
  summary: 'Changes a feed',
  input: z.extend(FeedInput, { id: Id }),
  output: Feed,
  notice: tagNameNotice,
  errors: ['addressNotAllowed', 'passwordHidden', 'uploadGone'],
});
export const removeFeed = endpoint('DELETE /api/feeds/{id}', {
  needs,
  summary: 'Deletes a feed; the items it brought stay, unless they are asked to go with it',
  input: z.extend(one, { with_items: z._default(z.enum(['0', '1']), '0') }),
  errors: ['importGoesLive'],
});
export const reloadFeed = endpoint('PUT /api/feed/reload', {
  needs,
  summary: 'Imports a feed again',
  input: one,
  output: Feed,
  notice: tagNameNotice,
  errors: ['importRunning'],
});

export const listFeedTypes = endpoint('GET /api/feed_types', {
  needs: 'user',
  summary: 'Lists the feed types',
  output: z.array(z.object({ id: z.enum(feedTypes), name: z.string() })),
});

/** The `feed_url` of the response names the file. */
export const uploadFeedFile = endpoint('POST /api/feed/upload/{file_name}', {
  needs: 'user',
  summary: 'Takes a feed file as the request body',
  input: z.object({ file_name: requiredText() }),
  output: z.object({ feed_url: z.string(), file_name: z.string(), size_bytes: z.number() }),
  upload: true,
  errors: ['notAllowed', 'bodyTooLarge', 'uploadsTooLarge', 'bodyTooSlow', 'filesAway'],
});

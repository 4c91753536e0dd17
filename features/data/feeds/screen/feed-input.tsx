import { defaultGuard, type FeedInput } from '#features/data/feed-settings/feed.contract.ts';
import type { Feed } from '#features/data/feeds/feeds.contract.ts';

export const inputOf = (feed: Feed): FeedInput => ({
  name: feed.name,
  collection_id: feed.collection_id,
  feed_url: feed.feed_url,
  file_name: feed.file_name,
  feed_type: feed.feed_type,
  feed_language: feed.feed_language,
  feed_encoding: feed.feed_encoding,
  feed_separator: feed.feed_separator,
  feed_headers: feed.feed_headers,
  tag_name: feed.tag_name,
  activated: feed.activated,
  guard: feed.guard,
});

export const blankFeed = (collectionId: number): FeedInput => ({
  name: '',
  collection_id: collectionId,
  feed_url: '',
  file_name: null,
  feed_type: '',
  feed_language: '',
  feed_encoding: '',
  feed_separator: '',
  feed_headers: '',
  tag_name: '',
  activated: true,
  guard: defaultGuard,
});

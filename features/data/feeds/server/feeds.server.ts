import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { forgetMessages, aboutFeed } from '#features/general/messages/server/messages.service.ts';
import { checkFeedUrl, dropUpload, keepUpload, tidyUploads } from '#features/data/feed-settings/server/feeds.service.ts';
import {
  createFeed,
  type Feed,
  listFeeds,
  listFeedTypes,
  readFeed,
  reloadFeed,
  removeFeed,
  updateFeed,
  uploadFeedFile,
} from '#features/data/feeds/feeds.contract.ts';
import { type FeedInput, feedTypes } from '#features/data/feed-settings/feed.contract.ts';
import { removeFeedOf, shownFeeds } from './feeds.service.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { withRoomNoted } from '#features/data/imports/server/import-jobs.service.ts';
import { requestImport } from '#features/data/imports/server/imports.service.ts';
import { keptAddress, sealedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import { fail, failField, foundIn } from '#server/base/fail.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { Answer, serve } from '#server/app/serve.ts';

export function serveFeeds(app: App): void {
  const feeds = feedStore(app.db);
  const shown = shownFeeds(app.db);
  const collections = collectionStore(app.db);
  tidyUploads(app);

  const roomNoted = (feed: Feed): Feed => ({ ...feed, last_import: withRoomNoted(app, feed.last_import) });

  const known = async (project: ProjectScope, id: number): Promise<Feed> => {
    const feed = foundIn(await shown.find(project, id), 'feed');
    return roomNoted(feed);
  };

  const checkCollection = async (project: ProjectScope, id: number): Promise<void> => {
    if (!(await collections.find(project, id))) throw failField('collection_id', 'notFound', { name: 'collection' });
  };

  serve(app, listFeeds, async (query, { project }) => {
    const page = await shown.list(project, query);
    return { ...page, items: page.items.map(roomNoted) };
  });

  serve(app, readFeed, async ({ id }, { project }) => known(project, id));

  serve(app, createFeed, async (input, { project, user }) => {
    await checkCollection(project, input.collection_id);
    await checkFeedUrl(app, input.feed_url, { project, user });
    const feed_url = sealedAddress(app.sealing, input.feed_url);
    const id = await feeds.insert(project, { ...columnsOf(input), feed_url, data_source: 'custom_feed' });
    await requestImport(app, project, id);
    return known(project, id);
  });

  serve(app, updateFeed, async ({ id, ...input }, { project, user }) => {
    const { feed_url: stored, feed_language: language } = await feeds.known(project, id);
    const feed_url = keptAddress(app.sealing, input.feed_url, stored);
    if (feed_url !== stored) await checkFeedUrl(app, feed_url, { project, user });
    await checkCollection(project, input.collection_id);
    const proposed = input.feed_language === language ? {} : { proposed_mapping: '[]' };
    await feeds.save(project, id, { ...columnsOf(input), ...proposed, feed_url, ...(input.tag_name && { need_tag_name: 0 }) });
    if (feed_url !== stored) await dropUpload(app, stored);
    await requestImport(app, project, id);
    const feed = await known(project, id);
    return new Answer(feed, { isNotice: feed.need_tag_name });
  });

  serve(app, reloadFeed, async ({ id }, { project }) => {
    const feed = await known(project, id);
    if (feed.need_tag_name) return new Answer(feed, { isNotice: true });
    if (!project.isActive) throw fail('projectInactive');
    if (!(await requestImport(app, project, id))) throw fail('importRunning');
    return known(project, id);
  });

  serve(app, removeFeed, async ({ id, with_items: withItems }, { project }) => {
    const { feed_url: address } = await feeds.known(project, id);
    await removeFeedOf(app, project, id, withItems === '1');
    await dropUpload(app, address);
    await forgetMessages(app, project, aboutFeed(id));
    return {};
  });

  serve(app, listFeedTypes, () => feedTypes.map((id) => ({ id, name: id.toUpperCase() })));

  serve(app, uploadFeedFile, async ({ file_name }, caller, upload) => {
    const { feedUrl, sizeBytes } = await keepUpload(app, caller, upload);
    return { feed_url: feedUrl, file_name, size_bytes: sizeBytes };
  });
}

const columnsOf = ({ guard, activated, feed_url: _address, ...columns }: FeedInput) => ({
  ...columns,
  guard: JSON.stringify(guard),
  activated: activated ? (1 as const) : (0 as const),
});

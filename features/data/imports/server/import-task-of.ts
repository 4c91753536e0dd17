import type { OwnMapping } from '#contract/values/field-rule.ts';
import { recordFolder } from '#features/data/brought-records/server/brought-records.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedSourceOf } from '#features/data/feed-settings/server/feeds.service.ts';
import { feedStore, type FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import type { AskedBy, ImportTask } from './imports.task.ts';
import { openedAddress } from '#features/data/feed-settings/server/sealed-address.service.ts';
import type { Validators } from '#feeds/fetch/safe-fetch.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import type { FilesSettings } from '#server/files/open-files.ts';
import { engineCollection } from '#server/search/project-search.ts';

export interface ImportPlaces {
  readonly engine: EngineSettings;
  readonly files: FilesSettings;
}

/** Null when the password of the feed's address can't be decrypted. */
export async function importTaskOf(
  app: App,
  { engine, files }: ImportPlaces,
  project: ProjectScope,
  feed: FeedRow,
  askedBy: AskedBy,
): Promise<ImportTask | null> {
  const collections = collectionStore(app.db);
  const address = openedAddress(app.sealing, feed.feed_url);
  if (address === null) return null;
  const source = feedSourceOf(address, feed.file_name);
  const isConditional = askedBy === 'schedule' && source.kind === 'url';
  return {
    collection: engineCollection(feed.collection_id),
    language: await collections.language(project),
    siteAddress: await collections.siteAddress(project),
    feedId: feed.id,
    otherFeeds: (await feedStore(app.db).ofCollection(project, feed.collection_id)).filter(({ id }) => id !== feed.id),
    source: isConditional ? { ...source, validators: await validatorsOf(app, feed) } : source,
    settings: {
      type: (feed.feed_type || null) as ImportTask['settings']['type'],
      language: feed.feed_language || null,
      encoding: feed.feed_encoding || null,
      separator: feed.feed_separator || null,
      headers: feed.feed_headers || null,
      tagName: feed.tag_name || null,
    },
    needImport: feed.need_import,
    ownMapping: JSON.parse(feed.own_mapping) as OwnMapping,
    knownFields: await collections.fields(project, feed.collection_id),
    engine,
    files,
    recordFolder: recordFolder(feed.collection_id),
    allowedPrivateFeeds: app.settings.allowedPrivateFeeds,
  };
}

/** Null to download in any case: there are no items, or the settings changed. */
async function validatorsOf(app: App, feed: FeedRow): Promise<Validators | null> {
  const { etag, last_modified: lastModified } = feed;
  if (feed.need_import > 0 || (etag === null && lastModified === null)) return null;
  return (await app.engine.status(engineCollection(feed.collection_id))) && { etag, lastModified };
}

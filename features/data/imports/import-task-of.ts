import type { OwnMapping } from '#contract/field-rule.ts';
import { recordFolder } from '#features/data/brought-records/brought-records.service.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { type AskedBy, validatorsOf } from '#features/data/schedules/schedules.service.ts';
import { feedSourceOf } from '#features/data/feeds/feeds.service.ts';
import { feedStore, type FeedRow } from '#features/data/feeds/feeds.store.ts';
import type { ImportTask } from './imports.task.ts';
import { openedAddress } from '#features/data/feeds/sealed-address.service.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

/** All that the process of an import needs to know. Null when the password of the feed's address can't be read. */
export async function importTaskOf(
  app: App,
  engine: EngineSettings,
  project: ProjectScope,
  feed: FeedRow,
  askedBy: AskedBy,
): Promise<ImportTask | null> {
  const collections = collectionStore(app.db);
  const address = openedAddress(app.sealing, feed.feed_url);
  if (address === null) return null;
  const source = feedSourceOf(app.settings, address, feed.file_name);
  const isConditional = askedBy === 'schedule' && source.kind === 'url';
  return {
    collection: engineCollection(feed.collection_id),
    language: await collections.language(project),
    feedId: feed.id,
    otherFeeds: (await feedStore(app.db).ofCollection(project, feed.collection_id)).filter(({ id }) => id !== feed.id),
    source: isConditional ? { ...source, validators: await validatorsOf(app, project, feed) } : source,
    settings: {
      type: (feed.feed_type || null) as ImportTask['settings']['type'],
      language: feed.feed_language || null,
      encoding: feed.feed_encoding || null,
      separator: feed.feed_separator || null,
      headers: feed.feed_headers || null,
      tagName: feed.tag_name || null,
    },
    ownMapping: JSON.parse(feed.own_mapping) as OwnMapping,
    knownFields: await collections.fields(project, feed.collection_id),
    engine,
    recordFolder: recordFolder(app.settings, feed.collection_id),
    allowedPrivateFeeds: app.settings.allowedPrivateFeeds,
  };
}

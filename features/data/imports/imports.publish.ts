import { publishRecords } from '#features/data/brought-records/brought-records.service.ts';
import { collectionStore } from '#features/data/collections/collections.store.ts';
import { requestPhrases, takeOverPhrases } from '#features/data/phrases/phrases.service.ts';
import { keepValidators } from '#features/data/schedules/schedules.service.ts';
import { endMessage } from '#features/general/messages/messages.service.ts';
import { aboutFeed } from '#features/data/feeds/feeds.service.ts';
import { feedStore, type FeedRow } from '#features/data/feeds/feeds.store.ts';
import { importReportStore } from './import-report.store.ts';
import type { BuiltImport } from './imports.task.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

/** Makes what an import has built live, with all that was found out on the way. It may be cut off anywhere, and done again. */
export async function publishImport(
  app: App,
  project: ProjectScope,
  feed: FeedRow,
  importId: number,
  built: BuiltImport,
): Promise<void> {
  const collections = collectionStore(app.db);
  const feeds = feedStore(app.db);
  const startedAt = performance.now();
  await collections.addFields(project, feed.collection_id, built.fields);
  if (built.phrases !== null) await takeOverPhrases(app, project, feed.collection_id, built.phrases);
  await app.releases.publish(project, { userId: null, reason: 'import' });
  await app.engine.publish(engineCollection(feed.collection_id), built.generation);
  const feedIds = (await feeds.ofCollection(project, feed.collection_id)).map(({ id }) => id);
  await publishRecords(app, feed.collection_id, feed.id, feedIds, built.generation);
  if (built.phrases === null) await requestPhrases(app, project, feed.collection_id);
  await collections.settleTypes(project, feed.collection_id, built.fields);
  await feeds.update(project, feed.id, {
    mapping: JSON.stringify(built.mapping),
    fields: JSON.stringify(built.feedFields),
    feed_type: built.type,
    tag_name: built.tagName,
    source: built.feedSource,
    need_tag_name: 0,
    need_import: isSameFeed(feed, await feeds.row(project, feed.id)) ? 0 : 1,
    item_count: built.progress.imported_count,
    dropped_content: null,
  });
  await keepValidators(app, project, feed, built.validators);
  await endMessage(app, project, 'importHeld', aboutFeed(feed.id));
  await importReportStore(app.db).keep(project, importId, built, Math.round(performance.now() - startedAt));
}

/** Whether the feed is still set as it was when it was read. What was changed meanwhile waits for the next import. */
const isSameFeed = (read: FeedRow, now: FeedRow | undefined): boolean => readBy.every((name) => now?.[name] === read[name]);

const readBy = [
  'feed_url',
  'feed_type',
  'feed_language',
  'feed_encoding',
  'feed_separator',
  'feed_headers',
  'tag_name',
  'own_mapping',
] as const;

import { publishRecords } from '#features/data/brought-records/server/brought-records.service.ts';
import { collectionStore } from '#features/data/collections/server/collections.store.ts';
import { feedStore, type FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import { importReportStore } from './import-report.store.ts';
import { importGoesLive, importIsLive, type ImportWrite } from './imports.events.ts';
import type { BuiltImport } from './imports.task.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

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
  const writes: ImportWrite[] = [];
  await app.events.tell(importGoesLive, { project, feed, built, inRelease: (write) => void writes.push(write) });
  await app.releases.change(project, { userId: null, reason: 'import' }, async (db) => {
    await collectionStore(db).addFields(project, feed.collection_id, built.fields);
    for (const write of writes) await write(db);
  });
  crashPoint('import:settingsLive');
  await app.engine.publish(engineCollection(feed.collection_id), built.generation);
  crashPoint('import:itemsLive');
  const feedIds = (await feeds.ofCollection(project, feed.collection_id)).map(({ id }) => id);
  await publishRecords(app, feed.collection_id, feed.id, feedIds, built.generation);
  await collections.settleTypes(project, feed.collection_id, built.fields);
  const read = { id: feed.id, need_import: built.needImport };
  await feeds.noteImport(project, read, {
    mapping: JSON.stringify(built.mapping),
    fields: JSON.stringify(built.feedFields),
    feed_type: built.type,
    tag_name: built.tagName,
    source: built.feedSource,
    need_tag_name: 0,
    item_count: built.progress.imported_count,
    dropped_content: null,
    etag: built.validators.etag,
    last_modified: built.validators.lastModified,
  });
  await app.events.tell(importIsLive, { project, feed, built });
  await importReportStore(app.db).keep(project, importId, built, Math.round(performance.now() - startedAt));
}

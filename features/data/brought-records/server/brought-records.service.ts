import { readRecord } from './record-file.ts';
import { liveRecordFile, publishRecordFile, removeOldRecordFiles } from './record-files.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { App } from '#server/app/app.ts';
import { fileFolders } from '#server/files/files.ts';
import { engineCollection } from '#server/search/project-search.ts';

export const recordFolder = (collectionId: number): string => `${fileFolders.records}${engineCollection(collectionId)}/`;

/** The record in the feed from which an item was built; null when it isn't stored. */
export async function findRecord(app: App, collectionId: number, feedId: number, itemId: string): Promise<FeedRecord | null> {
  const live = await app.engine.status(engineCollection(collectionId));
  if (live === null) return null;
  const name = await liveRecordFile(app.files, recordFolder(collectionId), feedId, live);
  // An import that goes live may have deleted the file.
  const file = name === null ? null : await app.files.open(name);
  if (file === null) return null;
  try {
    return await readRecord(file, itemId);
  } finally {
    await file.close();
  }
}

/** Publishes the records of an import that went live, and deletes those that no kept generation needs. */
export async function publishRecords(
  app: App,
  collectionId: number,
  feedId: number,
  feedIds: readonly number[],
  generation: string,
): Promise<void> {
  const folder = recordFolder(collectionId);
  await publishRecordFile(app.files, folder, feedId, generation, Date.now());
  await removeOldRecordFiles(app.files, folder, feedId, feedIds, await app.engine.generations(engineCollection(collectionId)));
}

export const dropRecords = (app: App, collectionId: number): Promise<void> => app.files.removeFolder(recordFolder(collectionId));

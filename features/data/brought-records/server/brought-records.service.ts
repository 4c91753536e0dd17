import { readRecord } from './record-file.ts';
import { liveRecordFile, publishRecordFile, removeOldRecordFiles } from './record-files.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { App } from '#server/app.ts';
import { fileFolders } from '#server/files/files.ts';
import { engineCollection } from '#server/search/project-search.ts';

/** Where the records of a collection are kept, beside whichever engine has its items. */
export const recordFolder = (collectionId: number): string => `${fileFolders.records}${engineCollection(collectionId)}/`;

/** The record that an item of a feed was made of; null where it isn't kept, as from before records were. */
export async function findRecord(app: App, collectionId: number, feedId: number, itemId: string): Promise<FeedRecord | null> {
  const live = await app.engine.status(engineCollection(collectionId));
  if (live === null) return null;
  const name = await liveRecordFile(app.files, recordFolder(collectionId), feedId, live);
  // An import that goes live just now may have taken the file away.
  const file = name === null ? null : await app.files.open(name);
  if (file === null) return null;
  try {
    return await readRecord(file, itemId);
  } finally {
    await file.close();
  }
}

/** Makes the records of an import that went live the ones that are shown, and forgets those that nobody can go back to. */
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

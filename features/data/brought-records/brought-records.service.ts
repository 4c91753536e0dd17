import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readRecord } from './record-file.ts';
import { liveRecordFile, publishRecordFile, removeOldRecordFiles } from './record-files.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { App, Settings } from '#server-kit/app.ts';
import { engineCollection } from '#server-kit/project-search.ts';

const allRecords = ({ dataDirectory }: Settings): string => path.join(dataDirectory, 'records');

/** Where the records of a collection are kept, beside whichever engine has its items. */
export const recordFolder = (settings: Settings, collectionId: number): string =>
  path.join(allRecords(settings), engineCollection(collectionId));

/** The folders of all collections that have records here. */
export async function recordFolders(settings: Settings): Promise<string[]> {
  const names = await readdir(allRecords(settings)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.map((name) => path.join(allRecords(settings), name));
}

/** The record that an item of a feed was made of; null where it isn't kept, as from before records were. */
export async function findRecord(app: App, collectionId: number, feedId: number, itemId: string): Promise<FeedRecord | null> {
  const live = await app.engine.status(engineCollection(collectionId));
  if (live === null) return null;
  const file = await liveRecordFile(recordFolder(app.settings, collectionId), feedId, live);
  if (file === null) return null;
  // An import that goes live just now may have taken the file away.
  return readRecord(file, itemId).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Makes the records of an import that went live the ones that are shown, and forgets those that nobody can go back to. */
export async function publishRecords(
  app: App,
  collectionId: number,
  feedId: number,
  feedIds: readonly number[],
  generation: string,
): Promise<void> {
  const folder = recordFolder(app.settings, collectionId);
  await publishRecordFile(folder, feedId, generation, Date.now());
  await removeOldRecordFiles(folder, feedId, feedIds, await app.engine.generations(engineCollection(collectionId)));
}

export const dropRecords = (app: App, collectionId: number): Promise<void> =>
  rm(recordFolder(app.settings, collectionId), { recursive: true, force: true });

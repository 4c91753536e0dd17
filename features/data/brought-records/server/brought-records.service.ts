import type { FeedRecord } from '#feeds/feed-record.ts';
import type { FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import type { App } from '#server/app/app.ts';
import { fileFolders } from '#server/files/files.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { readRecord } from './record-file.ts';

export const recordFolder = (collectionId: number): string => `${fileFolders.records}${engineCollection(collectionId)}/`;

type FeedOfRecords = Pick<FeedRow, 'id' | 'collection_id'>;

export const recordFileName = ({ id, collection_id }: FeedOfRecords, generation: string): string =>
  `${recordFolder(collection_id)}${id}.${generation}`;

/** The record of an item in the last live import of its feed; null when it isn't stored. */
export async function findRecord(app: App, feed: FeedRow, itemId: string): Promise<FeedRecord | null> {
  // An import that goes live may have deleted the file.
  const file = feed.records === null ? null : await app.files.open(recordFileName(feed, feed.records));
  if (file === null) return null;
  try {
    return await readRecord(file, itemId);
  } finally {
    await file.close();
  }
}

/** Deletes the records of a feed's imports except those of `kept` generations. None of its imports may be running. */
export async function removeRecords({ files }: App, feed: FeedOfRecords, kept: readonly string[]): Promise<void> {
  const names = new Set(kept.map((generation) => recordFileName(feed, generation)));
  await files.removeUnfinished(recordFileName(feed, ''));
  const own = (await files.list(recordFolder(feed.collection_id))).filter(({ name }) =>
    name.startsWith(recordFileName(feed, '')),
  );
  for (const { name } of own) if (!names.has(name)) await files.remove(name);
}

export const dropRecords = (app: App, collectionId: number): Promise<void> => app.files.removeFolder(recordFolder(collectionId));

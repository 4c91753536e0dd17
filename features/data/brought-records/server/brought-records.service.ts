import { readRecord, recordFileName } from './record-file.ts';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { App } from '#server/app/app.ts';
import { type Files, fileFolders } from '#server/files/files.ts';
import { engineCollection } from '#server/search/project-search.ts';

interface RecordFileName {
  readonly name: string;
  readonly feedId: number;
  readonly generation: string;
  /** Epoch milliseconds; null while the import is running or held. */
  readonly publishedAt: number | null;
}

interface KeptBuild {
  readonly generation: string;
  /** Epoch milliseconds. */
  readonly builtAt: number;
}

const namePattern = /\/(\d+)\.([a-z0-9-]+)\.(?:(\d+)|unpublished)$/;
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

async function filesIn(files: Files, folder: string): Promise<RecordFileName[]> {
  return (await files.list(folder)).flatMap(({ name }) => {
    const [, feedId, generation = '', publishedAt] = namePattern.exec(name) ?? [];
    if (feedId === undefined) return [];
    return { name, feedId: Number(feedId), generation, publishedAt: publishedAt === undefined ? null : Number(publishedAt) };
  });
}

/** The records of the newest import of a feed when a generation went live. */
function recordsOf(files: readonly RecordFileName[], feedId: number, { generation, builtAt }: KeptBuild): RecordFileName | null {
  // A recreated generation has no file of its own; it went live when it was built.
  const liveAt = files.find((file) => file.generation === generation)?.publishedAt ?? builtAt;
  const before = files.filter((file) => file.feedId === feedId && (file.publishedAt ?? Infinity) <= liveAt);
  return before.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))[0] ?? null;
}

export const liveRecordFile = async (files: Files, folder: string, feedId: number, live: KeptBuild): Promise<string | null> =>
  recordsOf(await filesIn(files, folder), feedId, live)?.name ?? null;

/** Idempotent. */
export const publishRecordFile = (
  files: Files,
  folder: string,
  feedId: number,
  generation: string,
  publishedAt: number,
): Promise<void> =>
  files.rename(recordFileName(folder, feedId, generation, null), recordFileName(folder, feedId, generation, publishedAt));

/** Files are listed before `choose` runs, so files of imports that begin in between stay. */
export async function removeUnpublishedFiles(
  files: Files,
  folder: string,
  choose: (unpublished: readonly RecordFileName[]) => Promise<readonly RecordFileName[]>,
): Promise<void> {
  const unpublished = (await filesIn(files, folder)).filter(({ publishedAt }) => publishedAt === null);
  await removeAll(files, await choose(unpublished));
}

/** Deletes records that no kept generation needs, and unpublished ones of the feed. `feedIds` are the feeds of the collection. */
export async function removeOldRecordFiles(
  files: Files,
  folder: string,
  feedId: number,
  feedIds: readonly number[],
  kept: readonly KeptBuild[],
): Promise<void> {
  const standing = await filesIn(files, folder);
  const needed = new Set(kept.flatMap((one) => feedIds.map((id) => recordsOf(standing, id, one)?.name)));
  const isWaiting = (file: RecordFileName): boolean =>
    file.publishedAt === null && file.feedId !== feedId && feedIds.includes(file.feedId);
  await removeAll(
    files,
    standing.filter((file) => !needed.has(file.name) && !isWaiting(file)),
  );
}

async function removeAll(files: Files, some: readonly { readonly name: string }[]): Promise<void> {
  for (const { name } of some) await files.remove(name);
}

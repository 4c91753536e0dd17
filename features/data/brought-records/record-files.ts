import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** A file of records by its name: whose import it is of, and when that went live. */
export interface RecordFileName {
  readonly name: string;
  readonly feedId: number;
  readonly generation: string;
  /** Epoch milliseconds; null while the import is running or held. */
  readonly publishedAt: number | null;
}

/** A generation that is live or could be again. */
export interface KeptBuild {
  readonly generation: string;
  /** Epoch milliseconds. */
  readonly builtAt: number;
}

const namePattern = /^(\d+)\.([a-z0-9-]+)\.(?:(\d+)|unpublished)$/;
const nameOf = (feedId: number, generation: string, publishedAt: number | null): string =>
  `${feedId}.${generation}.${publishedAt ?? 'unpublished'}`;

/** Where the import of a feed writes its records. Makes the folder. */
export async function newRecordFile(folder: string, feedId: number, generation: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return path.join(folder, nameOf(feedId, generation, null));
}

async function filesIn(folder: string): Promise<RecordFileName[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => {
    const [, feedId, generation = '', publishedAt] = namePattern.exec(name) ?? [];
    if (feedId === undefined) return [];
    return { name, feedId: Number(feedId), generation, publishedAt: publishedAt === undefined ? null : Number(publishedAt) };
  });
}

/** The records of a feed as they were when a generation went live: those of its newest import by then. */
export function recordsOf(
  files: readonly RecordFileName[],
  feedId: number,
  { generation, builtAt }: KeptBuild,
): RecordFileName | null {
  // What was recreated has no file of its own; it went live when it was built.
  const liveAt = files.find((file) => file.generation === generation)?.publishedAt ?? builtAt;
  const before = files.filter((file) => file.feedId === feedId && (file.publishedAt ?? Infinity) <= liveAt);
  return before.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))[0] ?? null;
}

/** The path of the file that has a feed's records as they are live; null without one. */
export async function liveRecordFile(folder: string, feedId: number, live: KeptBuild): Promise<string | null> {
  const file = recordsOf(await filesIn(folder), feedId, live);
  return file === null ? null : path.join(folder, file.name);
}

/** Says that an import went live. May be said again. */
export async function publishRecordFile(folder: string, feedId: number, generation: string, publishedAt: number): Promise<void> {
  const from = path.join(folder, nameOf(feedId, generation, null));
  await rename(from, path.join(folder, nameOf(feedId, generation, publishedAt))).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/**
 * Deletes those unpublished files that are chosen. They are listed before the choice, so that files of imports that begin meanwhile
 * stay.
 */
export async function removeUnpublishedFiles(
  folder: string,
  choose: (unpublished: readonly RecordFileName[]) => Promise<readonly RecordFileName[]> | readonly RecordFileName[],
): Promise<void> {
  const unpublished = (await filesIn(folder)).filter(({ publishedAt }) => publishedAt === null);
  await Promise.all((await choose(unpublished)).map(({ name }) => rm(path.join(folder, name), { force: true })));
}

/**
 * Deletes what no kept generation needs: older records, and what earlier imports of the feed left that never went live. `feedIds` are
 * the feeds of the collection.
 */
export async function removeOldRecordFiles(
  folder: string,
  feedId: number,
  feedIds: readonly number[],
  kept: readonly KeptBuild[],
): Promise<void> {
  const files = await filesIn(folder);
  const needed = new Set(kept.flatMap((one) => feedIds.map((id) => recordsOf(files, id, one)?.name)));
  const isWaiting = (file: RecordFileName): boolean =>
    file.publishedAt === null && file.feedId !== feedId && feedIds.includes(file.feedId);
  const old = files.filter((file) => !needed.has(file.name) && !isWaiting(file));
  await Promise.all(old.map(({ name }) => rm(path.join(folder, name), { force: true })));
}

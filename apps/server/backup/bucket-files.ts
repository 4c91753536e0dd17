import { createReadStream, createWriteStream, mkdirSync, rmSync, copyFileSync, existsSync, linkSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '#apps/server/config.ts';
import { bytesOf, type Files, uploadsFolder } from '#server/files/files.ts';
import { openFiles } from '#server/files/open-files.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { backupFiles } from '#engine/index/files/backup-files.ts';
import { isTemporary } from '#process-kit/durable-files.ts';
import { databaseName, searchFolder } from '#apps/server/data-directory.ts';
import type { DatabaseSnapshot } from '#server/db/snapshot.ts';
import { pinSqliteFile } from '#server/db/sqlite/sqlite-snapshot.ts';

export const isKeptFile = (file: string): boolean => file.startsWith(uploadsFolder);

/**
 * Into the backup's folder for uploads; files removed in between are skipped. No-op for files in the data folder.
 */
export async function copyFromBucket(config: Config, backup: string): Promise<void> {
  await withBucket(config, async (files) => {
    // The data folder may hold files of the time before the bucket.
    rmSync(path.join(backup, uploadsFolder), { recursive: true, force: true });
    for (const { name } of await files.list(uploadsFolder)) await copy(files, name, path.join(backup, name));
  });
}

async function copy(files: Files, name: string, place: string): Promise<void> {
  const file = await files.open(name);
  if (file === null) return;
  mkdirSync(path.dirname(place), { recursive: true });
  await pipeline(Readable.from(bytesOf(file)), createWriteStream(place));
}

/** Throws `BackupError` if the bucket isn't empty. */
export async function refuseFullBucket(config: Config): Promise<void> {
  await withBucket(config, async (files) => {
    if ((await files.list(uploadsFolder)).length > 0)
      throw new BackupError(
        `There are files in ${uploadsFolder} of the bucket of AISLE_FILES_URL. Nothing was restored. Name another folder of it in AISLE_FILES_URL, or empty this one.`,
      );
  });
}

/** No-op for files in the data folder. */
export async function copyIntoBucket(config: Config, backup: string, manifest: Manifest): Promise<void> {
  await withBucket(config, async (files) => {
    for (const { path: name } of manifest.files)
      if (isKeptFile(name)) await files.put(name, createReadStream(path.join(backup, name)));
  });
}

async function withBucket(config: Config, work: (files: Files) => Promise<void>): Promise<void> {
  if (config.files === null) return;
  const files = await openFiles(config.files);
  await work(files).finally(() => files.close());
}

const mostTries = 50;
const pauseMilliseconds = 100;
/** Files of a running server and files that are being written. */
const leftOut = new RegExp(`^(?:lock\\.sqlite.*|${databaseName}.*|${searchFolder}|\\..*)$`);

/** Paths in the data folder. */
interface Standing {
  readonly fixed: readonly string[];
  readonly databases: readonly string[];
  readonly state: string;
}

function standingIn(directory: string): Standing {
  const { fixed, databases, state } = backupFiles(path.join(directory, searchFolder));
  const inSearch = (name: string): string => path.join(searchFolder, name);
  return { fixed: [...fixed.map(inSearch), ...otherFiles(directory)], databases: databases.map(inSearch), state };
}

const otherFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !leftOut.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(directory, entry.name) : [entry.name]));

const filesUnder = (directory: string, name: string): string[] =>
  readdirSync(path.join(directory, name), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !isTemporary(entry.name))
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));

/**
 * Pins data folder and database in `staging` while a server runs: files by hard links, the database by a transaction. Starts
 * again if something was published in between.
 */
export async function pinData(
  directory: string,
  staging: string,
  openSnapshot: () => Promise<DatabaseSnapshot>,
): Promise<DatabaseSnapshot> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const before = ifStanding(() => standingIn(directory));
    const snapshot = await openSnapshot();
    const isLinked = before !== null && ifStanding(() => linkAll(before.fixed, directory, staging)) !== null;
    const isSame =
      isLinked &&
      isDeepStrictEqual(
        ifStanding(() => standingIn(directory)),
        before,
      );
    if (isSame && (await copyLogs(before.databases, directory, staging))) return snapshot;
    await snapshot.close();
    rmSync(staging, { recursive: true, force: true });
    await sleep(pauseMilliseconds);
  }
  throw new BackupError('The data folder changed all the time; nothing was backed up. Try again when fewer imports run.');
}

/** null: the file is gone. */
function ifStanding<Found>(look: () => Found): Found | null {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function linkAll(names: readonly string[], from: string, to: string): true {
  for (const name of names) {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    linkOrCopy(path.join(from, name), path.join(to, name));
  }
  return true;
}

function linkOrCopy(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    // The file system has no hard links.
    copyFileSync(file, name);
  }
}

/** Later changes may or may not be included. False: a generation was removed in between. */
async function copyLogs(names: readonly string[], from: string, to: string): Promise<boolean> {
  for (const name of names) {
    try {
      const pinned = pinSqliteFile(path.join(from, name));
      await pinned.copyTo(path.join(to, name)).finally(() => pinned.close());
    } catch (error) {
      if (existsSync(path.join(from, name))) throw error;
      return false;
    }
  }
  return true;
}

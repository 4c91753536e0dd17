import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { backupFiles } from '#engine/index/files/backup-files.ts';
import { isTemporary } from '#process-kit/durable-files.ts';
import { databaseName, searchFolder } from '#apps/server/data-directory.ts';
import type { DatabaseSnapshot } from '#server/db/snapshot.ts';
import { pinSqliteFile } from '#server/db/sqlite/sqlite-snapshot.ts';
import { BackupError } from './backup-error.ts';

const mostTries = 50;
const pauseMilliseconds = 100;
/** Of a running server, or being written. */
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

/** Later changes may or may not be included. False: a generation was removed meanwhile. */
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

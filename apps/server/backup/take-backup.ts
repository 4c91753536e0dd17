import { constants, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { holdLock } from '#engine/index/files/databases.ts';
import { makeFolder, replaceFile, syncAllIn, syncFolder } from '#process-kit/durable-files.ts';
import type { Config } from '#apps/server/config.ts';
import { backupLock, databaseName, hasSecretKey, stagingFolder, unfinishedBackup } from '#apps/server/data-directory.ts';
import { aisleVersion } from '#apps/server/version.ts';
import { postgresSnapshot } from '#server/db/postgres/postgres-snapshot.ts';
import { type DatabaseSnapshot, NoTablesError } from '#server/db/snapshot.ts';
import { sqliteSnapshot } from '#server/db/sqlite/sqlite-snapshot.ts';
import { BackupError, type Manifest, sealBackup } from './manifest.ts';
import { copyFromBucket, pinData } from './bucket-files.ts';

const unfinished = '.unfinished';
const nameOf = (takenAt: number): string => `aisle-${new Date(takenAt).toISOString().replaceAll(/[:.]/g, '-')}`;

/**
 * Backs up a running or stopped server into a new folder in `target`. An interrupted backup is never taken for a whole one.
 * Throws `BackupError`.
 */
export async function takeBackup(config: Config, target: string): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDirectory } = config;
  if (!existsSync(dataDirectory))
    throw new BackupError(`There is no data folder ${dataDirectory}; set AISLE_DATA to the one of the server.`);
  if (isWithin(dataDirectory, target))
    throw new BackupError(`${target} lies in the data folder; use a folder elsewhere, best on another disk.`);
  const lock = lockOf(dataDirectory);
  const staging = path.join(dataDirectory, stagingFolder);
  const note = path.join(dataDirectory, unfinishedBackup);
  // Left by an interrupted backup, as only one runs at a time.
  rmSync(staging, { recursive: true, force: true });
  removeUnfinished(note);
  const takenAt = Date.now();
  const folder = path.join(target, nameOf(takenAt));
  const part = `${folder}${unfinished}`;
  try {
    // The target may hold backups of other servers.
    replaceFile(note, part);
    makeWithin(target, part);
    const manifest = await write(config, takenAt, staging, part);
    renameSync(part, folder);
    syncFolder(target);
    return { folder, manifest };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
    rmSync(note, { force: true });
    lock.close();
  }
}

function removeUnfinished(note: string): void {
  const part = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (part.endsWith(unfinished)) rmSync(part, { recursive: true, force: true });
}

function makeWithin(target: string, part: string): void {
  try {
    makeFolder(part);
  } catch (error) {
    throw new BackupError(
      `No backup can be written into ${target} (${(error as NodeJS.ErrnoException).code}); use a folder that this user may write.`,
    );
  }
}

async function write(config: Config, takenAt: number, staging: string, part: string): Promise<Manifest> {
  const snapshot = await pinData(config.dataDirectory, staging, () => openSnapshot(config));
  const { migration, projectCount } = snapshot;
  try {
    if (existsSync(staging)) await cp(staging, part, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await copyFromBucket(config, part);
    await snapshot.writeTo(part);
  } finally {
    await snapshot.close();
  }
  // A backup counts only once it is on the disk.
  syncAllIn(part);
  return sealBackup(part, {
    takenAt,
    aisle: aisleVersion,
    database: config.databaseUrl === null ? 'sqlite' : 'postgres',
    migration,
    projectCount,
    engine: config.openSearch === null ? 'embedded' : 'opensearch',
    hasSecretKey: hasSecretKey(part),
  });
}

async function openSnapshot({ databaseUrl, dataDirectory }: Config): Promise<DatabaseSnapshot> {
  try {
    return databaseUrl === null ? sqliteSnapshot(path.join(dataDirectory, databaseName)) : await postgresSnapshot(databaseUrl);
  } catch (error) {
    if (!(error instanceof NoTablesError)) throw error;
    throw new BackupError(
      `No server has ever started with this database${databaseUrl === null ? ` in ${dataDirectory}` : ''}; there is nothing to back up. Set AISLE_DATA and AISLE_DATABASE_URL as the server has them.`,
    );
  }
}

function lockOf(dataDirectory: string): { close(): void } {
  try {
    return holdLock(path.join(dataDirectory, backupLock), 0);
  } catch {
    throw new BackupError(`Another backup of ${dataDirectory} is being made; wait for it, or end it.`);
  }
}

const isWithin = (folder: string, other: string): boolean => {
  const relative = path.relative(folder, other);
  return relative === '' || (relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative));
};

import { randomBytes, randomUUID } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, removeTemporaries, replaceFile } from '#process-kit/durable-files.ts';
import { holdLock, isEmptyDatabase } from '#engine/index/files/databases.ts';
import { leastSecretKeyLength, type Config, ConfigError } from './config.ts';

export const databaseName = 'aisle.sqlite';
export const searchFolder = 'search';
/** A restore collects its content here until it is complete. */
export const restoringFolder = '.restoring';
export const mailsFolder = 'mails';
/** In the data folder, as hard links need the same disk. */
export const stagingFolder = '.backup';
export const backupLock = '.backup-lock';
/** Names the unfinished backup, so that the next one removes it. */
export const unfinishedBackup = '.backup-unfinished';
const serverIdFile = 'server-id';
const secretKeyFile = 'secret-key';
const ownersFolder = 0o700;
const ownersFile = 0o600;
const othersBits = 0o077;

/**
 * Creates and locks the data folder: two servers in one folder would corrupt it. The lock is SQLite's, so the system releases
 * it however the process ends. Throws `ConfigError`, also for an interrupted restore unless `isRestoring`.
 */
export function holdDataDirectory(directory: string, { isRestoring = false } = {}): { release(): void } {
  try {
    makeFolder(directory, ownersFolder);
    accessSync(directory, constants.W_OK);
  } catch {
    throw new ConfigError(
      `The data folder ${directory} can not be written; set AISLE_DATA to a folder that this user may write.`,
    );
  }
  const lock = locked(path.join(directory, 'lock.sqlite'));
  if (lock === null)
    throw new ConfigError(`Another Aisle uses the data folder ${directory}; stop it, or set AISLE_DATA to a folder of its own.`);
  if (!isRestoring && existsSync(path.join(directory, restoringFolder))) {
    lock.close();
    throw new ConfigError(`A restore into the data folder ${directory} was cut off; run restore again, with --replace.`);
  }
  return { release: () => lock.close() };
}

const sqliteBusy = 5;

/** null: locked by another process. */
function locked(file: string): { close(): void } | null {
  try {
    return holdLock(file, 0);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw error;
  }
}

/** Removes temporary files of killed servers and backups. Needs the lock. */
export function clearUnfinished(directory: string): void {
  for (const folder of [directory, path.join(directory, mailsFolder)]) removeTemporaries(folder);
  const staging = path.join(directory, stagingFolder);
  const lock = existsSync(staging) ? locked(path.join(directory, backupLock)) : null;
  if (lock === null) return;
  rmSync(staging, { recursive: true, force: true });
  lock.close();
}

export const hasSecretKey = (directory: string): boolean => existsSync(path.join(directory, secretKeyFile));

/**
 * Throws `ConfigError` if a used folder has lost its SQLite database or key: an empty database would delete all indexes as
 * orphans, and nothing decrypts without the key.
 */
export function refuseLostFiles({
  dataDirectory,
  databaseUrl,
  secretKey,
}: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'secretKey'>): void {
  const at = (name: string): string => path.join(dataDirectory, name);
  const [database, key, id] = [at(databaseName), at(secretKeyFile), at(serverIdFile)];
  if (!existsSync(id)) return;
  if (databaseUrl === null && (!existsSync(database) || isEmptyDatabase(database)))
    throw new ConfigError(
      `The database ${database} is missing or empty, though a server has used this data folder; restore a backup, or delete ${id} to start with an empty database.`,
    );
  if (secretKey === null && !existsSync(key))
    throw new ConfigError(
      `The key ${key} is missing, though a server has used this data folder; bring it back from a backup or set AISLE_SECRET_KEY, or delete ${id} and enter the passwords of feeds again.`,
    );
}

/** Owner-only permissions, now and for new files: the folder holds password hashes, the key and shops' data. */
export function keepPrivate(directory: string): void {
  process.umask(othersBits);
  const tighten = (file: string): void => {
    const { mode, uid, isFolder } = modeOf(file);
    // Not for folders of other users, such as mount points.
    if ((mode & othersBits) !== 0 && uid === process.getuid?.()) chmodSync(file, isFolder ? ownersFolder : ownersFile);
  };
  tighten(directory);
  for (const { name, parentPath } of readdirSync(directory, { withFileTypes: true })) tighten(path.join(parentPath, name));
}

function modeOf(file: string): { mode: number; uid: number; isFolder: boolean } {
  const stat = statSync(file);
  return { mode: stat.mode, uid: stat.uid, isFolder: stat.isDirectory() };
}

/** Claims jobs under this id; stored in the data folder. */
export function serverIdOf(directory: string): string {
  const file = path.join(directory, serverIdFile);
  const known = textOf(file);
  return known === null || known === '' ? write(file, randomUUID()) : known;
}

const secretKeyBytes = 32;

/**
 * The key that encrypts stored passwords, generated once and part of backups. Throws `ConfigError` for a file without a key,
 * as a new key could decrypt nothing.
 */
export function secretKeyOf(directory: string): string {
  const file = path.join(directory, secretKeyFile);
  const key = textOf(file) ?? write(file, randomBytes(secretKeyBytes).toString('base64url'));
  if (key.length >= leastSecretKeyLength) return key;
  throw new ConfigError(
    `The file ${file} holds no key of at least ${leastSecretKeyLength} characters; bring it back from a backup, or delete it and enter the passwords of feeds again.`,
  );
}

/** null: not found. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

function write(file: string, text: string): string {
  replaceFile(file, text);
  return text;
}

import { randomBytes, randomUUID } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder, removeTemporaries, replaceFile } from '#process-kit/durable-files.ts';
import { holdLock } from '#engine/index/files/held-lock.ts';
import { isEmptyDatabase } from '#engine/index/files/stored-database.ts';
import { leastSecretKeyLength } from '#apps/server/secrets-config.ts';
import type { Config } from '#apps/server/config.ts';
import { ConfigError } from '#apps/server/config-error.ts';

export const databaseName = 'aisle.sqlite';
export const searchFolder = 'search';
/** What a restore brings stands here until all of it is there. */
export const restoringFolder = '.restoring';
export const mailsFolder = 'mails';
/** What a backup holds while it copies: in the data folder, as files get second names on their own disk alone. */
export const stagingFolder = '.backup';
export const backupLock = '.backup-lock';
/** Names what a backup is writing, for the next one to remove it where this one is killed. */
export const unfinishedBackup = '.backup-unfinished';
const serverIdFile = 'server-id';
const secretKeyFile = 'secret-key';
const ownersFolder = 0o700;
const ownersFile = 0o600;
const othersBits = 0o077;

/**
 * Makes the data folder and holds it for this process: two servers on one folder would undo each other's work. The lock is SQLite's,
 * so the operating system gives it back however the process ends. Throws `ConfigError` when the folder can't be used, and for a server
 * when a restore was cut off in it.
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

/** null when another process holds the lock. */
function locked(file: string): { close(): void } | null {
  try {
    return holdLock(file, 0);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw error;
  }
}

/** Removes what killed servers and backups were writing. Only for the server that holds the folder; indexes and kept files are cleared by what writes them. */
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
 * Throws `ConfigError` where a server has run, and its SQLite database or its key is gone: an empty database would have the indexes deleted
 * as nobody's, and nothing opens what another key has sealed.
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

/**
 * Takes the data folder away from all other users of the machine: it holds hashes of passwords, the key of the server and the goods
 * of shops. What is written later is for this user alone, too.
 */
export function keepPrivate(directory: string): void {
  process.umask(othersBits);
  const tighten = (file: string): void => {
    const { mode, uid, isFolder } = modeOf(file);
    // What somebody else owns, such as the point where a disk is mounted, is theirs to close.
    if ((mode & othersBits) !== 0 && uid === process.getuid?.()) chmodSync(file, isFolder ? ownersFolder : ownersFile);
  };
  tighten(directory);
  for (const { name, parentPath } of readdirSync(directory, { withFileTypes: true })) tighten(path.join(parentPath, name));
}

function modeOf(file: string): { mode: number; uid: number; isFolder: boolean } {
  const stat = statSync(file);
  return { mode: stat.mode, uid: stat.uid, isFolder: stat.isDirectory() };
}

/** The name under which this server claims jobs; it stays with the data folder. */
export function serverIdOf(directory: string): string {
  const file = path.join(directory, serverIdFile);
  const known = textOf(file);
  // Two servers must not share the name of an empty file.
  return known === null || known === '' ? write(file, randomUUID()) : known;
}

const secretKeyBytes = 32;

/**
 * The key that stored passwords are sealed with, made once. It goes along with a backup of the data folder, and to nobody else. Throws
 * `ConfigError` for a file that holds no key: a new one would leave what is stored unreadable.
 */
export function secretKeyOf(directory: string): string {
  const file = path.join(directory, secretKeyFile);
  const key = textOf(file) ?? write(file, randomBytes(secretKeyBytes).toString('base64url'));
  if (key.length >= leastSecretKeyLength) return key;
  throw new ConfigError(
    `The file ${file} holds no key of at least ${leastSecretKeyLength} characters; bring it back from a backup, or delete it and enter the passwords of feeds again.`,
  );
}

/** null when there is no such file. */
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

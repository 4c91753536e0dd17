import { existsSync, rmSync, statSync, closeSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { storedWaitMs } from '#engine/index/limits.ts';
import { DamagedFileError, reading, asDamage } from './checksums.ts';

const hasTables = (database: DatabaseSync): boolean => database.prepare('select 1 from sqlite_schema').get() !== undefined;

/** Throws `DamagedFileError` when it is missing, empty or no database. */
export function openStored(file: string): DatabaseSync {
  if (!existsSync(file)) throw new DamagedFileError(`${file} is missing.`);
  const database = new DatabaseSync(file, { readOnly: true, timeout: storedWaitMs });
  try {
    if (!reading(file, () => hasTables(database))) throw new DamagedFileError(`${file} is empty.`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export const removeDatabase = (file: string): void => {
  for (const end of ['-wal', '-shm', '']) rmSync(`${file}${end}`, { force: true });
};

const emptyBytes = 4096;

export function isEmptyDatabase(file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? Infinity) > emptyBytes) return false;
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    return !hasTables(database);
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

/** Until it is closed or the process ends. Throws if another holder keeps it for `waitMs`. Writes nothing, so it works on a full disk. */
export function holdLock(file: string, waitMs: number): DatabaseSync {
  // SQLite hides why a disk refuses a file. One that exists stays closed: closing it would drop a lock of this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a'));
  const lock = new DatabaseSync(file);
  try {
    lock.exec(`pragma busy_timeout = ${waitMs}; pragma journal_mode = memory; begin exclusive`);
  } catch (error) {
    lock.close();
    // A damaged one is held by nobody: a lock is asked for before the file is read.
    if (!(asDamage(error, file) instanceof DamagedFileError)) throw error;
    truncateSync(file);
    return holdLock(file, waitMs);
  }
  return lock;
}

import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { storedWaitMs } from '#engine/index/limits.ts';
import { DamagedFileError, reading } from './damaged-file.ts';

const hasTables = (database: DatabaseSync): boolean => database.prepare('select 1 from sqlite_schema').get() !== undefined;

/** Opens an SQLite file for reading. Throws `DamagedFileError` when it is missing, empty or no database. */
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

/** One without tables is no larger. */
const emptyBytes = 4096;

/** Whether an SQLite file is known to have no table. */
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

import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { storedWaitMs } from '#engine/embedded/limits.ts';
import { DamagedFileError, reading } from './damaged-file.ts';

/** Opens an SQLite file that has to be there, for reading. Throws `DamagedFileError` when it is missing or no database. */
export function openStored(file: string): DatabaseSync {
  if (!existsSync(file)) throw new DamagedFileError(`${file} is missing.`);
  const database = new DatabaseSync(file, { readOnly: true, timeout: storedWaitMs });
  try {
    reading(file, () => database.prepare('select count(*) from sqlite_schema').get());
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

import { closeSync, existsSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asDamage, DamagedFileError } from './damaged-file.ts';

/**
 * Holds a lock until it is closed or this process ends, however it ends. Throws when somebody else holds it and keeps it for
 * `waitMs`. `file` is made when absent and stays empty; its folder has to be there. Nothing is written, so a lock can be held on a full disk.
 */
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

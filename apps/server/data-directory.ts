import { randomBytes, randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '#server/config.ts';

/**
 * Makes the data folder and holds it for this process: two servers on one folder would undo each other's work. The lock is SQLite's,
 * so the operating system gives it back however the process ends. Throws `ConfigError` when the folder can't be used.
 */
export function holdDataDirectory(directory: string): { release(): void } {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch {
    throw new ConfigError(
      `The data folder ${directory} can not be written; set AISLE_DATA to a folder that this user may write.`,
    );
  }
  const lock = new DatabaseSync(path.join(directory, 'lock.sqlite'));
  try {
    lock.exec('pragma locking_mode=exclusive; begin exclusive');
  } catch {
    lock.close();
    throw new ConfigError(`Another Aisle uses the data folder ${directory}; stop it, or set AISLE_DATA to a folder of its own.`);
  }
  return { release: () => lock.close() };
}

/** The name under which this server claims jobs; it stays with the data folder. */
export function serverIdOf(directory: string): string {
  const file = path.join(directory, 'server-id');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const id = randomUUID();
  writeFileSync(file, id);
  return id;
}

const secretKeyBytes = 32;

/** The key that stored passwords are sealed with, made once. It goes along with a backup of the data folder, and to nobody else. */
export function secretKeyOf(directory: string): string {
  const file = path.join(directory, 'secret-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const key = randomBytes(secretKeyBytes).toString('base64url');
  // What is sealed with it outlives a power cut, so it must, too; and half of it must never be taken for a key.
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, key, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  return key;
}

import { ConfigError } from '#apps/server/config.ts';
import { DatabaseStartError } from '#server/db/errors.ts';
import { FilesAwayError } from '#server/files/files.ts';
import { MoveError } from '#server/db/sqlite/sqlite-to-postgres.ts';
import { BackupError } from './manifest.ts';

export class UsageError extends Error {}

const othersBits = 0o077;

/** Prints errors as one sentence and exits with 1. */
export async function runProgram(usage: string, work: () => Promise<void>): Promise<void> {
  // Backups hold password hashes and the server's key.
  process.umask(othersBits);
  try {
    await work();
  } catch (error) {
    const isSentence = [BackupError, MoveError, ConfigError, DatabaseStartError, FilesAwayError].some(
      (kind) => error instanceof kind,
    );
    if (isUsage(error)) console.error(`${error.message} ${usage}`);
    else console.error(isSentence ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;

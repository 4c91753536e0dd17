import { ConfigError } from '#apps/server/config-error.ts';
import { DatabaseStartError } from '#server/db/errors.ts';
import { FilesAwayError } from '#server/files/files.ts';
import { MoveError } from '#server/db/sqlite/sqlite-to-postgres.ts';
import { BackupError } from './backup-error.ts';

/** A command that was given what it can't take. */
export class UsageError extends Error {}

const othersBits = 0o077;

/** Runs a command to its end. What goes wrong is told in one sentence where it has one, and leaves the exit code 1. */
export async function runProgram(usage: string, work: () => Promise<void>): Promise<void> {
  // What is written is for this user alone: hashes of passwords, and the key of the server.
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

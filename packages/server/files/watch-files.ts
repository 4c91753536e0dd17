import type { FastifyBaseLogger } from 'fastify';
import { bytesOf, type Files, FilesAwayError, type FilesState, uploadsFolder } from './files.ts';
import { type FilesSettings, openFiles } from './open-files.ts';

export const ownerFile = 'installation';

/** Claims unowned storage; of several servers one wins. */
export async function ownFiles(files: Files, installation: string): Promise<boolean> {
  if ((await ownerOf(files)) === null) await files.putFirst(ownerFile, installation);
  return (await ownerOf(files)) === installation;
}

async function ownerOf(files: Files): Promise<string | null> {
  const file = await files.open(ownerFile);
  if (file === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(file)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

export const filesLookMilliseconds = 30_000;
/** Longer than any upload takes. */
const unfinishedMilliseconds = 24 * 60 * 60 * 1000;
export const filesTidyMilliseconds = 60 * 60 * 1000;

/** The message says what to do. */
export class FilesStartError extends Error {}

export interface WatchedFiles extends Files {
  state(): FilesState;
  watch(): Promise<FilesState>;
  /**
   * Ties the storage to an installation: another one with the same names would delete files as orphans. Throws
   * `FilesStartError` for another's storage; one that is away is checked when it is back.
   */
  ownedBy(installation: string): Promise<void>;
  tidy(): Promise<void>;
}

/** Storage that is away doesn't stop a start, as searches need none of it. Throws `FilesStartError` if it refuses. */
export async function watchFiles(settings: FilesSettings, log: FastifyBaseLogger): Promise<WatchedFiles> {
  const files = await openFiles(settings);
  let state: FilesState = 'there';
  /** Required owner; null once verified. */
  let owner: string | null = null;

  async function look(): Promise<FilesState> {
    const found = await files.look();
    if (found !== 'there' || owner === null) return found;
    try {
      if (!(await ownFiles(files, owner))) return 'refused';
      owner = null;
      return 'there';
    } catch (error) {
      if (error instanceof FilesAwayError) return 'away';
      throw error;
    }
  }

  async function watch(): Promise<FilesState> {
    const found = await look();
    if (found !== state) {
      if (found === 'there') log.warn('Files can be kept and found again');
      else
        log.error({ state: found }, 'Files can not be kept or found: the bucket of AISLE_FILES_URL does not answer as it has to');
    }
    return (state = found);
  }

  if ((await watch()) === 'refused') {
    files.close();
    throw new FilesStartError(
      'The bucket of AISLE_FILES_URL refuses this server; check that it exists, and that the key may read, write, list and delete in it.',
    );
  }
  const removeUnfinished = (startedBefore: number): Promise<void> => files.removeUnfinished(uploadsFolder, startedBefore);
  // This server writes nothing yet, and no other does.
  if (!files.isShared) await removeUnfinished(Infinity);
  return {
    ...files,
    state: () => state,
    watch,
    async ownedBy(installation) {
      owner = installation;
      if ((await watch()) !== 'refused') return;
      throw new FilesStartError(
        `The folder of the bucket in AISLE_FILES_URL has the files of another database, and each would delete those of the other; name another folder. If the other database is gone, delete the file "${ownerFile}" in that folder.`,
      );
    },
    tidy: () => removeUnfinished(Date.now() - unfinishedMilliseconds),
  };
}

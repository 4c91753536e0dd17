import type { FastifyBaseLogger } from 'fastify';
import { bytesOf, fileFolders, type Files, FilesAwayError, type FilesState } from './files.ts';
import { type FilesSettings, openFiles } from './open-files.ts';

/** Says whose the files are. */
export const ownerFile = 'installation';

/** Whether files are those of this installation; what is nobody's yet becomes its own. Of several that begin at once, one owns them. */
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

/** How often is looked whether files can be kept and found. */
export const filesLookMilliseconds = 30_000;
/** Longer than any file is on its way. */
const unfinishedMilliseconds = 24 * 60 * 60 * 1000;
export const filesTidyMilliseconds = 60 * 60 * 1000;

/** Settings with which files can't be kept. The message says what to do. */
export class FilesStartError extends Error {}

export interface WatchedFiles extends Files {
  state(): FilesState;
  /** Looks now, and tells the log what has changed. */
  watch(): Promise<FilesState>;
  /**
   * Says which installation the files go with: another one of the same names would delete them as nobody's. Throws `FilesStartError` where
   * they are another's. Those that are away are looked at once they are back, and are `refused` then.
   */
  ownedBy(installation: string): Promise<void>;
  /** Deletes what has been on its way into files for longer than any takes. */
  tidy(): Promise<void>;
}

/**
 * Opens where files are kept, and knows how that does. One that is away doesn't stop a start: searches need none of its files. Throws
 * `FilesStartError` for one that refuses.
 */
export async function watchFiles(settings: FilesSettings, log: FastifyBaseLogger): Promise<WatchedFiles> {
  const files = await openFiles(settings);
  let state: FilesState = 'there';
  /** Whose they have to be; null once they are known to be. */
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
  const removeUnfinished = async (startedBefore: number): Promise<void> => {
    for (const folder of Object.values(fileFolders)) await files.removeUnfinished(folder, startedBefore);
  };
  // Nobody else writes there, and this server doesn't yet.
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

import type { FastifyBaseLogger } from 'fastify';
import { fileFolders, type Files, type FilesState } from './files.ts';
import { type FilesSettings, openFiles } from './open-files.ts';

/** How often is looked whether files can be kept and found. */
export const filesLookMilliseconds = 30_000;
/** Longer than any file is on its way. */
const unfinishedMilliseconds = 24 * 60 * 60 * 1000;
export const filesTidyMilliseconds = 60 * 60 * 1000;

/** Settings with which files can't be kept. The message says what to do. */
export class FilesStartError extends Error {}

export interface WatchedFiles extends Files {
  /** As of the last look. */
  state(): FilesState;
  /** Looks now, and tells the log what has changed. */
  watch(): Promise<FilesState>;
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

  async function watch(): Promise<FilesState> {
    const found = await files.look();
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
    tidy: () => removeUnfinished(Date.now() - unfinishedMilliseconds),
  };
}

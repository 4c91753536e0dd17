import type { ImportListener, ImportOutcome, ImportTask } from '#features/data/imports/imports.task.ts';
import { buildGeneration } from './build-generation.ts';
import { failedImport } from './failed-import.ts';
import { openItems } from './open-items.ts';
import { UploadGoneError } from './open-source.ts';
import { importProgress } from './report-progress.ts';
import { FeedError, HostBusy, TagNameNeeded } from '#feeds/feed-error.ts';
import { isDiskFull } from '#server-kit/disk-full.ts';
import { FilesAwayError } from '#server-kit/files/files.ts';
import { openFiles } from '#server-kit/files/open-files.ts';
import { storageFailure } from '#server-kit/storage-failure.ts';

/**
 * Runs one import: reads the feed as a stream, makes items of its records, and builds a generation that the server publishes.
 * What is wrong with the feed as a whole is an outcome; anything that rejects is our fault or the machine's.
 */
export async function runImport(task: ImportTask, listener: ImportListener): Promise<ImportOutcome> {
  const files = await openFiles(task.files);
  const progress = importProgress(listener);
  try {
    const opened = await openItems(task, files, progress, listener);
    return opened ? await buildGeneration(task, files, progress, opened) : { kind: 'unchanged' };
  } catch (error) {
    if (error instanceof UploadGoneError) return failedImport('uploadGone');
    if (error instanceof FilesAwayError) return failedImport('filesAway');
    if (isDiskFull(error)) return failedImport('diskFull');
    const reason = storageFailure(error);
    if (reason !== null) return failedImport('storageFailed', { reason });
    if (!(error instanceof FeedError)) throw error;
    const failure = { code: error.code, details: error.details };
    return error instanceof TagNameNeeded
      ? { kind: 'needTagName', failure, candidates: candidatesOf(error) }
      : { kind: 'failed', failure, retryAfterSeconds: error instanceof HostBusy ? error.retryAfterSeconds : null };
  } finally {
    progress.close();
    files.close();
  }
}

const candidatesOf = ({ candidates }: TagNameNeeded) =>
  candidates.map(({ name, count, sampleFields }) => ({
    tag_name: name,
    count,
    sample_fields: [...sampleFields],
  }));

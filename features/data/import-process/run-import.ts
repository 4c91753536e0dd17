import type { ImportListener, ImportOutcome, ImportTask } from '#features/data/imports/imports.task.ts';
import { isUploadThere } from '#features/data/feed-settings/upload-files.service.ts';
import { buildGeneration } from './build-generation.ts';
import { failedImport } from './failed-import.ts';
import { openItems } from './open-items.ts';
import { importProgress } from './report-progress.ts';
import { FeedError, HostBusy, TagNameNeeded } from '#feeds/feed-error.ts';
import { isDiskFull } from '#server-kit/disk-full.ts';
import { storageFailure } from '#server-kit/storage-failure.ts';

/**
 * Runs one import: reads the feed as a stream, makes items of its records, and builds a generation that the server publishes.
 * What is wrong with the feed as a whole is an outcome; anything that rejects is our fault or the machine's.
 */
export async function runImport(task: ImportTask, listener: ImportListener): Promise<ImportOutcome> {
  if (task.source.kind === 'file' && !(await isUploadThere(task.source.path))) return failedImport('uploadGone');
  const progress = importProgress(listener);
  try {
    const opened = await openItems(task, progress, listener);
    return opened ? await buildGeneration(task, progress, opened) : { kind: 'unchanged' };
  } catch (error) {
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
  }
}

const candidatesOf = ({ candidates }: TagNameNeeded) =>
  candidates.map(({ name, count, sampleFields }) => ({
    tag_name: name,
    count,
    sample_fields: [...sampleFields],
  }));

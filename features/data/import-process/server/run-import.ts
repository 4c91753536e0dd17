import type { ImportListener, ImportOutcome, ImportTask } from '#features/data/imports/server/imports.task.ts';
import { buildGeneration } from './build-generation.ts';
import { candidatesOf, failureOf } from './feed-failure.ts';
import { openItems } from './open-items.ts';
import { importProgress } from './report-progress.ts';
import { HostBusy, TagNameNeeded } from '#feeds/feed-error.ts';
import { openFiles } from '#server/files/open-files.ts';

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
    const failure = failureOf(error);
    if (failure === null) throw error;
    return error instanceof TagNameNeeded
      ? { kind: 'needTagName', failure, candidates: candidatesOf(error) }
      : { kind: 'failed', failure, retryAfterSeconds: error instanceof HostBusy ? error.retryAfterSeconds : null };
  } finally {
    progress.close();
    files.close();
  }
}

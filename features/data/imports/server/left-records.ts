import { recordFolder } from '#features/data/brought-records/server/brought-records.service.ts';
import { removeUnfinishedRecords, removeUnpublishedFiles } from '#features/data/brought-records/server/record-files.ts';
import type { FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import type { ImportJob } from './imports.task.ts';
import { builtImportStore } from './left-records.store.ts';
import type { App } from '#server/app.ts';
import { fileFolders } from '#server/files/files.ts';
import type { TellWaiting } from '#server/jobs/jobs.ts';

type FeedOfRecords = Pick<FeedRow, 'id' | 'collection_id'>;

/** It was cancelled, failed, dropped, or its process was killed. What can't be deleted now is later. */
export async function removeRecordsLeftBy(app: App, feed: FeedOfRecords, importId: number): Promise<void> {
  const imports = builtImportStore(app.db);
  const isOfFeed = ({ feedId }: { readonly feedId: number }): boolean => feedId === feed.id;
  const folder = recordFolder(feed.collection_id);
  try {
    // Who cancels an import may begin the next one at once. That one's end removes what this one has left.
    if (!(await imports.hasOther(feed.id, importId))) await removeUnfinishedRecords(app.files, folder, feed.id);
    await removeUnpublishedFiles(app.files, folder, async (files) => {
      const ofFeed = files.filter(isOfFeed);
      if (ofFeed.length === 0 || (await imports.hasOther(feed.id, importId))) return [];
      const waiting = await imports.waiting(feed.id);
      return ofFeed.filter(({ generation }) => !waiting.has(generation));
    });
  } catch (error) {
    app.http.log.warn({ err: error, feed: feed.id }, 'The records of an ended import could not be deleted');
  }
}

/** Deletes what imports have left behind that were cut off with their server. What an import of another server writes just now stays. */
export async function removeLeftRecords(app: App): Promise<void> {
  const imports = builtImportStore(app.db);
  try {
    await removeUnpublishedFiles(app.files, fileFolders.records, async (files) => {
      // What goes live meanwhile is published by then.
      const busy = await imports.busyFeeds();
      const waiting = await imports.waiting();
      return files.filter(({ feedId, generation }) => !busy.has(feedId) && !waiting.has(generation));
    });
  } catch (error) {
    app.http.log.warn({ err: error }, 'The records of imports that were cut off could not be deleted');
  }
}

type RunJob = (job: ImportJob, signal: AbortSignal, waiting: TellWaiting) => Promise<void>;

/** Runs imports so that none leaves records behind, however it ends. */
export const leavingNoRecords =
  (app: App, feedOf: (job: ImportJob) => Promise<FeedOfRecords | undefined>, run: RunJob): RunJob =>
  async (job, signal, waiting) => {
    const feed = await feedOf(job);
    try {
      await run(job, signal, waiting);
    } finally {
      if (feed) await removeRecordsLeftBy(app, feed, job.importId);
    }
  };

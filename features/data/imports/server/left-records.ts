import { removeUnpublishedFiles } from '#features/data/brought-records/server/record-files.ts';
import type { App } from '#server/app.ts';
import { fileFolders } from '#server/files/files.ts';
import { importReportStore } from './import-report.store.ts';
import { importStore } from './imports.store.ts';

/** Deletes the records of imports in a folder that were cancelled, failed, dropped or killed. The next run retries. */
export async function removeLeftRecords(app: App, folder: string = fileFolders.records): Promise<void> {
  try {
    // Imports that began after the files were listed are busy, so their files stay.
    await removeUnpublishedFiles(app.files, folder, async (files) => {
      const busy = await importStore(app.db).busyFeeds();
      const held = await importReportStore(app.db).heldGenerations();
      return files.filter(({ feedId, generation }) => !busy.has(feedId) && !held.has(generation));
    });
  } catch (error) {
    app.http.log.warn({ err: error }, 'Records of ended imports could not be deleted');
  }
}

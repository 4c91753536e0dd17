import { recordFolder } from '#features/data/brought-records/server/brought-records.service.ts';
import { removeUnpublishedFiles } from '#features/data/brought-records/server/record-files.ts';
import type { App } from '#server/app/app.ts';
import { fileFolders } from '#server/files/files.ts';
import { importReportStore } from './import-report.store.ts';
import { importStore } from './imports.store.ts';

/** Deletes records of imports that were cancelled, failed, dropped or killed: of one feed's collection, or of all. The next run retries. */
export async function removeLeftRecords(app: App, feed?: { readonly id: number; readonly collection_id: number }): Promise<void> {
  const imports = importStore(app.db);
  const folder = feed ? recordFolder(feed.collection_id) : fileFolders.records;
  try {
    if (feed && !(await imports.busyFeeds()).has(feed.id)) await app.files.removeUnfinished(`${folder}${feed.id}.`);
    // Imports that began after the files were listed are busy, so their files stay.
    await removeUnpublishedFiles(app.files, folder, async (files) => {
      const busy = await imports.busyFeeds();
      const held = await importReportStore(app.db).heldGenerations();
      return files.filter(({ feedId, generation }) => !busy.has(feedId) && !held.has(generation));
    });
  } catch (error) {
    app.http.log.warn({ err: error }, 'Records of ended imports could not be deleted');
  }
}

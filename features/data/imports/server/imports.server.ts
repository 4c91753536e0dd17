import {
  cancelImport,
  discardImport,
  publishImport,
  readImportReport,
  listImports,
} from '#features/data/imports/imports.contract.ts';
import { importStore } from './imports.store.ts';
import { importReportStore } from './import-report.store.ts';
import { endedWell, importEnded } from './imports.events.ts';
import { feedStore } from '#features/data/feed-settings/server/feeds.store.ts';
import { cancelImports, requestPublish } from './imports.service.ts';
import { fail, foundIn } from '#server/base/fail.ts';
import type { App } from '#server/app/app.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { serve } from '#server/app/serve.ts';

export function serveImports(app: App): void {
  const feeds = feedStore(app.db);
  const reports = importReportStore(app.db);

  const reportOf = async (project: ProjectScope, feedId: number, importId: number) =>
    foundIn(await reports.read(project, feedId, importId), 'import');

  serve(app, listImports, async ({ id, ...query }, { project }) => {
    await feeds.known(project, id);
    return importStore(app.db).list(project, id, query);
  });

  serve(app, readImportReport, ({ id, import_id: importId }, { project }) => reportOf(project, id, importId));

  serve(app, publishImport, async ({ id, import_id: importId }, { project }) => {
    await reportOf(project, id, importId);
    if (!(await requestPublish(app, project, id, importId))) throw fail('importRunning');
    return {};
  });

  serve(app, discardImport, async ({ id, import_id: importId }, { project }) => {
    const feed = await feeds.known(project, id);
    await reportOf(project, id, importId);
    const discarded = await reports.discard(project, id, importId);
    if (discarded === null) throw fail('importNotOnHold');
    await app.engine.discard(engineCollection(feed.collection_id), discarded.generation);
    await app.events.tell(importEnded, { project, feed, state: 'discarded', askedBy: 'person', ...endedWell });
    return {};
  });

  serve(app, cancelImport, async ({ id }, { project }) => {
    await feeds.known(project, id);
    if (!(await cancelImports(app, project, id))) throw fail('noImportToCancel');
    return {};
  });
}

import type { App } from '#server/app/app.ts';
import type { Database } from '#server/db/schema.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { fail } from '#server/base/fail.ts';
import { importReportStore } from './import-report.store.ts';
import { importStore } from './imports.store.ts';
import { type AskedBy, type ImportJob, importJob, publishJob } from './imports.task.ts';

/** Answers false while an import of the feed waits or runs. */
export const requestImport = (app: App, project: ProjectScope, feedId: number): Promise<boolean> =>
  app.db.transaction().execute((transaction) => requestImportIn(transaction, app, project, feedId, 'person'));

/** As `requestImport`, in a transaction. Inactive and deleted projects import nothing. */
export async function requestImportIn(
  transaction: Database,
  app: App,
  project: ProjectScope,
  feedId: number,
  askedBy: AskedBy,
): Promise<boolean> {
  const imports = importStore(transaction);
  const importId = (await imports.mayBegin(project)) ? await imports.insert(project, feedId) : null;
  if (importId === null) return false;
  const job: ImportJob = { projectId: project.id, feedId, importId, askedBy };
  return app.jobs.enqueue(importJob, String(importId), job, transaction);
}

/** Publishes an import on hold. Answers false while another import of the feed waits or runs. Throws `importNotOnHold`. */
export function requestPublish(app: App, project: ProjectScope, feedId: number, importId: number): Promise<boolean> {
  return app.db.transaction().execute(async (transaction) => {
    const begun = await importReportStore(transaction).beginPublish(project, feedId, importId);
    if (begun === 'notOnHold') throw fail('importNotOnHold');
    if (begun === 'busy') return false;
    const job: ImportJob = { projectId: project.id, feedId, importId, askedBy: 'person' };
    return app.jobs.enqueue(publishJob, String(importId), job, transaction);
  });
}

/** Cancels the import of a feed that waits or runs. Answers false when there is none, or it is going live. */
export async function cancelImports(app: App, project: ProjectScope, feedId: number): Promise<boolean> {
  const importId = await importStore(app.db).cancel(project, feedId);
  if (importId === null) return false;
  await stopImport(app, importId);
  return true;
}

/** In the transaction that deactivates a project. Answers ids for `stopImport`; imports that are going live do so. */
export const endAllImportsIn = (transaction: Database, project: ProjectScope): Promise<readonly number[]> =>
  importStore(transaction).cancelAll(project);

/** In the transaction that removes the feed. Throws `importGoesLive` where it can't be stopped: its items would stay. */
export async function endImportsIn(transaction: Database, project: ProjectScope, feedId: number): Promise<number | null> {
  const imports = importStore(transaction);
  const cancelled = await imports.cancel(project, feedId);
  if (cancelled === null && (await imports.isUnfinished(project, feedId))) throw fail('importGoesLive');
  return cancelled;
}

export const stopImport = (app: App, importId: number): Promise<void> => app.jobs.cancel(importJob, String(importId));

import { errorDataStore } from '#features/data/error-data/error-data.store.ts';
import { type AskedBy, importEnded } from '#features/data/schedules/schedules.service.ts';
import { raiseMessage } from '#features/general/messages/messages.service.ts';
import { feedMessage } from '#features/data/feeds/feeds.service.ts';
import { feedStore, guardOf, type FeedRow } from '#features/data/feeds/feeds.store.ts';
import { reasonsToHold } from './import-guard.ts';
import { importReportStore } from './import-report.store.ts';
import { publishImport } from './imports.publish.ts';
import { importStore, type QuietState } from './imports.store.ts';
import type { BuiltImport, ImportJob, ImportOutcome } from './imports.task.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

/** Ends imports by what came of them: published, held, or left alone. */
export function importClosing(app: App) {
  const imports = importStore(app.db);
  const errorData = errorDataStore(app.db);
  const feeds = feedStore(app.db);
  const reports = importReportStore(app.db);

  async function endQuietly(project: ProjectScope, feed: FeedRow, importId: number, state: QuietState): Promise<void> {
    await errorData.clear(project, importId);
    await imports.endQuietly(project, feed.id, importId, state);
  }

  async function close(project: ProjectScope, feed: FeedRow, job: ImportJob, outcome: ImportOutcome): Promise<void> {
    const { importId, askedBy } = job;
    if (outcome.kind === 'built') return closeBuilt(project, feed, job, outcome.built);
    // Before the import has ended: whoever is killed in between does it again.
    const failure = outcome.kind === 'unchanged' ? null : outcome.failure;
    const retryAfterSeconds = outcome.kind === 'failed' ? outcome.retryAfterSeconds : null;
    await importEnded(app, project, feed, { askedBy, failure, retryAfterSeconds });
    if (outcome.kind === 'unchanged') {
      await endQuietly(project, feed, importId, 'unchanged');
    } else if (outcome.kind === 'needTagName') {
      await feeds.update(project, feed.id, { need_tag_name: 1, tag_candidates: JSON.stringify(outcome.candidates) });
      await imports.end(project, importId, 'needTagName', outcome.failure);
    } else {
      await imports.end(project, importId, 'failed', outcome.failure);
    }
  }

  async function closeBuilt(
    project: ProjectScope,
    feed: FeedRow,
    { importId, askedBy }: ImportJob,
    built: BuiltImport,
  ): Promise<void> {
    const engineName = engineCollection(feed.collection_id);
    // From here on nobody cancels it; who did so before wins.
    await imports.update(project, importId, { ...built.progress, step: 'build', warnings: JSON.stringify(built.warnings) });
    if (!(await imports.beginPublish(project, importId))) return app.engine.discard(engineName, built.generation);
    for (const generation of await reports.replaceHeld(project, feed.id)) await app.engine.discard(engineName, generation);
    const acceptedBadShare = await reports.acceptedBadShare(project, feed.id);
    const reasons = reasonsToHold({ ...built.comparison.facts, acceptedBadShare }, guardOf(feed));
    if (reasons.length > 0 && askedBy === 'schedule' && built.comparison.fingerprint === feed.dropped_content) {
      await app.engine.discard(engineName, built.generation);
      await importEnded(app, project, feed, { askedBy, failure: null, retryAfterSeconds: null });
      return endQuietly(project, feed, importId, 'asDropped');
    }
    const isHeld = reasons.length > 0;
    if (!isHeld) await publishImport(app, project, feed, importId, built);
    await importEnded(app, project, feed, { askedBy, failure: null, retryAfterSeconds: null });
    if (isHeld) await raiseMessage(app, project, heldMessage(feed, askedBy));
    if (isHeld) await reports.hold(project, importId, built, reasons);
    else await imports.end(project, importId, 'done');
  }

  return close;
}

/** Who asked for an import sees that it is held; a schedule tells. */
const heldMessage = (feed: FeedRow, askedBy: AskedBy) =>
  ({
    kind: 'importHeld',
    ...feedMessage(feed),
    failure: null,
    isMailed: askedBy === 'schedule',
  }) as const;

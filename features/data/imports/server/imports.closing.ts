import { feedStore, guardOf, type FeedRow } from '#features/data/feed-settings/server/feeds.store.ts';
import { reasonsToHold } from './import-guard.ts';
import { importProblemStore } from './import-problems.store.ts';
import { importReportStore } from './import-report.store.ts';
import { importEnded, type ImportEnd } from './imports.events.ts';
import { publishImport } from './imports.publish.ts';
import { importStore, type QuietState } from './imports.store.ts';
import type { BuiltImport, ImportJob, ImportOutcome } from './imports.task.ts';
import type { App } from '#server/app.ts';
import type { ProjectScope } from '#server/db/project-table.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { crashPoint } from '#process-kit/crash-point.ts';

export function importClosing(app: App, importAgain: (project: ProjectScope, feedId: number) => Promise<unknown>) {
  const imports = importStore(app.db);
  const problems = importProblemStore(app.db);
  const feeds = feedStore(app.db);
  const reports = importReportStore(app.db);

  async function endQuietly(project: ProjectScope, feed: FeedRow, importId: number, state: QuietState): Promise<void> {
    await problems.clear(project, importId);
    await imports.endQuietly(project, feed.id, importId, state);
  }

  async function close(project: ProjectScope, feed: FeedRow, job: ImportJob, outcome: ImportOutcome): Promise<void> {
    const { importId, askedBy } = job;
    if (outcome.kind === 'built') return closeBuilt(project, feed, job, outcome.built);
    if (outcome.kind === 'unchanged') {
      await app.events.tell(importEnded, { project, feed, state: 'unchanged', askedBy, ...endedWell });
      return endQuietly(project, feed, importId, 'unchanged');
    }
    const retryAfterSeconds = outcome.kind === 'failed' ? outcome.retryAfterSeconds : null;
    const { kind: state, failure } = outcome;
    await app.events.tell(importEnded, { project, feed, state, askedBy, failure, retryAfterSeconds });
    const isBehind =
      outcome.kind === 'needTagName' && !(await feeds.askForTagName(project, feed, JSON.stringify(outcome.candidates)));
    await imports.end(project, importId, state, failure);
    // Another element may have been chosen while this one was looked for.
    if (isBehind) await importAgain(project, feed.id);
  }

  async function closeBuilt(
    project: ProjectScope,
    feed: FeedRow,
    { importId, askedBy }: ImportJob,
    built: BuiltImport,
  ): Promise<void> {
    const engineName = engineCollection(feed.collection_id);
    const tellEnd = (state: ImportEnd['state']): Promise<void> =>
      app.events.tell(importEnded, { project, feed, state, askedBy, ...endedWell });
    // From here on nobody cancels it; who did so before wins.
    await imports.update(project, importId, { ...built.progress, step: 'build', warnings: JSON.stringify(built.warnings) });
    if (!(await imports.beginPublish(project, importId))) return app.engine.discard(engineName, built.generation);
    crashPoint('import:goesLive');
    for (const generation of await reports.replaceHeld(project, feed.id)) await app.engine.discard(engineName, generation);
    const acceptedBadShare = await reports.acceptedBadShare(project, feed.id);
    const reasons = reasonsToHold({ ...built.comparison.facts, acceptedBadShare }, guardOf(feed));
    if (reasons.length === 0) {
      await publishImport(app, project, feed, importId, built);
      await tellEnd('done');
      crashPoint('import:told');
      return imports.end(project, importId, 'done');
    }
    if (askedBy === 'schedule' && built.comparison.fingerprint === feed.dropped_content) {
      await app.engine.discard(engineName, built.generation);
      await tellEnd('asDropped');
      return endQuietly(project, feed, importId, 'asDropped');
    }
    await tellEnd('held');
    await reports.hold(project, importId, built, reasons);
  }

  return close;
}

const endedWell = { failure: null, retryAfterSeconds: null } as const;

import { collectionStore } from '#features/data/collections/collections.store.ts';
import { feedSourceOf } from './feeds.service.ts';
import { feedStore, type FeedRow } from './feeds.store.ts';
import { importStore } from './imports.store.ts';
import type { BuiltImport, ImportOutcome, ImportTask, RunImport } from './imports.task.ts';
import { importReportStore } from './import-report.store.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import { GenerationStateError } from '#engine/port-errors.ts';
import type { App } from '#server-kit/app.ts';
import { fail } from '#server-kit/fail.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

const jobKind = 'import';
const publishJobKind = 'publishImport';
/** An import keeps a core busy; one more may wait for its host meanwhile. */
const importsAtOnce = 2;

interface ImportJob {
  readonly projectId: number;
  readonly feedId: number;
  readonly importId: number;
}

/** Asks for an import of a feed. Answers false when one is waiting or running already. */
export function requestImport(app: App, project: ProjectScope, feedId: number): Promise<boolean> {
  return app.db.transaction().execute(async (transaction) => {
    const importId = await importStore(transaction).insert(project, feedId);
    if (importId === null) return false;
    const job: ImportJob = { projectId: project.id, feedId, importId };
    return app.jobs.enqueue(jobKind, String(importId), job, transaction);
  });
}

/** Ends the import of a feed that waits or runs. Answers false when there is none, or it is just going live. */
export async function cancelImports(app: App, project: ProjectScope, feedId: number): Promise<boolean> {
  const importId = await importStore(app.db).cancel(project, feedId);
  if (importId === null) return false;
  await app.jobs.cancel(jobKind, String(importId));
  return true;
}

/** Publishes a held import. Answers false when another import of the feed waits or runs. Throws `importNotHeld`. */
export function requestPublish(app: App, project: ProjectScope, feedId: number, importId: number): Promise<boolean> {
  return app.db.transaction().execute(async (transaction) => {
    const begun = await importReportStore(transaction).beginPublish(project, feedId, importId);
    if (begun === 'notHeld') throw fail('importNotHeld');
    if (begun === 'busy') return false;
    const job: ImportJob = { projectId: project.id, feedId, importId };
    return app.jobs.enqueue(publishJobKind, String(importId), job, transaction);
  });
}

/** Makes this server run imports, each in a process of its own. */
export function runImports(app: App, runImport: RunImport, engine: EngineSettings): void {
  const imports = importStore(app.db);
  const feeds = feedStore(app.db);
  const collections = collectionStore(app.db);
  const reports = importReportStore(app.db);

  async function taskOf(project: ProjectScope, feed: FeedRow): Promise<ImportTask> {
    return {
      collection: engineCollection(feed.collection_id),
      language: await collections.language(project),
      feedId: feed.id,
      otherFeeds: (await feeds.ofCollection(project, feed.collection_id)).filter(({ id }) => id !== feed.id),
      source: feedSourceOf(app.settings, feed.feed_url),
      settings: {
        type: (feed.feed_type || null) as ImportTask['settings']['type'],
        encoding: feed.feed_encoding || null,
        separator: feed.feed_separator || null,
        headers: feed.feed_headers || null,
        tagName: feed.tag_name || null,
      },
      knownFields: await collections.fields(project, feed.collection_id),
      engine,
      allowedPrivateFeeds: app.settings.allowedPrivateFeeds,
    };
  }

  async function publish(project: ProjectScope, feed: FeedRow, importId: number, built: BuiltImport): Promise<void> {
    const startedAt = performance.now();
    await collections.addFields(project, feed.collection_id, built.fields);
    await app.releases.publish(project, { userId: null, reason: 'import' });
    await app.engine.publish(engineCollection(feed.collection_id), built.generation);
    await collections.settleTypes(project, feed.collection_id, built.fields);
    await feeds.update(project, feed.id, {
      mapping: JSON.stringify(built.mapping),
      fields: JSON.stringify(built.feedFields),
      feed_type: built.type,
      tag_name: built.tagName,
      source: built.feedSource,
      need_tag_name: 0,
      need_import: isSameFeed(feed, await feeds.row(project, feed.id)) ? 0 : 1,
      item_count: built.progress.imported_count,
    });
    await reports.keep(project, importId, built, Math.round(performance.now() - startedAt));
  }

  async function close(project: ProjectScope, feed: FeedRow, importId: number, outcome: ImportOutcome): Promise<void> {
    if (outcome.kind === 'built') {
      const { built } = outcome;
      const engineName = engineCollection(feed.collection_id);
      // From here on nobody cancels it; who did so before wins.
      await imports.update(project, importId, { ...built.progress, step: 'build', warnings: JSON.stringify(built.warnings) });
      if (!(await imports.beginPublish(project, importId))) return app.engine.discard(engineName, built.generation);
      for (const generation of await reports.replaceHeld(project, feed.id)) await app.engine.discard(engineName, generation);
      const reasons = await reports.reasonsToHold(project, feed, built);
      if (reasons.length > 0) return reports.hold(project, importId, built, reasons);
      await publish(project, feed, importId, built);
      await imports.end(project, importId, 'done');
    } else if (outcome.kind === 'needTagName') {
      await feeds.update(project, feed.id, { need_tag_name: 1, tag_candidates: JSON.stringify(outcome.candidates) });
      await imports.end(project, importId, 'needTagName', outcome.failure);
    } else {
      await imports.end(project, importId, 'failed', outcome.failure);
    }
  }

  async function run({ projectId, feedId, importId }: ImportJob, signal: AbortSignal): Promise<void> {
    const project = { id: projectId };
    const feed = await feeds.row(project, feedId);
    // A server that was killed after an import ended, and before its job did, finds the job again.
    if (!feed || !(await imports.begin(project, importId))) return;
    await imports.clearProblems(project, importId);
    let writing: Promise<unknown> = Promise.resolve();
    const write = (work: () => Promise<void>) => {
      writing = writing
        .then(work)
        .catch((error: unknown) => app.http.log.warn({ err: error }, 'The progress of an import was not written'));
    };
    const outcome = await runImport(
      await taskOf(project, feed),
      {
        progress: (progress) => write(() => imports.update(project, importId, progress)),
        problems: (problems) => write(() => imports.addProblems(project, importId, problems)),
      },
      signal,
    );
    await writing;
    await close(project, feed, importId, outcome);
  }

  /** Publishes what a person has decided to publish. */
  async function publishHeld({ projectId, feedId, importId }: ImportJob): Promise<void> {
    const project = { id: projectId };
    const feed = await feeds.row(project, feedId);
    const built = await reports.held(project, importId);
    if (!feed || !built || !(await imports.begin(project, importId))) return;
    try {
      await publish(project, feed, importId, built);
      await imports.end(project, importId, 'done');
    } catch (error) {
      if (!(error instanceof GenerationStateError)) throw error;
      await imports.end(project, importId, 'failed', { code: 'heldGone', details: {} });
    }
  }

  const onParked = ({ projectId, importId }: ImportJob): Promise<void> =>
    imports.end({ id: projectId }, importId, 'failed', { code: 'cutOff', details: {} });
  app.jobs.handle<ImportJob>(publishJobKind, publishHeld, { atOnce: importsAtOnce, onParked });
  app.jobs.handle<ImportJob>(jobKind, run, {
    atOnce: importsAtOnce,
    groupOf: ({ projectId }) => projectId,
    onParked,
  });
}

/** Whether the feed is still set as it was when it was read. What was changed meanwhile waits for the next import. */
const isSameFeed = (read: FeedRow, now: FeedRow | undefined): boolean =>
  (['feed_url', 'feed_type', 'feed_encoding', 'feed_separator', 'feed_headers', 'tag_name'] as const).every(
    (name) => now?.[name] === read[name],
  );

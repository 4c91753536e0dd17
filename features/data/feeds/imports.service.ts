import { collectionStore } from '#features/data/collections/collections.store.ts';
import { feedSourceOf } from './feeds.service.ts';
import { feedStore, type FeedRow } from './feeds.store.ts';
import { importStore } from './imports.store.ts';
import type { BuiltImport, ImportOutcome, ImportTask, RunImport } from './imports.task.ts';
import { phraseStore } from '#features/data/phrases/phrases.store.ts';
import type { EngineSettings } from '#engine/open-engine.ts';
import type { App } from '#server-kit/app.ts';
import type { ProjectScope } from '#server-kit/db/project-table.ts';
import { engineCollection } from '#server-kit/project-search.ts';

const jobKind = 'import';
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

/** Makes this server run imports, each in a process of its own. */
export function runImports(app: App, runImport: RunImport, engine: EngineSettings): void {
  const imports = importStore(app.db);
  const feeds = feedStore(app.db);
  const collections = collectionStore(app.db);

  async function taskOf(project: ProjectScope, feed: FeedRow): Promise<ImportTask> {
    return {
      collection: engineCollection(feed.collection_id),
      language: await collections.language(project),
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
    await imports.update(project, importId, { ...built.progress, step: 'publish', warnings: JSON.stringify(built.warnings) });
    await collections.addFields(project, feed.collection_id, built.fields);
    await phraseStore(app.db).replaceMined(project, feed.collection_id, built.phrases);
    await app.releases.publish(project, { userId: null, reason: 'import' });
    await app.engine.publish(engineCollection(feed.collection_id), built.generation);
    await feeds.update(project, feed.id, {
      mapping: JSON.stringify(built.mapping),
      fields: JSON.stringify(built.feedFields),
      feed_type: built.type,
      tag_name: built.tagName,
      source: built.feedSource,
      need_tag_name: 0,
      need_import: isSameFeed(feed, await feeds.row(project, feed.id)) ? 0 : 1,
    });
  }

  async function close(project: ProjectScope, feed: FeedRow, importId: number, outcome: ImportOutcome): Promise<void> {
    if (outcome.kind === 'built') {
      await publish(project, feed, importId, outcome.built);
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

  app.jobs.handle<ImportJob>(jobKind, run, {
    atOnce: importsAtOnce,
    onParked: ({ projectId, importId }) => imports.end({ id: projectId }, importId, 'failed', { code: 'cutOff', details: {} }),
  });
}

/** Whether the feed is still set as it was when it was read. What was changed meanwhile waits for the next import. */
const isSameFeed = (read: FeedRow, now: FeedRow | undefined): boolean =>
  (['feed_url', 'feed_type', 'feed_encoding', 'feed_separator', 'feed_headers', 'tag_name'] as const).every(
    (name) => now?.[name] === read[name],
  );

import type { App } from '#server/app/app.ts';
import { EmbeddingError } from '#server/embeddings/embeddings-endpoint.ts';
import type { Embeddings } from '#server/embeddings/nearest-items.ts';
import { type EmbeddingRow, type EmbeddingState, vectorStore } from '#server/embeddings/vectors.store.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { embeddingFailed, embeddingSettled } from './embeddings.events.ts';
import { embedItems } from './embed-items.service.ts';

export const embedJob = 'embed-items';
const lookMilliseconds = 5_000;
/** Before the next run of a collection, as a run reads all its items. A running one is longest silent while the endpoint hangs. */
export const pauseMilliseconds = { waiting: 0, done: 30_000, failed: 5 * 60_000, running: 15 * 60_000 };

interface EmbedJob {
  readonly projectId: number;
  readonly collectionId: number;
}

const passing: ReadonlySet<string> = new Set(['unreachable', 'slow', 'busy']);

/** Differs after each change of items or model; null without items. */
async function present(app: App, { collection_id: id }: EmbeddingRow): Promise<string | null> {
  const status = await app.engine.status(engineCollection(id));
  return status === null ? null : `${status.generation} ${status.changeNumber} ${app.embeddings?.settings.model ?? ''}`;
}

/** By comparison, so that no import, change or rollback is missed, and none after a crash. */
export async function requestDue(app: App, now = Date.now()): Promise<void> {
  for (const row of await vectorStore(app.db).all()) {
    if (row.updated_at > now - pauseMilliseconds[row.state as EmbeddingState]) continue;
    const seen = await present(app, row).catch(() => null);
    if (seen === null || seen === row.seen) continue;
    const job: EmbedJob = { projectId: row.project_id, collectionId: row.collection_id };
    await app.jobs.enqueue(embedJob, String(row.collection_id), job);
  }
}

export function runEmbeddings(app: App, embeddings: Embeddings): void {
  const store = vectorStore(app.db);

  /** An endpoint that is away gets a second run before the owner is notified. */
  async function fail({ projectId, collectionId }: EmbedJob, error: unknown, isRepeated: boolean): Promise<void> {
    const failure = error instanceof EmbeddingError ? error.fault : 'internal';
    await store.note(collectionId, { state: 'failed', failure });
    if (!isRepeated && passing.has(failure)) return;
    const collection = await store.collectionName(collectionId);
    if (collection !== undefined)
      await app.events.tell(embeddingFailed, { project: { id: projectId }, collectionId, collection });
  }

  app.jobs.handle<EmbedJob>(
    embedJob,
    async (job, signal) => {
      const { projectId, collectionId } = job;
      const row = await store.of(collectionId);
      if (row === null) return;
      const seen = (await present(app, row)) ?? '';
      if (seen === row.seen) return;
      await store.note(collectionId, { state: 'running', failure: null });
      let failure: unknown = null;
      try {
        await embedItems(app, embeddings, { id: projectId, collectionId }, row, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        app.http.log.error({ err: error, collection: collectionId }, 'Items could not be embedded');
        failure = error;
      }
      await embeddings.refresh(collectionId);
      await app.cache.answers.purge(`project ${projectId}`);
      if (failure !== null) return fail(job, failure, row.state === 'failed');
      await store.note(collectionId, { state: 'done', seen });
      await app.events.tell(embeddingSettled, { project: { id: projectId }, collectionId });
    },
    { atOnce: 1, onParked: (job) => fail(job, null, true) },
  );
  app.jobs.repeat('items to embed', lookMilliseconds, () => requestDue(app));
}

import {
  type Embedding,
  estimateEmbedding,
  listEmbeddings,
  switchEmbedding,
} from '#features/data/embeddings/embeddings.contract.ts';
import type { App } from '#server/app/app.ts';
import { serve } from '#server/app/serve.ts';
import { fail } from '#server/base/fail.ts';
import { collectionOf } from '#server/db/row-scope.ts';
import { type EmbeddingRow, type EmbeddingState, vectorStore } from '#server/embeddings/vectors.store.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { embeddingSettled } from './embeddings.events.ts';
import { embedJob, requestDue, runEmbeddings } from './embed-runs.service.ts';
import { itemTexts, tokensOf } from './item-texts.ts';

const shown = (row: EmbeddingRow): Embedding => ({
  collection_id: row.collection_id,
  state: row.state as EmbeddingState,
  item_count: row.item_count,
  embedded_count: row.embedded_count,
  failure: row.failure as Embedding['failure'],
  updated_at: row.updated_at,
});

export function serveEmbeddings(app: App): void {
  const store = vectorStore(app.db);
  const model = app.embeddings?.settings.model ?? null;

  serve(app, listEmbeddings, async (_input, { project }) => ({
    model,
    collections: model === null ? [] : (await store.ofProject(project.id)).map(shown),
  }));

  /** By the first page of items. */
  serve(app, estimateEmbedding, async ({ id }, { project }) => {
    const scope = await collectionOf(app.db, project, id);
    const collection = engineCollection(scope.collectionId);
    const itemCount = (await app.engine.status(collection))?.itemCount ?? 0;
    const relevance = (await app.releases.live(project)).relevance[scope.collectionId];
    const { items } = await app.engine.itemPage(collection, null);
    if (relevance === undefined || items.length === 0) return { item_count: itemCount, token_count: 0 };
    const textOf = itemTexts(relevance);
    const tokens = items.reduce((sum, item) => sum + tokensOf(textOf(item)), 0);
    return { item_count: itemCount, token_count: Math.round((tokens / items.length) * itemCount) };
  });

  serve(app, switchEmbedding, async ({ id, is_on: isOn }, { project }) => {
    const scope = await collectionOf(app.db, project, id);
    if (app.embeddings === null && isOn) throw fail('notFound', { name: 'model' });
    if (isOn === ((await store.of(id)) !== null)) return {};
    if (isOn) {
      await store.turnOn(scope);
      await requestDue(app);
    } else {
      await app.jobs.cancel(embedJob, String(id));
      await store.turnOff(scope);
      await app.events.tell(embeddingSettled, { project, collectionId: id });
      await app.embeddings?.refresh(id);
      await app.cache.answers.purge(`project ${project.id}`);
    }
    return {};
  });

  if (app.embeddings !== null) runEmbeddings(app, app.embeddings);
}

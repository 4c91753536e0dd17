import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { NearItems } from '#engine/plan.ts';
import { dimensionsOf } from '#engine/vectors/vector.ts';
import { VectorIndex } from '#engine/vectors/vector-index.ts';
import { inSlices } from '#server/base/slices.ts';
import { lastKnown, withinPatience } from '#server/db/last-known.ts';
import type { Database } from '#server/db/schema.ts';
import { embeddingsEndpoint, type EmbeddingsEndpoint, type EmbeddingsSettings } from './embeddings-endpoint.ts';
import { queryVectors } from './query-vectors.ts';
import { type EmbeddingRow, vectorStore } from './vectors.store.ts';

/** More would hardly be related. */
const mostNear = 50;
/** A near item's score where its similarity is 1: below most matches of words. */
const nearScore = 0.5;
/** The least recently asked go. */
const loadedCollections = 50;
const mostCollections = 10_000;
/** Vectors of another server count here after this long. */
const freshMilliseconds = 3_000;

const nothingNear: NearItems = { ids: [], scores: [] };

interface LoadedVectors {
  readonly index: VectorIndex;
  readonly model: string;
  run: number;
}

export interface Embeddings {
  readonly settings: EmbeddingsSettings;
  readonly endpoint: EmbeddingsEndpoint;
  /** null while unknown: vectors are being loaded, or the endpoint doesn't answer in time. */
  nearest(collectionId: number, text: string): Promise<NearItems | null>;
  /** Loads what the newest run wrote, so that no visitor waits for it. */
  refresh(collectionId: number): Promise<void>;
}

export function openEmbeddings(settings: EmbeddingsSettings, db: Database, log: FastifyBaseLogger): Embeddings {
  const endpoint = embeddingsEndpoint(settings);
  const store = vectorStore(db);
  const vectorOf = queryVectors(endpoint, {
    onFailure: (err) => log.warn({ err }, 'The embeddings endpoint gets no queries for a while'),
  });
  const rows = lastKnown({
    freshMilliseconds,
    maximum: mostCollections,
    read: async (id) => ({ row: await store.of(Number(id)) }),
  });
  const loaded = new LRUCache<number, LoadedVectors>({ max: loadedCollections });
  const loading = new Map<number, Promise<VectorIndex | null>>();

  async function load(row: EmbeddingRow): Promise<VectorIndex | null> {
    const { collection_id: id, model, dimensions, run } = row;
    const before = loaded.get(id);
    const isSame = before?.model === model && before.index.dimensions === dimensions;
    let index = isSame ? before.index : null;
    const breathe = inSlices();
    for await (const page of store.after(id, isSame ? before.run : 0, run)) {
      const rows = page.map(({ item_id: itemId, vector }) => ({ itemId, vector: Buffer.from(vector, 'base64') }));
      index ??= VectorIndex.of(
        dimensions,
        rows.flatMap(({ vector }) => (dimensionsOf(vector) === dimensions ? [vector] : [])),
      );
      for (const { itemId, vector } of rows) {
        if (vector.length === 0) index?.remove(itemId);
        else index?.set(itemId, vector);
        await breathe();
      }
    }
    if (index !== null) loaded.set(id, { index, model, run });
    return index;
  }

  function indexOf(row: EmbeddingRow): Promise<VectorIndex | null> | VectorIndex {
    const { collection_id: id, model, run, dimensions } = row;
    const known = loaded.get(id);
    if (known?.model === model && known.run === run && known.index.dimensions === dimensions) return known.index;
    const running = loading.get(id) ?? load(row).finally(() => loading.delete(id));
    loading.set(id, running);
    return withinPatience(running, known?.model === model ? known.index : null, () => undefined);
  }

  return {
    settings,
    endpoint,
    async refresh(collectionId) {
      rows.outdate(String(collectionId));
      const { row } = await rows.get(String(collectionId));
      if (row !== null && row.dimensions > 0) await indexOf(row);
      await loading.get(collectionId);
    },
    async nearest(collectionId, text) {
      const { row } = await rows.get(String(collectionId));
      // Vectors of another model can't be compared.
      if (row === null || row.run === 0 || row.dimensions === 0 || row.model !== settings.model) return nothingNear;
      const index = await indexOf(row);
      const vector = index && (await vectorOf(text));
      if (index === null || vector === null) return null;
      const near = index.nearest(vector, mostNear, settings.leastSimilarity);
      return { ids: near.map(({ id }) => id), scores: near.map(({ similarity }) => Math.max(similarity, 0.01) * nearScore) };
    },
  };
}

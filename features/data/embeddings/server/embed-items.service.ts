import { setTimeout as sleep } from 'node:timers/promises';
import { dimensionsOf, type StoredVector } from '#engine/vectors/vector.ts';
import type { App } from '#server/app/app.ts';
import { inSlices } from '#server/base/slices.ts';
import type { CollectionScope } from '#server/db/row-scope.ts';
import { EmbeddingError, type EmbeddingsEndpoint } from '#server/embeddings/embeddings-endpoint.ts';
import type { Embeddings } from '#server/embeddings/nearest-items.ts';
import { type EmbeddingRow, type NewVector, vectorStore } from '#server/embeddings/vectors.store.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { hashOf, itemTexts } from './item-texts.ts';

const textsPerCall = 64;
const callsAtOnce = 3;
const timeoutMilliseconds = 60_000;
const progressMilliseconds = 500;

/** Pauses double; an endpoint that names one is obeyed up to the longest. */
export const retries = { most: 5, firstPauseMilliseconds: 1_000, longestPauseMilliseconds: 60_000 };

interface EmbeddedText {
  readonly itemId: string;
  readonly text: string;
  readonly textHash: string;
}

const lasting: ReadonlySet<string> = new Set(['denied', 'wrongDimensions', 'refused']);

function pauseAfter(error: EmbeddingError, attempt: number): number {
  const { firstPauseMilliseconds, longestPauseMilliseconds } = retries;
  const named = error.retryAfterSeconds === null ? 0 : error.retryAfterSeconds * 1000;
  return Math.min(longestPauseMilliseconds, Math.max(named, firstPauseMilliseconds * 2 ** attempt));
}

async function embedPatiently(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(StoredVector | null)[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await endpoint.embed(texts, timeoutMilliseconds, signal);
    } catch (error) {
      if (!(error instanceof EmbeddingError) || lasting.has(error.fault) || attempt >= retries.most) throw error;
      await sleep(pauseAfter(error, attempt), undefined, { signal });
    }
  }
}

/** A refused batch is halved until the refused texts are alone; these get no vector. */
async function vectorsOf(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(StoredVector | null)[]> {
  try {
    return await embedPatiently(endpoint, texts, signal);
  } catch (error) {
    if (!(error instanceof EmbeddingError) || error.fault !== 'refused') throw error;
    if (texts.length === 1) return [null];
    const half = Math.ceil(texts.length / 2);
    const first = await vectorsOf(endpoint, texts.slice(0, half), signal);
    return [...first, ...(await vectorsOf(endpoint, texts.slice(half), signal))];
  }
}

/** Embeds the items whose texts changed, and removes the vectors of items that are gone. What is embedded stays if it fails. */
export async function embedItems(
  app: App,
  { settings: { model }, endpoint }: Embeddings,
  scope: CollectionScope,
  row: EmbeddingRow,
  signal: AbortSignal,
): Promise<void> {
  const { collectionId } = scope;
  const store = vectorStore(app.db);
  const run = row.run + 1;
  let dimensions = row.dimensions;
  if (row.model !== model) {
    // Vectors of two models can't be compared.
    dimensions = 0;
    await store.note(collectionId, { model, dimensions });
    await store.removeAll(collectionId);
  }
  const relevance = (await app.releases.live(scope)).relevance[collectionId];
  if (relevance === undefined) return;
  const textOf = itemTexts(relevance);
  const before = await store.hashes(collectionId);
  const breathe = inSlices();
  const calls = new Set<Promise<void>>();
  let pending: EmbeddedText[] = [];
  const failures: Error[] = [];
  const { itemCount = 0 } = (await app.engine.status(engineCollection(collectionId))) ?? {};
  let [embeddedCount, notedAt] = [0, 0];
  /** Items that weren't reached yet have their vectors of before. */
  const progress = () => ({ item_count: itemCount, embedded_count: Math.min(itemCount, embeddedCount + before.size) });

  async function call(texts: readonly EmbeddedText[]): Promise<void> {
    const vectors = await vectorsOf(
      endpoint,
      texts.map(({ text }) => text),
      signal,
    );
    const [known] = vectors.flatMap((vector) => (vector === null ? [] : [dimensionsOf(vector)]));
    if (known !== undefined && dimensions === 0) await store.note(collectionId, { dimensions: (dimensions = known) });
    if (known !== undefined && known !== dimensions) throw new EmbeddingError('wrongDimensions');
    const put = texts.map(({ itemId, textHash }, at): NewVector => {
      return { itemId, textHash, vector: vectors[at]?.toString('base64') ?? '' };
    });
    await store.put(scope, run, put);
    embeddedCount += texts.length;
  }

  async function noteProgress(): Promise<void> {
    if (performance.now() - notedAt < progressMilliseconds) return;
    notedAt = performance.now();
    await store.note(collectionId, progress());
  }

  async function send(): Promise<void> {
    const texts = pending;
    pending = [];
    while (calls.size >= callsAtOnce) await Promise.race(calls);
    if (failures[0] !== undefined) throw failures[0];
    const running = call(texts)
      .catch((error: unknown) => failures.push(error as Error))
      .then(() => void calls.delete(running));
    calls.add(running);
    await noteProgress();
  }

  try {
    for (let after: string | null = null; ;) {
      const { items, next } = await app.engine.itemPage(engineCollection(collectionId), after);
      for (const item of items) {
        signal.throwIfAborted();
        const text = textOf(item);
        const textHash = hashOf(`${model}\n${text}`);
        const isKnown = before.get(item.id) === textHash;
        before.delete(item.id);
        if (isKnown || text === '') embeddedCount += 1;
        else pending.push({ itemId: item.id, text, textHash });
        if (pending.length >= textsPerCall) await send();
        await breathe();
      }
      if (next === null) break;
      after = next;
    }
    if (pending.length > 0) await send();
    await Promise.all(calls);
    if (failures[0] !== undefined) throw failures[0];
    await store.remove(collectionId, run, [...before.keys()]);
    before.clear();
  } finally {
    await Promise.all(calls);
    await store.note(collectionId, { run, ...progress() });
  }
}

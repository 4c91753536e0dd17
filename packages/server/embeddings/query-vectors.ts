import { LRUCache } from 'lru-cache';
import type { StoredVector } from '#engine/vectors/vector.ts';
import type { EmbeddingsEndpoint } from './embeddings-endpoint.ts';

const rememberedQueries = 10_000;
/** A visitor waits for it. */
const timeoutMilliseconds = 800;
const mostAtOnce = 8;
/** After so many failures in a row the endpoint gets no query for a while, then one. */
const failuresInRow = 3;
const restMilliseconds = 30_000;

interface QueryOptions {
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** Vectors of queries, each asked for once. null while the endpoint is slow, busy or away. */
export function queryVectors(endpoint: EmbeddingsEndpoint, { onFailure, now = Date.now }: QueryOptions) {
  const known = new LRUCache<string, StoredVector>({ max: rememberedQueries });
  const asked = new Map<string, Promise<StoredVector | null>>();
  let failures = 0;
  let restsUntil = 0;

  async function ask(text: string): Promise<StoredVector | null> {
    try {
      const [vector = null] = await endpoint.embed([text], timeoutMilliseconds);
      failures = 0;
      if (vector !== null) known.set(text, vector);
      return vector;
    } catch (error) {
      failures += 1;
      if (failures >= failuresInRow) {
        restsUntil = now() + restMilliseconds;
        // One more failure is enough after the rest.
        failures = failuresInRow - 1;
        onFailure(error);
      }
      return null;
    } finally {
      asked.delete(text);
    }
  }

  return async (text: string): Promise<StoredVector | null> => {
    const vector = known.get(text);
    if (vector !== undefined) return vector;
    const running = asked.get(text);
    if (running !== undefined) return running;
    if (now() < restsUntil || asked.size >= mostAtOnce) return null;
    const begun = ask(text);
    asked.set(text, begun);
    return begun;
  };
}

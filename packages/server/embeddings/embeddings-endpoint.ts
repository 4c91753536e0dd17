import type { EmbeddingFault } from '#contract/values/embedding-faults.ts';
import { storedVector, type StoredVector } from '#engine/vectors/vector.ts';

export interface EmbeddingsSettings {
  /** Base in the form of OpenAI: `/embeddings` is added. */
  readonly url: string;
  /** Secret; empty: none. */
  readonly key: string;
  readonly model: string;
  /** Cosine from 0 to 1. */
  readonly leastSimilarity: number;
}

/** Models differ; this is above unrelated texts of most. */
export const defaultSimilarityPercent = 50;

export class EmbeddingError extends Error {
  readonly fault: EmbeddingFault;
  readonly retryAfterSeconds: number | null;

  constructor(fault: EmbeddingFault, retryAfterSeconds: number | null = null) {
    super(`The embeddings endpoint failed: ${fault}`);
    this.fault = fault;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** More than any usual model has. */
const mostDimensions = 8_192;

function faultOf(status: number): EmbeddingFault {
  if (status === 401 || status === 403) return 'denied';
  if (status === 429 || status === 503) return 'busy';
  if ([400, 413, 422].includes(status)) return 'refused';
  return status >= 500 ? 'unreachable' : 'malformed';
}

/** Seconds or a date. */
function retryAfterOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** In the order of the texts; null for a vector without direction. Throws `EmbeddingError`. */
function vectorsIn(answer: unknown, count: number): (StoredVector | null)[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count) throw new EmbeddingError('malformed');
  const vectors = new Map<number, StoredVector | null>();
  let dimensions = 0;
  for (const [at, row] of data.entries()) {
    const { embedding, index = at } = (row ?? {}) as { embedding?: unknown; index?: number };
    if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > mostDimensions)
      throw new EmbeddingError('malformed');
    if (!embedding.every((value) => typeof value === 'number')) throw new EmbeddingError('malformed');
    dimensions ||= embedding.length;
    if (embedding.length !== dimensions) throw new EmbeddingError('malformed');
    vectors.set(index, storedVector(embedding));
  }
  if (!Array.from({ length: count }, (_, at) => vectors.has(at)).every(Boolean)) throw new EmbeddingError('malformed');
  return Array.from({ length: count }, (_, at) => vectors.get(at)!);
}

export function embeddingsEndpoint({ url, key, model }: EmbeddingsSettings) {
  const address = `${url.replace(/\/+$/, '').replace(/\/embeddings$/, '')}/embeddings`;
  const headers = { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) };

  return {
    async embed(input: readonly string[], timeoutMilliseconds: number, signal?: AbortSignal): Promise<(StoredVector | null)[]> {
      const timeout = AbortSignal.timeout(timeoutMilliseconds);
      let text: string;
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers,
          body: JSON.stringify({ model, input, encoding_format: 'float' }),
          // A redirect could send the key elsewhere.
          redirect: 'manual',
          signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
        });
        text = await response.text();
        if (response.status !== 200)
          throw new EmbeddingError(faultOf(response.status), retryAfterOf(response.headers.get('retry-after')));
      } catch (error) {
        if (error instanceof EmbeddingError || signal?.aborted === true) throw error;
        throw new EmbeddingError(timeout.aborted ? 'slow' : 'unreachable');
      }
      let answer: unknown;
      try {
        answer = JSON.parse(text);
      } catch {
        throw new EmbeddingError('malformed');
      }
      return vectorsIn(answer, input.length);
    },
  };
}
export type EmbeddingsEndpoint = ReturnType<typeof embeddingsEndpoint>;

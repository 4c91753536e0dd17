import { setTimeout as sleep } from 'node:timers/promises';
import { SearchDownError } from '#engine/port-errors.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import { firstPauseMs, maxPauseMs, writeDeadlineMs } from '#opensearch/limits.ts';

export interface NewDocument {
  readonly id: string;
  readonly text: string;
}

interface Outcome {
  readonly index: { readonly status: number; readonly error?: { readonly reason?: string } };
}

/** How long OpenSearch itself waits for a shard that has lost its node. */
const shardTimeout = '10s';
/** The queue of a node is full, or a shard has no node for the moment. */
const passing: ReadonlySet<number> = new Set([429, 503]);

/** Writes documents, and retries while the cluster is full or a node is lost. Throws `SearchDownError` when it stays so. */
export async function writeDocuments(cluster: Cluster, index: string, documents: readonly NewDocument[]): Promise<void> {
  const end = performance.now() + writeDeadlineMs;
  const path = `${index}/_bulk?timeout=${shardTimeout}&filter_path=items.index.status,items.index.error.reason`;
  let left = documents;
  for (let attempt = 0; ; attempt++) {
    const body = `${left.flatMap(({ id, text }) => [JSON.stringify({ index: { _id: id } }), text]).join('\n')}\n`;
    type Answer = { readonly items: readonly Outcome[] };
    const { items } = await cluster.command<Answer>({ method: 'POST', path, body }, Math.max(1, end - performance.now()));
    const isPassing = (at: number): boolean => passing.has(items[at]?.index.status ?? 0);
    const refused = left.findIndex((_, at) => (items[at]?.index.status ?? 0) >= 300 && !isPassing(at));
    if (refused >= 0)
      throw new Error(
        `OpenSearch refused item ${left[refused]!.id}: ${items[refused]?.index.error?.reason ?? 'it gave no reason'}`,
      );
    left = left.filter((_, at) => isPassing(at));
    if (left.length === 0) return;
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + Math.random() / 2);
    if (performance.now() + pauseMs > end)
      throw new SearchDownError(`OpenSearch took no items for ${writeDeadlineMs / 1000} seconds.`);
    await sleep(pauseMs);
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SearchDownError } from '#engine/port-errors.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import { writeField } from './index-fields.ts';
import { firstPauseMs, maxPauseMs, writeDeadlineMs } from '#opensearch/limits.ts';

export interface NewDocument {
  readonly id: string;
  /** JSON of an object with at least one field. */
  readonly text: string;
}

interface Outcome {
  readonly create: { readonly status: number; readonly error?: { readonly reason?: string } };
}

/** How long OpenSearch itself waits for a shard that has lost its node. */
const shardTimeout = '10s';
const done = 201;
const exists = 409;
/** The queue of a node is full, or a shard has no node for the moment. */
const passing: ReadonlySet<number> = new Set([429, 503]);

/** Adds documents to an index, and waits where the cluster is full or a node is lost. */
export class BulkWriter {
  readonly #cluster: Cluster;
  readonly #index: string;

  constructor(cluster: Cluster, index: string) {
    this.#cluster = cluster;
    this.#index = index;
  }

  /** Answers the ids of documents that were there before. Throws `SearchDownError` when the cluster stays full or gone. */
  async create(documents: readonly NewDocument[]): Promise<string[]> {
    const mark = randomUUID();
    const end = performance.now() + writeDeadlineMs;
    const there: string[] = [];
    let left = documents;
    let isRepeated = false;
    for (let attempt = 0; left.length > 0; attempt++) {
      const outcomes = await this.#send(left, mark, end - performance.now(), () => (isRepeated = true));
      const refused = left.find((_, at) => !isExpected(outcomes[at]));
      if (refused !== undefined)
        throw new Error(`OpenSearch refused item ${refused.id}: ${reasonOf(outcomes[left.indexOf(refused)])}`);
      there.push(...left.filter((_, at) => outcomes[at]?.create.status === exists).map(({ id }) => id));
      left = left.filter((_, at) => passing.has(outcomes[at]?.create.status ?? 0));
      if (left.length === 0) break;
      isRepeated = true;
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** attempt) * (0.5 + Math.random() / 2);
      if (performance.now() + pauseMs > end)
        throw new SearchDownError(`OpenSearch took no items for ${writeDeadlineMs / 1000} seconds.`);
      await sleep(pauseMs);
    }
    return isRepeated ? this.#ofOthers(there, mark) : there;
  }

  async #send(
    documents: readonly NewDocument[],
    mark: string,
    deadlineMs: number,
    onRetry: () => void,
  ): Promise<readonly Outcome[]> {
    const lines = documents.flatMap(({ id, text }) => [
      JSON.stringify({ create: { _id: id } }),
      `{"${writeField}":"${mark}",${text.slice(1)}`,
    ]);
    const path = `${this.#index}/_bulk?timeout=${shardTimeout}&filter_path=items.create.status,items.create.error.reason`;
    const answer = await this.#cluster.command<{ readonly items: readonly Outcome[] }>(
      { method: 'POST', path, body: `${lines.join('\n')}\n` },
      Math.max(1, deadlineMs),
      onRetry,
    );
    return answer.items;
  }

  /** A request that was repeated may find what it has written itself; its mark tells. */
  async #ofOthers(ids: readonly string[], mark: string): Promise<string[]> {
    if (ids.length === 0) return [];
    const path = `${this.#index}/_mget?_source_includes=${writeField}&filter_path=docs._source`;
    type Found = { readonly docs: readonly { readonly _source?: Readonly<Record<string, unknown>> }[] };
    const { docs } = await this.#cluster.command<Found>({ method: 'POST', path, body: { ids } });
    return ids.filter((_, at) => docs[at]?._source?.[writeField] !== mark);
  }
}

function isExpected(outcome: Outcome | undefined): boolean {
  const status = outcome?.create.status ?? 0;
  return status === done || status === exists || passing.has(status);
}

const reasonOf = (outcome: Outcome | undefined): string => outcome?.create.error?.reason ?? 'it gave no reason';

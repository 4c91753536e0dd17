import { PartialAnswer, type Cluster } from './cluster.ts';

export interface IndexHit {
  readonly _id: string;
  readonly _score: number | null;
  readonly _source: Readonly<Record<string, string>>;
  /** Where the hit stands in the order that was asked for. */
  readonly sort?: readonly unknown[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Names of the queries that the hit matches, or their scores where they are asked for. */
  readonly matched_queries?: Readonly<Record<string, number>> | readonly string[];
}

export interface IndexAnswer {
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number; readonly failed: number };
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly IndexHit[] };
  readonly aggregations?: Readonly<Record<string, unknown>>;
}

/** Buckets of a `terms` aggregation. */
interface Buckets {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

export function bucketsOf({ aggregations }: IndexAnswer, name: string): Buckets['buckets'] {
  return (aggregations?.[name] as Buckets | undefined)?.buckets ?? [];
}

/** A node that dies in the middle can leave an answer that looks well and has fewer hits. */
function checkWhole({ timed_out, _shards }: IndexAnswer): void {
  if (timed_out || _shards.failed > 0 || _shards.successful < _shards.total)
    throw new PartialAnswer(`Only ${_shards.successful} of ${_shards.total} shards answered.`);
}

/** Counted over all shards, so that scores don't depend on the shard. Throws `SearchDownError` without a whole answer. */
export function askIndex(cluster: Cluster, index: string, body: object, options = ''): Promise<IndexAnswer> {
  const path = `${index}/_search?allow_partial_search_results=false&search_type=dfs_query_then_fetch${options}`;
  return cluster.search({ method: 'POST', path, body }, checkWhole);
}

/** Asks an index several things at once, without scores. Throws `SearchDownError` when an answer is not whole. */
export async function askAll(cluster: Cluster, index: string, bodies: readonly object[]): Promise<readonly IndexAnswer[]> {
  if (bodies.length === 0) return [];
  const path = `${index}/_msearch?filter_path=${countsOnly}`;
  const body = `${bodies.flatMap((one) => ['{}', JSON.stringify(one)]).join('\n')}\n`;
  const { responses } = await cluster.search<{ readonly responses: readonly (IndexAnswer | Failure)[] }>(
    { method: 'POST', path, body },
    (answer) => {
      for (const one of answer.responses)
        if ('error' in one) throw new PartialAnswer(`OpenSearch could not count: ${one.error.reason ?? 'it gave no reason'}`);
        else checkWhole(one);
    },
  );
  return responses as readonly IndexAnswer[];
}

interface Failure {
  readonly error: { readonly reason?: string };
}

const countsOnly = ['timed_out', '_shards', 'hits.total', 'aggregations', 'error.reason'].map((one) => `responses.${one}`).join();

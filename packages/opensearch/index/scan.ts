import type { Cluster } from '#opensearch/cluster.ts';
import { type NotedItem, notedItem, notes } from './each-item.ts';
import { idField } from './documents.ts';
import { scannedAtOnce, scannedIdsAtOnce } from '#opensearch/limits.ts';

/** By shard: the number of the change up to which all of them can be found. */
export type Checkpoints = readonly number[];

interface Shard {
  readonly routing: { readonly primary: boolean };
  readonly seq_no: { readonly local_checkpoint: number };
}

/** How far the changes of an index have come. All of them can be searched once this returns. */
export async function checkpointsOf(cluster: Cluster, index: string): Promise<Checkpoints> {
  const path = `${index}/_stats/docs?level=shards&filter_path=indices.*.shards.*.routing.primary,indices.*.shards.*.seq_no.local_checkpoint`;
  type Answer = { readonly indices: Readonly<Record<string, { readonly shards: Readonly<Record<string, readonly Shard[]>> }>> };
  const { indices } = await cluster.command<Answer>({ method: 'GET', path });
  await cluster.command({ method: 'POST', path: `${index}/_refresh` });
  const shards = Object.entries(indices[index]?.shards ?? {}).sort(([one], [other]) => Number(one) - Number(other));
  return shards.map(([, copies]) => copies.find(({ routing }) => routing.primary)?.seq_no.local_checkpoint ?? -1);
}

type Hits = NonNullable<Found['hits']['hits']>;

interface Found {
  readonly hits: {
    readonly total?: { readonly value: number };
    readonly hits?: readonly { readonly _source?: Readonly<Record<string, unknown>>; readonly sort: readonly [string] }[];
  };
}

/** Pages in the order of ids, of one shard where it is given. Only primary shards are sure to have all up to their checkpoints. */
async function* pages(
  cluster: Cluster,
  index: string,
  { query = { match_all: {} }, shard, fields, size }: { query?: object; shard?: number; fields: string; size: number },
): AsyncGenerator<{ readonly found: Hits; readonly totalCount: number }> {
  const preference = encodeURIComponent(shard === undefined ? '_primary' : `_shards:${shard}|_primary`);
  const path = `${index}/_search?preference=${preference}&${fields}`;
  let after: object = {};
  for (;;) {
    const body = { query, size, sort: [{ [idField]: 'asc' }], track_total_hits: true, ...after };
    const { hits } = await cluster.command<Found>({ method: 'POST', path, body });
    const found = hits.hits ?? [];
    const last = found.at(-1);
    if (last === undefined) return;
    yield { found, totalCount: hits.total?.value ?? 0 };
    after = { search_after: last.sort };
  }
}

const wholeItems = { fields: `_source_includes=${notes.join()}`, size: scannedAtOnce };
const idsAlone = { fields: '_source=false', size: scannedIdsAtOnce };

const itemsOf = (found: Hits): NotedItem[] => found.map(({ _source }) => notedItem(_source ?? {}));

/** All items. Those that come and go meanwhile may be among them or not. */
export async function* itemPages(cluster: Cluster, index: string) {
  for await (const { found, totalCount } of pages(cluster, index, wholeItems)) yield { items: itemsOf(found), totalCount };
}

/** The items of a shard that came or changed after a checkpoint. */
export async function* changedSince(cluster: Cluster, index: string, shard: number, checkpoint: number) {
  const query = { range: { _seq_no: { gt: checkpoint } } };
  for await (const { found } of pages(cluster, index, { ...wholeItems, query, shard })) yield itemsOf(found);
}

export async function* itemIds(cluster: Cluster, index: string) {
  for await (const { found } of pages(cluster, index, idsAlone)) yield found.map(({ sort: [id] }) => id);
}

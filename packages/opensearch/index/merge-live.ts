import type { Item } from '#contract/item.ts';
import { patched } from '#engine/index/item-changes.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import { clockSlackMs, closedMs, scannedIds } from '#opensearch/limits.ts';
import { changedAtField, formOf, seenField, sourceField } from './documents.ts';
import type { BuildBase, DescribedIndex } from './generations.ts';
import { allPages, type ChangedIndex, idPage, itemPage, type ItemWrite, type NotedItem, writePlanned } from './stored-items.ts';

interface Merge {
  readonly cluster: Cluster;
  readonly live: string;
  readonly built: DescribedIndex;
  readonly base: BuildBase;
  /** From then on the live index is not changed. */
  readonly close: () => Promise<void>;
}

export interface IndexState {
  readonly shardCount: number;
  readonly itemCount: number;
  readonly writes: number;
  readonly deletes: number;
  readonly refreshes: number;
}

interface Copy {
  readonly routing: { readonly primary: boolean };
  readonly docs: { readonly count: number };
  readonly seq_no: { readonly max_seq_no: number };
  readonly indexing: { readonly delete_total: number };
  readonly refresh: { readonly external_total: number };
}
interface Stats {
  readonly indices?: Readonly<Record<string, { readonly shards: Readonly<Record<string, readonly Copy[]>> }>>;
}
type AskStats = (call: { readonly method: 'GET'; readonly path: string }) => Promise<Stats>;

export async function stateOf(index: string, ask: AskStats): Promise<IndexState> {
  const wanted = ['routing.primary', 'docs.count', 'seq_no.max_seq_no', 'indexing.delete_total', 'refresh.external_total'];
  const filter = wanted.map((one) => `indices.*.shards.*.${one}`).join();
  const path = `${index}/_stats/docs,indexing,refresh?level=shards&filter_path=${filter}`;
  const { indices } = await ask({ method: 'GET', path });
  const shards = Object.values(indices?.[index]?.shards ?? {});
  const copies = shards.flat();
  const sum = (of: (copy: Copy) => number): number => copies.reduce((total, copy) => total + of(copy), 0);
  return {
    shardCount: shards.length,
    itemCount: sum(({ routing, docs }) => (routing.primary ? docs.count : 0)),
    writes: sum(({ seq_no }) => seq_no.max_seq_no),
    deletes: sum(({ indexing }) => indexing.delete_total),
    refreshes: sum(({ refresh }) => refresh.external_total),
  };
}

/** Brings later changes of the live items into a build; closes the live index for the last of them. */
export async function mergeLive(merge: Merge): Promise<void> {
  const { cluster, live, built, base } = merge;
  const target = { index: built.index, ...formOf(built.meta) };
  const state = (): Promise<IndexState> => stateOf(live, (call) => cluster.command(call));
  const before = await state();
  const mergedAt = Date.now();
  await bringChanged(merge, target, base.startedAt);
  await bringRemoved(merge, target);
  const closedAt = performance.now();
  await merge.close();
  const after = await state();
  if (after.writes !== before.writes) await bringChanged(merge, target, mergedAt);
  if (after.deletes !== before.deletes) await bringRemoved(merge, target);
  await refresh(cluster, target.index);
  if (performance.now() - closedAt > closedMs) throw new Error(`The last changes of ${live} took too long to carry over.`);
}

const refresh = (cluster: Cluster, index: string): Promise<unknown> =>
  cluster.command({ method: 'POST', path: `${index}/_refresh` });

/** `since` is in epoch milliseconds. */
async function bringChanged({ cluster, live, base }: Merge, target: ChangedIndex, since: number): Promise<void> {
  const changed = { range: { [changedAtField]: { gte: since - clockSlackMs } } };
  const ofOthers = { bool: { must_not: [{ term: { [sourceField]: base.source } }] } };
  // If another source has published since, any of its items may be another one.
  const query = { bool: { should: live === base.index ? [changed] : [changed, ofOthers], minimum_should_match: 1 } };
  // Acknowledged changes are found after a refresh.
  await refresh(cluster, live);
  for await (const page of allPages((after) => itemPage(cluster, live, query, after))) {
    const now = new Map(page.map((noted) => [noted.item.id, noted]));
    await writePlanned(cluster, target, [...now.keys()], (ids, built) =>
      ids.flatMap((id) => writeOf(now.get(id)!, built.get(id), base) ?? []),
    );
  }
}

function writeOf(now: NotedItem, built: NotedItem | undefined, base: BuildBase): ItemWrite | null {
  const put = (item: Item): ItemWrite => ({ ...now, kind: 'put', item, seen: now.changedAt });
  const isOwn = now.item.source === base.source;
  if (built === undefined) return isOwn ? null : put(now.item);
  const seen = built.seen ?? 0;
  if (isOwn) {
    const later = Object.entries(now.patches).filter(([, [at]]) => at > seen);
    const fields = Object.fromEntries(later.map(([name, [, value]]) => [name, value]));
    if (Object.keys(fields).length === 0) return null;
    return put({ ...built.item, fields: patched(JSON.stringify(built.item.fields), fields) });
  }
  if (now.changedAt !== seen) return put(now.item);
  // An item that the source has taken over stays with it; what another source has brought since comes over.
  const isTakenOver = built.item.source === base.source;
  return isTakenOver || JSON.stringify(built.item) === JSON.stringify(now.item) ? null : put(now.item);
}

async function bringRemoved({ cluster, live }: Merge, target: ChangedIndex): Promise<void> {
  const wasLive = { range: { [seenField]: { gte: 0 } } };
  await refresh(cluster, live);
  await refresh(cluster, target.index);
  const idsIn = (index: string, query: object): AsyncGenerator<readonly string[]> =>
    allPages((after) => idPage(cluster, index, query, after, scannedIds));
  const there = new Set<string>();
  for await (const ids of idsIn(live, { match_all: {} })) for (const id of ids) there.add(id);
  for await (const ids of idsIn(target.index, wasLive)) {
    const gone = ids.filter((id) => !there.has(id));
    await writePlanned(cluster, target, gone, (left) => left.map((id) => ({ kind: 'remove', id })));
  }
}

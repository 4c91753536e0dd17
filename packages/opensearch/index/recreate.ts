import { analyserOf } from '#engine/query/analysis/analysers.ts';
import { GenerationStateError } from '#engine/port-errors.ts';
import type { CollectionLayout, GenerationStatus } from '#engine/port.ts';
import { addressesOf, Cluster } from '#opensearch/cluster.ts';
import { startGeneration } from './generation-build.ts';
import { type Generations, type DescribedIndex, CollectionNames } from './generations.ts';
import { indexFieldsOf } from './documents.ts';
import { type ChangedIndex, type ItemWrite, writeItems } from './item-writes.ts';
import { closedMs } from '#opensearch/limits.ts';
import { type Checkpoints, checkpointsOf, itemIds, itemPages, changedSince } from './scan.ts';

export interface CopyTask {
  readonly options: { readonly url: string; readonly prefix: string; readonly shardCount?: number };
  readonly collection: string;
  readonly from: string;
  readonly layout: CollectionLayout;
}

export interface Copied {
  readonly from: string;
  readonly generation: string;
  /** All that was changed up to there is in the copy. */
  readonly checkpoints: Checkpoints;
}

export function targetOf({ index, meta: { layout } }: DescribedIndex): ChangedIndex {
  const analyser = analyserOf(layout.language);
  return { index, layout, analyser, fields: indexFieldsOf(layout, analyser.hasStemmer) };
}

/** Builds a generation of the items of an index. Changes that come meanwhile are not in it. */
export async function copyLive(
  { options: { url, prefix, shardCount }, collection, from, layout }: CopyTask,
  onProgress: (builtCount: number, totalCount: number) => void,
): Promise<Copied> {
  const cluster = new Cluster(addressesOf(url));
  const names = new CollectionNames(prefix, collection);
  const checkpoints = await checkpointsOf(cluster, from);
  const build = await startGeneration(cluster, names, layout, { shardCount });
  try {
    let builtCount = 0;
    for await (const { items, totalCount } of itemPages(cluster, from)) {
      await build.copy(items);
      onProgress((builtCount += items.length), totalCount);
    }
    await build.finish();
  } catch (error) {
    await build.abandon();
    throw error;
  } finally {
    await cluster.close();
  }
  return { from, generation: build.generation, checkpoints };
}

/** The index before takes nothing while the last changes are carried over, and stays closed: no change goes astray. */
export async function takeOver(
  cluster: Cluster,
  generations: Generations,
  names: CollectionNames,
  copied: Copied,
): Promise<GenerationStatus> {
  const { from, generation } = copied;
  const index = names.indexOf(generation);
  try {
    const copy = (await generations.list()).find((one) => one.index === index);
    if (copy?.meta.status == null) throw new GenerationStateError(`${from} is not live any more.`);
    const target = targetOf(copy);
    const later = await carry(cluster, copied, target);
    const start = performance.now();
    await generations.close(from);
    try {
      await carry(cluster, { ...copied, checkpoints: later }, target);
      await removeGone(cluster, from, target);
      if (performance.now() - start > closedMs) throw new Error(`The last changes of ${from} took too long to carry over.`);
      await generations.succeed(from, generation);
    } catch (error) {
      await generations.open(from);
      throw error;
    }
    return copy.meta.status;
  } catch (error) {
    // One that can't be removed now goes with the next publish. What is live is never removed here.
    await generations.discard(generation).catch(() => undefined);
    throw error;
  }
}

/** Writes what was changed since the checkpoints. Answers the next ones. */
async function carry(cluster: Cluster, { from, checkpoints }: Copied, target: ChangedIndex): Promise<Checkpoints> {
  const next = await checkpointsOf(cluster, from);
  for (const [shard, checkpoint] of checkpoints.entries())
    for await (const items of changedSince(cluster, from, shard, checkpoint))
      await writeItems(
        cluster,
        target,
        items.map((item): ItemWrite => ({ ...item, kind: 'put' })),
      );
  return next;
}

/** Items that went meanwhile are told from the others only by not being there. */
async function removeGone(cluster: Cluster, from: string, target: ChangedIndex): Promise<void> {
  const count = async (index: string): Promise<number> =>
    (await cluster.command<{ readonly count: number }>({ method: 'GET', path: `${index}/_count?filter_path=count` })).count;
  if ((await count(from)) === (await count(target.index))) return;
  const there = new Set<string>();
  for await (const ids of itemIds(cluster, from)) for (const id of ids) there.add(id);
  for await (const ids of itemIds(cluster, target.index))
    await writeItems(
      cluster,
      target,
      ids.filter((id) => !there.has(id)).map((id): ItemWrite => ({ kind: 'remove', id })),
    );
}

import { type Analyser, createAnalyser } from '#engine/analysis/analyser.ts';
import { GenerationStateError } from '#engine/port-errors.ts';
import type { CollectionLayout, GenerationStatus } from '#engine/port.ts';
import { addressesOf } from './addresses.ts';
import { Cluster } from './cluster.ts';
import { startGeneration } from './generation-build.ts';
import type { Generations, LiveIndex } from './generations.ts';
import type { NotedItem } from './each-item.ts';
import { indexFieldsOf, unknownSource } from './index-fields.ts';
import { type ChangedIndex, type ItemWrite, writeItems } from './item-changes.ts';
import { closedMs } from './limits.ts';
import { CollectionNames } from './names.ts';
import { type Checkpoints, checkpointsOf, itemIds, itemPages, changedSince } from './scan.ts';

export interface CopyTask {
  readonly options: { readonly url: string; readonly prefix: string; readonly shardCount?: number };
  readonly collection: string;
  /** The live index. */
  readonly from: string;
  /** Whether its items know who brought them. */
  readonly hasSources: boolean;
  readonly layout: CollectionLayout;
}

export interface Copied {
  /** The index that was copied. */
  readonly from: string;
  readonly hasSources: boolean;
  readonly generation: string;
  /** All that was changed up to there is in the copy. */
  readonly checkpoints: Checkpoints;
}

const mostCopyTries = 5;

/** Changes come one after the other, and an analyser remembers the stems of the one before. */
const analysers = new Map<string, Analyser>();

function analyserOf(language: string): Analyser {
  const known = analysers.get(language) ?? createAnalyser(language);
  analysers.set(language, known);
  return known;
}

/** What changes of an index need to know of it. */
export function targetOf({ index, meta: { layout } }: LiveIndex): ChangedIndex {
  const analyser = analyserOf(layout.language);
  return { index, layout, analyser, fields: indexFieldsOf(layout, analyser.hasStemmer) };
}

const withUnknownSource = ({ item, ...notes }: NotedItem): NotedItem => ({
  ...notes,
  item: item.source === undefined ? { ...item, source: unknownSource } : item,
});

/**
 * The live index, of whose items is known who brought them, and when they were changed. One of an earlier version can't note that, so it
 * is copied first: its items are those of whichever source brings its items next. null when nothing was ever published.
 */
export async function notedLive(
  generations: Generations,
  copy: (live: LiveIndex) => Promise<unknown>,
): Promise<LiveIndex | null> {
  for (let tries = 1; ; tries += 1) {
    const live = await generations.live();
    if (live === null || live.meta.hasSources === true) return live;
    try {
      await copy(live);
    } catch (error) {
      // Another server was faster.
      if (!(error instanceof GenerationStateError) || tries === mostCopyTries) throw error;
    }
  }
}

/** Builds a generation of the items of an index. Changes that come meanwhile are not in it. */
export async function copyLive(
  { options: { url, prefix, shardCount }, collection, from, hasSources, layout }: CopyTask,
  onProgress: (builtCount: number, totalCount: number) => void,
): Promise<Copied> {
  const cluster = new Cluster(addressesOf(url));
  const names = new CollectionNames(prefix, collection);
  const checkpoints = await checkpointsOf(cluster, from);
  const build = await startGeneration(cluster, names, layout, { shardCount });
  try {
    let builtCount = 0;
    for await (const { items, totalCount } of itemPages(cluster, from)) {
      await build.copy(hasSources ? items : items.map(withUnknownSource));
      onProgress((builtCount += items.length), totalCount);
    }
    await build.finish();
  } catch (error) {
    await build.abandon();
    throw error;
  } finally {
    await cluster.close();
  }
  return { from, hasSources, generation: build.generation, checkpoints };
}

/**
 * Makes the copy live with all that was changed since. While the last changes are carried over, the index before takes none: a change then
 * waits and finds the new one. It stays closed, so that nobody who still takes it for live is told that a change was taken.
 */
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
async function carry(cluster: Cluster, { from, hasSources, checkpoints }: Copied, target: ChangedIndex): Promise<Checkpoints> {
  const next = await checkpointsOf(cluster, from);
  for (const [shard, checkpoint] of checkpoints.entries())
    for await (const items of changedSince(cluster, from, shard, checkpoint))
      await writeItems(
        cluster,
        target,
        items.map((item): ItemWrite => ({ ...(hasSources ? item : withUnknownSource(item)), kind: 'put' })),
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

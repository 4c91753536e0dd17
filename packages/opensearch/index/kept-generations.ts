import type { GenerationHealth, KeptGeneration } from '#engine/port.ts';
import type { Cluster } from '#opensearch/cluster.ts';
import { isOutdated, type Generations } from './generations.ts';
import type { CollectionNames } from './names.ts';

interface IndexFigures {
  readonly index: string;
  readonly health: string;
  readonly 'pri.store.size': string | null;
  readonly 'docs.count': string | null;
}

const healths: Readonly<Record<string, GenerationHealth>> = { green: 'good', yellow: 'degraded', red: 'bad' };

/** The live generation and the one before it, as the cluster tells of them. */
export async function keptGenerations(
  cluster: Cluster,
  generations: Generations,
  names: CollectionNames,
): Promise<KeptGeneration[]> {
  const path = `_cat/indices/${names.pattern}?format=json&bytes=b&h=index,health,pri.store.size,docs.count`;
  // Somebody waits for it as for a search.
  const [all, figures] = await Promise.all([
    generations.list((call) => cluster.search(call)),
    cluster.search<readonly IndexFigures[] | null>({ method: 'GET', path }),
  ]);
  const kept = all.filter(({ isLive, isPrevious }) => isLive || isPrevious);
  kept.sort((one, other) => Number(other.isLive) - Number(one.isLive));
  return kept.flatMap(({ index, meta, isLive }): KeptGeneration[] => {
    if (meta.status === null) return [];
    const found = figures?.find((one) => one.index === index);
    return [
      {
        ...meta.status,
        itemCount: Number(found?.['docs.count'] ?? meta.status.itemCount),
        bytes: Number(found?.['pri.store.size'] ?? meta.status.bytes),
        isLive,
        layout: meta.layout,
        health: isOutdated(meta) ? 'outdated' : (healths[found?.health ?? ''] ?? 'bad'),
      },
    ];
  });
}

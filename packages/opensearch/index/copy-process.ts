import type { CollectionLayout, GenerationStatus } from '#engine/port.ts';
import { answerWork } from '#process-kit/forked-work.ts';
import { addressesOf, Cluster } from '#opensearch/cluster.ts';
import { startGeneration } from './generation-build.ts';
import { Generations } from './generations.ts';

export interface CopyTask {
  readonly options: { readonly url: string; readonly prefix: string; readonly shardCount?: number | undefined };
  readonly collection: string;
  readonly layout: CollectionLayout;
  readonly totalCount: number;
}

answerWork(async ({ options, collection, layout, totalCount }: CopyTask, onProgress): Promise<GenerationStatus> => {
  const { url, prefix, shardCount } = options;
  const cluster = new Cluster(addressesOf(url));
  try {
    const generations = new Generations(cluster, prefix, collection);
    const build = await startGeneration(cluster, generations, layout, { shardCount, source: null });
    try {
      let builtCount = 0;
      await build.carryOver({
        gone: () => undefined,
        taken: (items) => onProgress(Math.min(totalCount, (builtCount += items.length)), totalCount),
      });
      return await build.finish();
    } catch (error) {
      await build.abandon();
      throw error;
    }
  } finally {
    await cluster.close();
  }
});

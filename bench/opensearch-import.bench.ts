/**
 * How fast a generation is built in OpenSearch, from items to searchable, and what of it is our processor time and what OpenSearch's:
 * both share the processors of one machine. Needs Java; see `scripts/testing/services.mjs`.
 * Run: node bench/opensearch-import.bench.ts [items=60000]
 */
import type { Item } from '#contract/item.ts';
import { startOpenSearchBuild } from '#opensearch/opensearch-engine.ts';
import { prepareOpenSearch } from '#scripts/testing/services.mjs';
import { productLayout, products } from './engine-products.ts';
import { tell } from './figures.ts';
import { childRunning, processorSeconds } from './process-figures.ts';

const itemCount = Number(process.argv[2] ?? 60_000);
/** Both sides compile while they run. */
const warmUpItems = 30_000;
const batchSize = 1_000;
const heapMegabytes = 2_048;
const itemsPerSecond = 8_000;

const openSearch = await prepareOpenSearch({ heapMegabytes });
if (openSearch === null) console.log('Skipped: there is no OpenSearch.');
else {
  try {
    const java = childRunning(process.pid, 'OpenSearchNode') ?? 0;
    const build = async (items: readonly Item[]): Promise<number> => {
      const building = await startOpenSearchBuild({ url: openSearch.url, prefix: 'bench' }, 'products', productLayout);
      const startedAt = performance.now();
      for (let at = 0; at < items.length; at += batchSize) await building.add(items.slice(at, at + batchSize));
      await building.finish();
      return (performance.now() - startedAt) / 1000;
    };
    const items = [...products(itemCount)];
    await build(items.slice(0, warmUpItems));
    const [own, theirs] = [process.cpuUsage(), processorSeconds(java)];
    const seconds = await build(items);
    const { user, system } = process.cpuUsage(own);
    const perItem = (processor: number): string => `${((processor * 1e6) / itemCount).toFixed(0)} µs`;
    const rate = itemCount / seconds;
    tell({
      name: `${itemCount} items are built in OpenSearch`,
      value: `${Math.round(rate)} items/s; of an item ${perItem((user + system) / 1e6)} of our processor time, ${perItem(processorSeconds(java) - theirs)} of OpenSearch's`,
      target: { text: `≥ ${itemsPerSecond} items/s`, isMet: rate >= itemsPerSecond },
      searchThreads: null,
    });
  } finally {
    await openSearch.stop();
  }
}
process.exit();

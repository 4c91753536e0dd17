/**
 * From a Google feed on a web server to searchable: items per second, and memory of the import's process and of the server. The second
 * import compares each item with the live one. Run: node bench/import.bench.ts [items=200000]
 */
import { childrenOf } from '#testing/processes/server-process.ts';
import { peakMegabytes, processorSeconds, report } from './figures.ts';
import { type ShopFeed, startShop } from './synthetic-shop.ts';

const items = Number(process.argv[2] ?? 200_000);
const goals = { itemsPerSecond: 7_000, importMegabytes: 300 };

const shop = await startShop(items, { isXml: true });
const serverId = shop.server.child.pid ?? 0;

async function measure(label: string, begin: () => Promise<ShopFeed>): Promise<ShopFeed> {
  const used = { megabytes: 0, seconds: 0 };
  const look = (): void => {
    const [importer] = childrenOf(serverId);
    if (importer === undefined) return;
    try {
      Object.assign(used, { megabytes: peakMegabytes(importer), seconds: processorSeconds(importer) });
    } catch {
      // It has just ended.
    }
  };
  const startedAt = performance.now();
  const feed = await begin();
  const { imported_count: count, received_bytes: bytes } = await shop.imported(feed, look);
  const perSecond = Math.round(count / ((performance.now() - startedAt) / 1000));
  report({
    name: `${label}: ${count} items, ${Math.round(bytes / 1e6)} MB`,
    value: `${perSecond} items/s, ${Math.round(count / used.seconds)} per processor second`,
    target: { text: `≥ ${goals.itemsPerSecond} items/s`, isMet: perSecond >= goals.itemsPerSecond },
  });
  report({
    name: `${label}: memory`,
    value: `${used.megabytes} MB in its process, at most ${peakMegabytes(serverId)} MB in the server`,
    target: { text: `≤ ${goals.importMegabytes} MB in its process`, isMet: used.megabytes <= goals.importMegabytes },
  });
  return feed;
}

try {
  const feed = await measure('first import', () => shop.add());
  await measure('second import', async () => {
    await shop.reload(feed);
    return feed;
  });
} finally {
  await shop.close();
}

/**
 * From a raw feed on a web server to searchable: items per second and memory of the server and of the import's process.
 * Run: node bench/import.bench.ts [items]
 */
import { childrenMegabytes, peakMegabytes, startShop } from './running-shop.ts';
import { googleXml, ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 200_000);
const shop = await startShop();
try {
  for (const [name, lines] of [
    ['google.xml', googleXml(items)],
    ['items.ndjson', ndjson(items)],
  ] as const) {
    const pid = shop.server.child.pid ?? 0;
    let importPeak = 0;
    const { feed, seconds, bytes } = await shop.importFeed(name, lines, () => {
      importPeak = Math.max(importPeak, childrenMegabytes(pid));
    });
    const run = feed.last_import;
    if (run?.state !== 'done' || run.imported_count !== items)
      throw new Error(`${name}: ${run?.state}, ${run?.imported_count} items, ${run?.failure?.code}`);
    console.log(
      `${name}: ${items} items, ${Math.round(bytes / 1e6)} MB, ${seconds.toFixed(1)} s, ${Math.round(items / seconds)} items/s, ` +
        `server peak ${peakMegabytes(pid)} MB, import process peak ${importPeak} MB`,
    );
  }
  console.log(`ready after ${Math.round(await shop.restart())} ms with ${2 * items} items in two projects`);
} finally {
  await shop.close();
}

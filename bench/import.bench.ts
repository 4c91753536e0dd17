/**
 * From a raw feed on a web server to searchable: items per second, by the clock and by the processor time of the import's process, its
 * memory and the server's, what searches take meanwhile, and how long the server's event loop stands still. Every feed is imported
 * twice; the second time all of it is compared with what is live. Run: `node bench/import.bench.ts [items=200000] [words in the
 * names of feeds]`, or `node bench/import.bench.ts 1gb` for 1 GB of XML that is made up while it is read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lines } from './feed-host.ts';
import { childFigures, memoryNow, peakMegabytes } from './process-figures.ts';
import { type RunningShop, type ShopFeed, startShop } from './running-shop.ts';
import { type SearchTimes, searchDuring } from './steady-search.ts';
import { csv, googleXml, googleXmlOfSize, heurekaXml, ndjson } from './synthetic-feed.ts';

const gigabyte = 1e9;
const restMs = 10_000;
const warmUpMs = 3_000;
const [size = '200000', ...wanted] = process.argv.slice(2);
const isLarge = size === '1gb';
const items = Number(size);
const small: Readonly<Record<string, Lines>> = {
  'google.xml': () => googleXml(items),
  'heureka.xml': () => heurekaXml(items),
  'items.csv': () => csv(items),
  'items.ndjson': () => ndjson(items),
};
const feeds: Readonly<Record<string, Lines>> = isLarge ? { '1gb.xml': () => googleXmlOfSize(gigabyte) } : small;

interface Run {
  readonly count: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
}

async function measured(shop: RunningShop, begin: () => Promise<ShopFeed>): Promise<Run & { readonly feed: ShopFeed }> {
  const child = childFigures(shop.server.child.pid ?? 0, 'import-worker');
  const startedAt = performance.now();
  const feed = await begin();
  const { imported_count: count, received_bytes: bytes } = await shop.imported(feed, child.look);
  return { feed, count, bytes, seconds: (performance.now() - startedAt) / 1000, ...child.figures };
}

const rate = (count: number, seconds: number): string => String(Math.round(count / seconds)).padStart(6);
const ms = ({ p50, p99 }: SearchTimes): string => `${p50.toFixed(1)}/${p99.toFixed(1)} ms`;

function print(label: string, run: Run, shop: RunningShop, searches: string): void {
  const pid = shop.server.child.pid ?? 0;
  const { ownMegabytes, mappedMegabytes } = memoryNow(pid);
  console.log(
    `${label.padEnd(20)} ${run.count} items, ${Math.round(run.bytes / 1e6)} MB in ${run.seconds.toFixed(1)} s: ${rate(run.count, run.seconds)} items/s, ` +
      `${rate(run.count, run.processorSeconds)} per processor second; import ${run.peakMegabytes} MB, server at most ${peakMegabytes(pid)} MB, ` +
      `now ${ownMegabytes} MB and ${mappedMegabytes} MB of mapped files${searches}`,
  );
}

async function importTwice(name: string, lines: Lines): Promise<void> {
  const shop = await startShop();
  try {
    if (isLarge) shop.host.stream(name, lines);
    else await shop.host.keep(name, lines);
    const first = await measured(shop, () => shop.add(name));
    print(`${name}, first`, first, shop, '');
    const { feed } = first;
    await searchDuring(shop.server.url, feed.token, () => sleep(warmUpMs));
    await shop.longestStop();
    const rest = await searchDuring(shop.server.url, feed.token, () => sleep(restMs));
    const stopAtRest = await shop.longestStop();
    const again = async (): Promise<ShopFeed> => {
      await shop.reload(feed);
      return feed;
    };
    let second: Run | undefined;
    const busy = await searchDuring(shop.server.url, feed.token, async () => (second = await measured(shop, again)));
    const stop = await shop.longestStop();
    const stops = `, event loop late by up to ${stopAtRest.toFixed(0)} ms at rest, ${stop.toFixed(0)} ms meanwhile`;
    const searches = `; searches p50/p99 ${ms(rest)} at rest, ${ms(busy)} meanwhile (${(busy.p99 / rest.p99).toFixed(1)} times)${stops}`;
    if (second !== undefined) print(`${name}, again`, second, shop, searches);
    console.log(`${name}: the server is ready ${Math.round(await shop.restart())} ms after its start`);
  } finally {
    await shop.close();
  }
}

for (const [name, lines] of Object.entries(feeds))
  if (wanted.length === 0 || wanted.some((word) => name.includes(word))) await importTwice(name, lines);

/**
 * From a raw feed on a web server to searchable: items per second, by the clock and by the processor time of the import's process, its
 * memory and the server's, what searches take meanwhile, and how long the server's event loop stands still. Every feed is imported
 * twice; the second time all of it is compared with what is live. Run: `node bench/import.bench.ts [items=200000] [words in the
 * names of feeds]`, or `node bench/import.bench.ts 1gb` for 1 GB of XML that is made up while it is read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lines } from './feed-host.ts';
import { childFigures, memoryNow, peakMegabytes } from './process-figures.ts';
import { type Figure, serverSearchThreads, tell } from './figures.ts';
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

const rate = (count: number, seconds: number): string => String(Math.round(count / seconds));
const goals = { itemsPerSecond: 7_000, importMegabytes: 300, timesRest: 2, readyMs: 1_000 };

function tellRun(label: string, run: Run, shop: RunningShop): void {
  const pid = shop.server.child.pid ?? 0;
  const { ownMegabytes, mappedMegabytes } = memoryNow(pid);
  const perSecond = run.count / run.seconds;
  const of = (about: string, value: string, target?: Figure['target']): void =>
    tell({ name: `${label}: ${about}`, value, ...(target && { target }), searchThreads: null });
  of(
    `${run.count} items, ${Math.round(run.bytes / 1e6)} MB`,
    `${rate(run.count, run.seconds)} items/s, ${rate(run.count, run.processorSeconds)} per processor second`,
    { text: `≥ ${goals.itemsPerSecond} items/s`, isMet: perSecond >= goals.itemsPerSecond },
  );
  of('memory of its process', `${run.peakMegabytes} MB`, {
    text: `≤ ${goals.importMegabytes} MB`,
    isMet: run.peakMegabytes <= goals.importMegabytes,
  });
  of(
    'memory of the server',
    `at most ${peakMegabytes(pid)} MB; after it ${ownMegabytes} MB, and ${mappedMegabytes} MB of mapped files`,
  );
}

function tellSearches(label: string, rest: SearchTimes, busy: SearchTimes, lateMs: number): void {
  const ratio = busy.p99 / rest.p99;
  tell({ name: `${label}: searches at rest`, times: rest, searchThreads: serverSearchThreads });
  tell({
    name: `${label}: searches meanwhile`,
    times: busy,
    value: `p99 ${ratio.toFixed(1)} times that at rest, event loop late by up to ${lateMs.toFixed(0)} ms`,
    target: { text: `p99 ≤ ${goals.timesRest} times`, isMet: ratio <= goals.timesRest },
    searchThreads: serverSearchThreads,
  });
}

async function importTwice(name: string, lines: Lines): Promise<void> {
  const shop = await startShop();
  try {
    if (isLarge) shop.host.stream(name, lines);
    else await shop.host.keep(name, lines);
    const first = await measured(shop, () => shop.add(name));
    tellRun(`${name}, first import`, first, shop);
    const { feed } = first;
    await searchDuring(shop.server.url, feed.token, () => sleep(warmUpMs));
    await shop.longestStop();
    const rest = await searchDuring(shop.server.url, feed.token, () => sleep(restMs));
    await shop.longestStop();
    const again = async (): Promise<ShopFeed> => {
      await shop.reload(feed);
      return feed;
    };
    let second: Run | undefined;
    const busy = await searchDuring(shop.server.url, feed.token, async () => (second = await measured(shop, again)));
    const { late: stop } = await shop.longestStop();
    if (second !== undefined) tellRun(`${name}, second import`, second, shop);
    tellSearches(`${name}, second import`, rest, busy, stop);
    const readyMs = Math.round(await shop.restart('stop'));
    tell({
      name: `${name}: a start of the server until it is ready`,
      value: `${readyMs} ms`,
      target: { text: `≤ ${goals.readyMs} ms`, isMet: readyMs <= goals.readyMs },
      searchThreads: null,
    });
  } finally {
    await shop.close();
  }
}

for (const [name, lines] of Object.entries(feeds))
  if (wanted.length === 0 || wanted.some((word) => name.includes(word))) await importTwice(name, lines);

/**
 * The embedded engine on synthetic products: build, open, and one latency per kind of query. Run: `node bench/search.bench.ts
 * [items=200000]`
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { SearchEngine } from '#engine/port.ts';
import { productLayout, products, randomNumbers } from './engine-products.ts';
import { draw, kinds, planOf, popular } from './engine-queries.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const batchSize = 1_000;
const queriesPerKind = 60;
const warmUps = 15;
const settleMs = 20_000;
const collection = 'products';
const bytesPerItem = 900;
const p99Ms = { any: 5, all: 2 };

async function timed<Result>(work: () => Result | Promise<Result>): Promise<[milliseconds: number, result: Result]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

async function buildIndex(engine: SearchEngine): Promise<void> {
  const all = [...products(itemCount)];
  const [milliseconds, status] = await timed(async () => {
    const build = await engine.build(collection, productLayout);
    for (let at = 0; at < all.length; at += batchSize) await build.add(all.slice(at, at + batchSize));
    return build.finish();
  });
  await engine.publish(collection, status.generation);
  const rate = Math.round(itemCount / (milliseconds / 1000));
  tell({ name: 'building an index', value: `${rate} items/s, stored and synced`, searchThreads: null });
}

async function run(): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
  try {
    let engine = openEmbeddedEngine({ directory: path.join(directory, 'engine'), searchThreads: serverSearchThreads });
    await buildIndex(engine);
    await engine.close();
    engine = openEmbeddedEngine({ directory: path.join(directory, 'engine'), searchThreads: serverSearchThreads });
    const [opening, { totalCount }] = await timed(() => engine.search(collection, planOf([], {})));
    const value = `${Math.round(opening)} ms`;
    tell({ name: `opening ${totalCount} items and the first search`, value, searchThreads: serverSearchThreads });
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const sizeOf = (ending: string): number =>
      files.filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + statSync(path.join(directory, file)).size, 0);
    const perItem = [sizeOf('.segment'), sizeOf('items.sqlite')].map((bytes) => Math.round(bytes / itemCount));
    const isSmall = (perItem[0] ?? 0) <= bytesPerItem;
    tell({
      name: 'size of an item in segments, on disk and in memory',
      value: `${perItem[0]} bytes, and ${perItem[1]} in the item store`,
      target: { text: `≤ ${bytesPerItem} bytes`, isMet: isSmall },
      searchThreads: null,
    });
    const random = randomNumbers(7);
    for (let query = 0; query < warmUps; query++) await engine.search(collection, planOf(draw(random, [popular]), {}));
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    for (const [name, ranks, options] of kinds) {
      const match = options.required === undefined ? 'any' : 'all';
      const own: number[] = [];
      let matches = 0;
      for (let turn = -warmUps; turn < queriesPerKind; turn++) {
        const [time, { totalCount }] = await timed(() => engine.search(collection, planOf(draw(random, ranks), options)));
        if (turn < 0) continue;
        own.push(time);
        matches += (totalCount ?? 0) / queriesPerKind;
      }
      const times = timesOf(own);
      const target = atMost('p99', match === 'any' ? p99Ms.any : p99Ms.all, times);
      tell({ name, times, value: `${Math.round(matches)} found`, target, searchThreads: serverSearchThreads });
    }
    await engine.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

await run();

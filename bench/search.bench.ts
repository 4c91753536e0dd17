/**
 * The embedded engine beside SQLite FTS5, Sphinx and LanceDB on the same synthetic products, query by query in one run. All answer with the best
 * 20 items, whole, and but for LanceDB with the exact total. Aisle alone looks for stems too, and for filters, facets and phrases where a kind has them.
 * Run: `node bench/search.bench.ts [items=200000]`
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import type { SearchEngine } from '#engine/port.ts';
import { productLayout, products, randomNumbers } from './engine-products.ts';
import { draw, kinds, percentile, planOf, popular } from './engine-queries.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';
import { openFts5 } from './rivals/fts5.ts';
import { openLance } from './rivals/lancedb.ts';
import type { Rival } from './rivals/rival.ts';
import { openSphinx } from './rivals/sphinx.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const batchSize = 1_000;
const queriesPerKind = 60;
const warmUps = 15;
/** Until search threads and the asking thread have prepared what they do after a publish. */
const settleMs = 20_000;
const collection = 'products';
const bytesPerItem = 900;
const p99Ms = { any: 5, all: 2 };
/** How many times as fast as a rival we mean to be. */
const timesRivals = new Map([['SQLite FTS5', 20]]);

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

/** Each holds the items by itself; one that can't be had here is left out, and says so. */
async function openRivals(folder: string): Promise<Rival[]> {
  const opened: Rival[] = [];
  for (const open of [openFts5, openSphinx, openLance]) {
    try {
      const rival = await open(folder, products(itemCount));
      if (rival !== null) opened.push(rival);
    } catch (error) {
      console.warn(`! ${open.name} failed, so it is left out: ${String(error)}`);
    }
  }
  return opened;
}

function tellBeside(kind: string, rival: string, ratio: number): void {
  const wanted = timesRivals.get(rival);
  tell({
    name: `${kind}: beside ${rival}, at p50`,
    value: `${ratio.toFixed(1)} times as fast`,
    ...(wanted === undefined ? {} : { target: { text: `≥ ${wanted} times`, isMet: ratio >= wanted } }),
    searchThreads: serverSearchThreads,
  });
}

async function run(): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
  let rivals: readonly Rival[] = [];
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
    rivals = await openRivals(directory);
    const random = randomNumbers(7);
    for (let query = 0; query < warmUps; query++) await engine.search(collection, planOf(draw(random, [popular]), {}));
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    for (const [name, ranks, options] of kinds) {
      const match = options.required === undefined ? 'any' : 'all';
      const askers: readonly ((query: readonly string[]) => Promise<number | null>)[] = [
        async (query) => (await engine.search(collection, planOf(query, options))).totalCount,
        ...rivals.map((rival) => async (query: readonly string[]) => (await rival.ask(query, match)).total),
      ];
      const allTimes = askers.map((): number[] => []);
      let matches = 0;
      for (let turn = -warmUps; turn < queriesPerKind; turn++) {
        const query = draw(random, ranks);
        const totals: (number | null)[] = [];
        // Each comes after each of the others.
        for (let place = 0; place < askers.length; place++) {
          const index = (turn + warmUps + place) % askers.length;
          const [time, total] = await timed(() => askers[index]?.(query) ?? null);
          totals[index] = total;
          if (turn >= 0) allTimes[index]?.push(time);
        }
        const counted = totals.filter((total) => total !== null);
        if (options.stems === false && new Set(counted).size > 1)
          throw new Error(`${query.join(' ')}: ${counted.join(', ')} found`);
        if (turn >= 0) matches += (totals[0] ?? 0) / queriesPerKind;
      }
      const [own = [], ...theirs] = allTimes;
      const times = timesOf(own);
      const target = atMost('p99', match === 'any' ? p99Ms.any : p99Ms.all, times);
      tell({ name, times, value: `${Math.round(matches)} found`, target, searchThreads: serverSearchThreads });
      for (const [index, rival] of rivals.entries())
        tellBeside(name, rival.name, percentile(theirs[index] ?? [], 0.5) / times.p50);
    }
    await engine.close();
  } finally {
    for (const rival of rivals) await rival.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

await run();

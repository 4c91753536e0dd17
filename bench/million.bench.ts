/**
 * One million items in one process: how long searches take, and what memory they need; then what memory it takes to replace all of them
 * while they are searched; and how long searches of a million variants take. Another process builds the index, as an import does.
 * Run: node bench/million.bench.ts [items=1000000]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedBuild } from '#engine/open-engine.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { productLayout, products, randomNumbers, variantLayout, variants } from './engine-products.ts';
import { draw, type Kind, kinds, listings, planOf, popular, variantKinds } from './engine-queries.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';
import { childFigures, memoryNow, peakMegabytes } from './process-figures.ts';

const sources = {
  products: { layout: productLayout, items: products },
  variants: { layout: variantLayout, items: variants },
};
type Collection = keyof typeof sources;
const batchSize = 1_000;
const warmUps = 20;
const queriesPerKind = 100;
const settleMs = 10_000;
const p99Ms = 30;
const megabytes = 1_200;
const replacingMegabytes = 2_000;
const searchEveryMs = 20;

async function build(directory: string, collection: Collection, itemCount: number): Promise<string> {
  const { layout, items } = sources[collection];
  const started = startEmbeddedBuild(directory, collection, layout, 1);
  const batch = [];
  for (const item of items(itemCount)) if (batch.push(item) === batchSize) await started.add(batch.splice(0));
  await started.add(batch);
  await started.carryOver();
  return (await started.finish()).generation;
}

async function builtAside(directory: string, collection: Collection, itemCount: number): Promise<string> {
  const builder: ChildProcess = fork(import.meta.filename, [String(itemCount), directory, collection]);
  const [generation] = (await once(builder, 'message')) as [string];
  await once(builder, 'exit');
  return generation;
}

async function replace(engine: SearchEngine, directory: string, itemCount: number): Promise<void> {
  const random = randomNumbers(8);
  let isDone = false;
  const searched = { own: 0, mapped: 0 };
  const builder = childFigures(process.pid, path.basename(import.meta.filename));
  const replacing = (async () => {
    const built = await builtAside(directory, 'products', itemCount);
    await engine.publish('products', built);
  })().finally(() => (isDone = true));
  while (!isDone) {
    await engine.search('products', planOf(draw(random, [popular]), {}));
    builder.look();
    const { ownMegabytes, mappedMegabytes } = memoryNow(process.pid);
    searched.own = Math.max(searched.own, ownMegabytes);
    searched.mapped = Math.max(searched.mapped, mappedMegabytes);
    await sleep(searchEveryMs);
  }
  await replacing;
  const { ownMegabytes: built, mappedMegabytes: mapped } = builder.figures;
  const all = searched.own + built;
  tell({
    name: `memory while ${itemCount} items are replaced, without mapped files, which the system takes back when it needs to`,
    value: `up to ${all} MB: ${searched.own} MB of the process that is searched, and ${built} MB of the one that builds; mapped ${searched.mapped} and ${mapped} MB`,
    target: { text: `≤ ${replacingMegabytes} MB`, isMet: all <= replacingMegabytes },
    searchThreads: serverSearchThreads,
  });
}

async function search(
  engine: SearchEngine,
  collection: Collection,
  name: string,
  planOfQuery: (query: number) => Plan,
): Promise<void> {
  const times: number[] = [];
  for (let query = 0; query < queriesPerKind; query++) {
    const plan = planOfQuery(query);
    const startedAt = performance.now();
    await engine.search(collection, plan);
    times.push(performance.now() - startedAt);
  }
  const all = timesOf(times);
  tell({ name: `${name}, a million items`, times: all, target: atMost('p99', p99Ms, all), searchThreads: serverSearchThreads });
}

async function searchAll(engine: SearchEngine, collection: Collection, all: readonly Kind[]): Promise<void> {
  const random = randomNumbers(7);
  for (let query = 0; query < warmUps; query++) await engine.search(collection, planOf(draw(random, [popular]), {}));
  await sleep(settleMs);
  for (const [name, ranks, options] of all) await search(engine, collection, name, () => planOf(draw(random, ranks), options));
}

async function measure(directory: string, itemCount: number): Promise<void> {
  const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
  const openedAt = performance.now();
  await engine.search('products', planOf([], {}));
  const openingMs = Math.round(performance.now() - openedAt);
  tell({ name: `opening ${itemCount} items and the first search`, value: `${openingMs} ms`, searchThreads: serverSearchThreads });
  await searchAll(engine, 'products', [...kinds, ...listings]);
  const random = randomNumbers(9);
  const [, ranks, options] = kinds.at(-1)!;
  await search(engine, 'products', '3 popular, another price filter each time, 3 facets', (query) => ({
    ...planOf(draw(random, ranks), options),
    filters: [{ field: 'price', from: 50 + query, to: 1500 }],
  }));
  const peak = peakMegabytes(process.pid);
  const { ownMegabytes, mappedMegabytes } = memoryNow(process.pid);
  tell({
    name: 'memory of the process with a million items',
    value: `up to ${peak} MB; at the end ${ownMegabytes} MB, and ${mappedMegabytes} MB of mapped files`,
    target: { text: `≤ ${megabytes} MB`, isMet: peak <= megabytes },
    searchThreads: serverSearchThreads,
  });
  await replace(engine, directory, itemCount);
  await engine.close();
}

async function measureVariants(directory: string): Promise<void> {
  const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
  await searchAll(engine, 'variants', variantKinds);
  await engine.close();
}

async function publishedAside(directory: string, collection: Collection, itemCount: number): Promise<void> {
  const generation = await builtAside(directory, collection, itemCount);
  const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
  await engine.publish(collection, generation);
  await engine.close();
}

if (process.send === undefined) {
  const itemCount = Number(process.argv[2] ?? 1_000_000);
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-million-'));
  try {
    await publishedAside(directory, 'products', itemCount);
    await measure(directory, itemCount);
    await publishedAside(directory, 'variants', itemCount);
    await measureVariants(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
} else {
  const generation = await build(process.argv[3] ?? '', process.argv[4] as Collection, Number(process.argv[2]));
  process.send(generation);
  process.disconnect();
}

/**
 * One million items in one process: how long searches take, and what memory they need; then what memory it takes to replace all of them
 * while they are searched. Another process builds the index, as an import does. Run: node bench/million.bench.ts [items=1000000]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedBuild } from '#engine/embedded/embedded-build.ts';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { productLayout, products, randomNumbers } from './engine-products.ts';
import { draw, kinds, listings, planOf, popular } from './engine-queries.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';
import { childFigures, memoryNow, peakMegabytes } from './process-figures.ts';

const collection = 'products';
const batchSize = 1_000;
const warmUps = 20;
const queriesPerKind = 100;
const settleMs = 10_000;
const p99Ms = 30;
const megabytes = 1_200;
const replacingMegabytes = 2_000;
const searchEveryMs = 20;

/** Builds a generation of the items of a source and answers its name. */
async function build(directory: string, itemCount: number): Promise<string> {
  const started = startEmbeddedBuild(directory, collection, productLayout, 1);
  const batch = [];
  for (const item of products(itemCount)) if (batch.push(item) === batchSize) await started.add(batch.splice(0));
  await started.add(batch);
  await started.carryOver();
  return (await started.finish()).generation;
}

/** As `build`, in a process of its own. */
async function builtAside(directory: string, itemCount: number): Promise<string> {
  const builder: ChildProcess = fork(import.meta.filename, [String(itemCount), directory]);
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
    const built = await builtAside(directory, itemCount);
    await engine.publish(collection, built);
  })().finally(() => (isDone = true));
  while (!isDone) {
    await engine.search(collection, planOf(draw(random, [popular]), {}));
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

async function search(engine: SearchEngine, name: string, planOfQuery: (query: number) => Plan): Promise<void> {
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

async function measure(directory: string, itemCount: number): Promise<void> {
  const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
  const openedAt = performance.now();
  const status = await engine.status(collection);
  const openingMs = Math.round(performance.now() - openedAt);
  tell({ name: `opening ${status?.itemCount} items`, value: `${openingMs} ms`, searchThreads: serverSearchThreads });
  const random = randomNumbers(7);
  for (let query = 0; query < warmUps; query++) await engine.search(collection, planOf(draw(random, [popular]), {}));
  await sleep(settleMs);
  for (const [name, ranks, options] of [...kinds, ...listings])
    await search(engine, name, () => planOf(draw(random, ranks), options));
  const [, ranks, options] = kinds.at(-1)!;
  await search(engine, '3 popular, another price filter each time, 3 facets', (query) => ({
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

if (process.send === undefined) {
  const itemCount = Number(process.argv[2] ?? 1_000_000);
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-million-'));
  try {
    const generation = await builtAside(directory, itemCount);
    const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
    await engine.publish(collection, generation);
    await engine.close();
    await measure(directory, itemCount);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
} else {
  const generation = await build(process.argv[3] ?? '', Number(process.argv[2]));
  process.send(generation);
  process.disconnect();
}

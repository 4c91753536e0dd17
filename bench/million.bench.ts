/**
 * One million items in one process: how long searches take, and what memory they need. Another process builds the index, so that only
 * what searching takes is counted. Run: node bench/million.bench.ts [items=1000000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { productLayout, products, randomNumbers } from './engine-products.ts';
import { draw, kinds, planOf, popular } from './engine-queries.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';
import { peakMegabytes } from './process-figures.ts';

const collection = 'products';
const batchSize = 1_000;
const warmUps = 20;
const queriesPerKind = 100;
const settleMs = 10_000;
const p99Ms = 30;
const megabytes = 1_200;

async function build(directory: string, itemCount: number): Promise<void> {
  const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
  const started = await engine.build(collection, productLayout);
  const batch = [];
  for (const item of products(itemCount)) if (batch.push(item) === batchSize) await started.add(batch.splice(0));
  await started.add(batch);
  await started.finish();
  await engine.publish(collection, started.generation);
  await engine.close();
}

async function measure(directory: string): Promise<void> {
  const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
  const openedAt = performance.now();
  const status = await engine.status(collection);
  const openingMs = Math.round(performance.now() - openedAt);
  tell({ name: `opening ${status?.itemCount} items`, value: `${openingMs} ms`, searchThreads: serverSearchThreads });
  const random = randomNumbers(7);
  for (let query = 0; query < warmUps; query++) await engine.search(collection, planOf(draw(random, [popular]), {}));
  await sleep(settleMs);
  for (const [name, ranks, options] of kinds) {
    const times: number[] = [];
    for (let query = 0; query < queriesPerKind; query++) {
      const startedAt = performance.now();
      await engine.search(collection, planOf(draw(random, ranks), options));
      times.push(performance.now() - startedAt);
    }
    const all = timesOf(times);
    tell({ name: `${name}, a million items`, times: all, target: atMost('p99', p99Ms, all), searchThreads: serverSearchThreads });
  }
  const peak = peakMegabytes(process.pid);
  tell({
    name: 'memory of the process with a million items',
    value: `up to ${peak} MB`,
    target: { text: `≤ ${megabytes} MB`, isMet: peak <= megabytes },
    searchThreads: serverSearchThreads,
  });
  await engine.close();
}

if (process.send === undefined) {
  const itemCount = process.argv[2] ?? '1000000';
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-million-'));
  try {
    const builder = fork(import.meta.filename, [itemCount, directory]);
    await once(builder, 'exit');
    await measure(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
} else {
  await build(process.argv[3] ?? '', Number(process.argv[2]));
  process.disconnect();
}

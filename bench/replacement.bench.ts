/**
 * Searches while 50,000 of 200,000 items are replaced in bulks, and while as many get other prices and stock: latency from the moment
 * a search is due, beside the same searches at rest, and how long the event loop stood still. Every fourth search has a filter, facets
 * and an order of the fields that change.
 * Run: node bench/replacement.bench.ts [items=200000] [replaced=50000] [search threads]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import type { ItemChange } from '#engine/port.ts';
import { group, planOf } from '#engine/testing/catalogue.ts';
import { productLayout, products, randomNumbers, words } from './engine-products.ts';
import { serverSearchThreads, tell, type Times, timesOf } from './figures.ts';

const [items = 200_000, replaced = 50_000, searchThreads = serverSearchThreads] = process.argv.slice(2).map(Number);
const bulk = 5_000;
const searchEveryMs = 10;
const restMs = 10_000;
const mostLateMs = 20;
const mostTimesRest = 2;
const collection = 'shop';
const directory = mkdtempSync(path.join(tmpdir(), 'aisle-replacement-'));
const engine = openEmbeddedEngine({ directory, searchThreads });
const random = randomNumbers(7);
const fields = planOf([]).fields.map((field, index) => ({ ...field, name: ['name', 'description', 'brand'][index] ?? '' }));

let asked = 0;

function search(): Promise<unknown> {
  const groups = Array.from({ length: 2 }, () => group(words[20 + Math.floor(random() * 2_000)] ?? ''));
  const plain = planOf(groups, { fields, size: 20 });
  if ((asked += 1) % 4 > 0) return engine.search(collection, plain);
  const facets = ['brand', 'price', 'inStock'].map((field) => ({ field, limit: 20 }));
  const filters = [{ field: 'inStock', anyOf: [true] }];
  return engine.search(collection, { ...plain, facets, filters, sort: [{ field: 'price', order: 'asc' }] });
}

/** Searches at a steady pace for as long as the work takes. Milliseconds, from when each was due. */
async function measure(label: string, work: () => Promise<unknown>): Promise<Times> {
  const stalls = monitorEventLoopDelay({ resolution: 1 });
  stalls.enable();
  const times: number[] = [];
  const startedAt = performance.now();
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  for (let due = startedAt; !isDone; due += searchEveryMs) {
    await sleep(Math.max(0, due - performance.now()));
    await search();
    times.push(performance.now() - due);
  }
  await working;
  stalls.disable();
  const all = timesOf(times);
  const lateMs = stalls.max / 1e6;
  tell({
    name: `searches ${label}`,
    times: all,
    value: `event loop late by up to ${lateMs.toFixed(0)} ms`,
    target: { text: `loop ≤ ${mostLateMs} ms late`, isMet: lateMs <= mostLateMs },
    searchThreads,
  });
  return all;
}

async function changeAll(changes: readonly ItemChange[]): Promise<void> {
  const times: number[] = [];
  for (let from = 0; from < changes.length; from += bulk) {
    const startedAt = performance.now();
    await engine.change(collection, changes.slice(from, from + bulk));
    times.push(Math.round(performance.now() - startedAt));
  }
  console.log(`  ${bulk} changes acknowledged and searchable after ${times.join(', ')} ms`);
}

const otherPrices = (): ItemChange[] =>
  Array.from({ length: replaced }, (_, at) => ({
    kind: 'patch',
    id: `p${at}`,
    fields: { price: Math.round(random() * 1_000_000) / 100, inStock: random() < 0.8 },
  }));

const otherItems = (): ItemChange[] =>
  [...products(replaced)].map(({ id, fields: own }) => ({
    kind: 'put',
    item: { id, fields: { ...own, name: `${String(own['name'])} ${words[Math.floor(random() * 2_000)] ?? ''}`, price: 1 } },
  }));

try {
  const build = await engine.build(collection, productLayout);
  const batch = [];
  for (const item of products(items)) if (batch.push(item) === 1_000) await build.add(batch.splice(0));
  await build.add(batch);
  await build.finish();
  await engine.publish(collection, build.generation);
  for (let warm = 0; warm < 500; warm++) await search();
  const rest = await measure('at rest', () => sleep(restMs));
  const work = { 'get other prices and stock': otherPrices(), 'are replaced': otherItems() };
  for (const [name, changes] of Object.entries(work)) {
    const busy = await measure(`while ${replaced} items ${name}`, () => changeAll(changes));
    const after = await measure(`after ${replaced} items ${name}, with the rewrite beside`, () => sleep(restMs));
    for (const [when, times] of [
      ['meanwhile', busy],
      ['after it', after],
    ] as const) {
      const ratio = times.p99 / rest.p99;
      const target = { text: `≤ ${mostTimesRest} times`, isMet: ratio <= mostTimesRest };
      tell({
        name: `p99 ${when}, ${replaced} items ${name}`,
        value: `${ratio.toFixed(1)} times that at rest`,
        target,
        searchThreads,
      });
    }
  }
} finally {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
}

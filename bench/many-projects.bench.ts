/**
 * Many collections in one process under a memory budget: how long a search waits for a collection that isn't loaded, beside one that
 * is, and what the process takes. Run: node bench/many-projects.bench.ts [collections=200] [items each=5000] [budget in MB=128]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { group, planOf } from '#engine/testing/catalogue.ts';
import { productLayout, products, randomNumbers, words } from './engine-products.ts';
import { atMost, serverSearchThreads, tell, timesOf } from './figures.ts';

const [collections = 200, itemsEach = 5_000, budgetMegabytes = 128] = process.argv.slice(2).map(Number);
const searches = 600;
const loadedWithinMs = 30;
const megabyte = 1024 * 1024;
const directory = mkdtempSync(path.join(tmpdir(), 'aisle-many-'));
const open = () =>
  openEmbeddedEngine({ directory, memoryBudgetBytes: budgetMegabytes * megabyte, searchThreads: serverSearchThreads });
const nameOf = (number: number): string => `shop-${number}`;

async function build(): Promise<number> {
  const engine = open();
  const items = [...products(itemsEach)];
  let bytes = 0;
  for (let number = 0; number < collections; number += 1) {
    const generation = await engine.build(nameOf(number), productLayout);
    await generation.add(items);
    ({ bytes } = await generation.finish());
    await engine.publish(nameOf(number), generation.generation);
  }
  await engine.close();
  return bytes;
}

try {
  console.log(`${collections} collections of ${itemsEach} items, ${Math.round((await build()) / megabyte)} MB each on disk`);
  const engine = open();
  const random = randomNumbers(7);
  const fields = planOf([]).fields.map((field, index) => ({ ...field, name: ['name', 'description', 'brand'][index] ?? '' }));
  const first: number[] = [];
  const again: number[] = [];
  for (let search = 0; search < searches; search += 1) {
    const collection = nameOf(Math.floor(random() * collections));
    for (const times of [first, again]) {
      const asked = [words[20 + Math.floor(random() * 2000)], words[20 + Math.floor(random() * 2000)]].map((word) =>
        group(word ?? ''),
      );
      const startedAt = performance.now();
      await engine.search(collection, planOf(asked, { fields, size: 20 }));
      times.push(performance.now() - startedAt);
    }
  }
  const times = timesOf(first);
  tell({
    name: `first search of one of ${collections} collections, drawn at random`,
    times,
    target: atMost('p95', loadedWithinMs, times),
    searchThreads: serverSearchThreads,
  });
  tell({ name: 'search of the same collection right after it', times: timesOf(again), searchThreads: serverSearchThreads });
  const megabytes = Math.round(process.memoryUsage().rss / megabyte);
  tell({ name: `process with a budget of ${budgetMegabytes} MB`, value: `${megabytes} MB`, searchThreads: serverSearchThreads });
  await engine.close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

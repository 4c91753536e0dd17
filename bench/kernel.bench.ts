/**
 * The kernel against the plain implementation in one process, in turns; compares all results. Run: `node
 * bench/kernel.bench.ts [items=200000]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { SearchEngine, SearchResult } from '#engine/port.ts';
import { productLayout, products, randomNumbers, variantLayout, variants } from './engine-products.ts';
import { draw, type Kind, kinds, listings, planOf, variantKinds } from './engine-queries.ts';
import { tell, timesOf } from './figures.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const batchSize = 1_000;
const warmUps = 60;
const queriesPerKind = 200;
const settleMs = 5_000;
const collections = [
  { name: 'products', layout: productLayout, items: products, kinds: [...kinds, ...listings] },
  { name: 'variants', layout: variantLayout, items: variants, kinds: variantKinds },
] as const;

async function build(directory: string): Promise<void> {
  const engine = openEmbeddedEngine({ directory });
  for (const { name, layout, items } of collections) {
    const generation = await engine.build(name, layout);
    let batch = [];
    for (const item of items(itemCount)) {
      if (batch.push(item) < batchSize) continue;
      await generation.add(batch);
      batch = [];
    }
    await generation.add(batch);
    await engine.publish(name, (await generation.finish()).generation);
  }
  await engine.close();
}

const said = ({ hits, totalCount, facets }: SearchResult): string =>
  JSON.stringify([hits.map(({ id, score, variantCount }) => [id, score, variantCount]), totalCount, facets]);

async function compare(
  collection: string,
  [name, ranks, options]: Kind,
  engines: readonly [SearchEngine, SearchEngine],
): Promise<void> {
  const random = randomNumbers(7);
  const times: [number[], number[]] = [[], []];
  for (let query = -warmUps; query < queriesPerKind; query++) {
    const plan = planOf(draw(random, ranks), options);
    const answers: string[] = [];
    for (const turn of [0, 1]) {
      const which = (turn + query + warmUps) % 2 === 0 ? 0 : 1;
      const start = performance.now();
      const result = await engines[which].search(collection, plan);
      if (query >= 0) times[which].push(performance.now() - start);
      answers[which] = said(result);
    }
    if (answers[0] !== answers[1]) throw new Error(`${name}: the kernel answers ${answers[0]}, the plain code ${answers[1]}.`);
  }
  const [byKernel, plain] = [timesOf(times[0]), timesOf(times[1])];
  const ratio = plain.p50 / byKernel.p50;
  tell({ name: `${name}, kernel`, times: byKernel, value: `${ratio.toFixed(1)} times as fast at p50`, searchThreads: 0 });
  tell({ name: `${name}, without`, times: plain, searchThreads: 0 });
}

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
try {
  await build(directory);
  const engines = [
    openEmbeddedEngine({ directory }),
    openEmbeddedEngine({ directory, kernelAtLeastItems: Number.POSITIVE_INFINITY }),
  ] as const;
  const random = randomNumbers(3);
  for (const { name, kinds: asked } of collections)
    for (const [, ranks, options] of asked)
      for (let query = 0; query < warmUps; query++)
        for (const engine of engines) await engine.search(name, planOf(draw(random, ranks), options));
  // Frequent terms and short prefixes are prepared after a publish.
  await sleep(settleMs);
  for (const { name, kinds: asked } of collections) for (const kind of asked) await compare(name, kind, engines);
  await Promise.all(engines.map((engine) => engine.close()));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

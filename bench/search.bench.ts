/**
 * The embedded engine on synthetic products: build, open, and one latency per kind of query, in 200,000 items and in a million.
 * Run: node bench/search.bench.ts [items …]
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { FacetRequest, Plan } from '#engine/plan.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { buildIndex, collection, drawn, middling, planOf, popular, rare } from './engine-queries.ts';
import { randomNumbers } from './products.ts';
import { atMost, peakMegabytes, report, timesOf } from './figures.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [200_000, 1_000_000];
const queriesPerKind = 100;
const warmUps = 20;
const settleMs = 20_000;
const bytesPerItem = 900;
const analyser = createAnalyser('en');

const facets: FacetRequest[] = ['brand', 'category', 'price'].map((field) => ({ field, limit: 20 }));
const inStock: Plan['filters'] = [{ field: 'inStock', anyOf: [true] }];
const byPrice: Plan['sort'] = [{ field: 'price', order: 'asc' }];
const threePopular = [popular, popular, popular];
const phraseFields = planOf([], {}).fields.map((field) => ({ ...field, phraseWeight: field.name === 'name' ? 0.5 : 0 }));

const kinds: readonly (readonly [name: string, ranks: Parameters<typeof drawn>[1], changes: Partial<Plan>])[] = [
  ['1 popular word', [popular], {}],
  ['2 middling words, any', [middling, middling], {}],
  ['3 popular words, any', threePopular, {}],
  ['4 mixed words, any', [popular, popular, middling, rare], {}],
  ['3 popular words, all', threePopular, { minimumMatch: 3 }],
  ['3 popular words, any, phrases', threePopular, { fields: phraseFields }],
  ['3 popular words, any, by price', threePopular, { sort: byPrice }],
  ['3 popular, price filter, 3 facets', threePopular, { facets, filters: [{ field: 'price', from: 50, to: 1500 }] }],
  ['no words', [], {}],
  ['no words, filter, 3 facets', [], { facets, filters: inStock }],
];

async function timed<Result>(work: () => Promise<Result>): Promise<[milliseconds: number, result: Result]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

async function measure(itemCount: number): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
  const p99Ms = itemCount > 200_000 ? 30 : 5;
  try {
    const builder = openEmbeddedEngine({ directory });
    const [buildMs] = await timed(() => buildIndex(builder, itemCount));
    await builder.close();
    const of = (name: string): string => `${name}, ${itemCount} items`;
    report({ name: of('building'), value: `${Math.round(itemCount / (buildMs / 1000))} items/s, stored and synced` });
    const engine = openEmbeddedEngine({ directory });
    const [openMs] = await timed(() => engine.search(collection, planOf([], {})));
    report({ name: of('opening and the first search'), value: `${Math.round(openMs)} ms` });
    const sizeOf = (ending: string): number => {
      const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
      return Math.round(files.reduce((sum, file) => sum + statSync(path.join(directory, file)).size, 0) / itemCount);
    };
    report({
      name: of('size of an item in segments, on disk and in memory'),
      value: `${sizeOf('.segment')} bytes, and ${sizeOf('items.sqlite')} in the item store`,
      target: { text: `≤ ${bytesPerItem} bytes`, isMet: sizeOf('.segment') <= bytesPerItem },
    });
    const random = randomNumbers(7);
    const plan = (ranks: Parameters<typeof drawn>[1], changes: Partial<Plan>): Plan => {
      const groups = drawn(random, ranks).map((word) => ({
        word,
        alternatives: [
          { kind: 'exact', terms: [word], weight: 1 } as const,
          { kind: 'stem', terms: [analyser.stem(word)], weight: 0.8 } as const,
        ],
      }));
      return planOf(groups, changes);
    };
    for (let query = 0; query < warmUps; query++) await engine.search(collection, plan([popular], {}));
    await sleep(settleMs);
    for (const [name, ranks, changes] of kinds) {
      const own: number[] = [];
      let matches = 0;
      for (let turn = -warmUps; turn < queriesPerKind; turn++) {
        const [time, { totalCount }] = await timed(() => engine.search(collection, plan(ranks, changes)));
        if (turn < 0) continue;
        own.push(time);
        matches += (totalCount ?? 0) / queriesPerKind;
      }
      const times = timesOf(own);
      report({ name: of(name), times, value: `${Math.round(matches)} found`, target: atMost('p99', p99Ms, times) });
    }
    await engine.close();
    report({ name: of('memory of the process'), value: `up to ${peakMegabytes(process.pid)} MB` });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

for (const size of sizes) await measure(size);

/**
 * The embedded engine against OpenSearch by the same plans of 16 clients, taking turns: what a shop gets from either.
 * Needs Java; see `scripts/testing/services.mjs`. Run: node bench/opensearch.bench.ts [items=200000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Plan } from '#engine/plan.ts';
import type { SearchEngine } from '#engine/port.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { openOpenSearchEngine } from '#opensearch/opensearch-engine.ts';
import { prepareOpenSearch } from '#scripts/testing/services.mjs';
import { buildIndex, collection, drawn, middling, planOf, popular, rare } from './engine-queries.ts';
import { randomNumbers } from './products.ts';
import { report, timesOf } from './figures.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const heapMegabytes = 2_048;
/** JIT compilation depends on the number of runs. */
const warmUps = 200;
/** Frequent terms and short prefixes are prepared after a publish. */
const settleMs = 20_000;
const clients = 16;
const secondsPerTurn = 4;
const turns = 3;
const timesAsMany = 4;
const analyser = createAnalyser('en');

const threePopular = [popular, popular, popular];
const filtered: Partial<Plan> = {
  filters: [{ field: 'price', from: 50, to: 1500 }],
  facets: ['brand', 'category', 'inStock'].map((field) => ({ field, limit: 20 })),
};
const kinds = [
  { name: '1 popular word', ranks: [popular], changes: {} },
  { name: '3 popular words, any', ranks: threePopular, changes: {} },
  { name: '4 mixed words, any', ranks: [popular, popular, middling, rare], changes: {} },
  { name: '3 popular words, price filter, 3 facets', ranks: threePopular, changes: filtered },
];
type Kind = (typeof kinds)[number];

const planOfKind = (random: () => number, { ranks, changes }: Kind): Plan =>
  planOf(
    drawn(random, ranks).map((word) => ({
      word,
      alternatives: [{ kind: 'stem', terms: [analyser.stem(word)], weight: 1 }],
    })),
    changes,
  );

async function load(engine: SearchEngine, kind: Kind, seed: number): Promise<number[]> {
  const random = randomNumbers(seed);
  const times: number[] = [];
  const endsAt = performance.now() + secondsPerTurn * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await engine.search(collection, planOfKind(random, kind));
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

async function compare(kind: Kind, ours: SearchEngine, theirs: SearchEngine): Promise<void> {
  const random = randomNumbers(7);
  for (let query = 0; query < warmUps; query++) {
    const plan = planOfKind(random, kind);
    for (const engine of [ours, theirs]) await engine.search(collection, plan);
  }
  const [own, other]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    own.push(...(await load(ours, kind, turn)));
    other.push(...(await load(theirs, kind, turn)));
  }
  const perSecond = (times: readonly number[]): string => `${Math.round(times.length / (turns * secondsPerTurn))} req/s`;
  const ratio = own.length / other.length;
  report({
    name: `${kind.name}, ${clients} clients, Aisle`,
    times: timesOf(own),
    value: `${perSecond(own)}, ${ratio.toFixed(1)} times as many`,
    target: { text: `≥ ${timesAsMany} times`, isMet: ratio >= timesAsMany },
  });
  report({ name: `${kind.name}, ${clients} clients, OpenSearch`, times: timesOf(other), value: perSecond(other) });
}

const openSearch = await prepareOpenSearch({ heapMegabytes });
if (openSearch === null) console.log('Skipped: there is no OpenSearch to compare with.');
else {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
  const ours = openEmbeddedEngine({ directory });
  const theirs = openOpenSearchEngine({ url: openSearch.url, prefix: 'bench' });
  try {
    for (const engine of [ours, theirs]) await buildIndex(engine, itemCount);
    await sleep(settleMs);
    for (const kind of kinds) await compare(kind, ours, theirs);
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
    await openSearch.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

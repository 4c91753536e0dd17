/**
 * What typing costs in the engine alone: unfinished words that are completed and searched, and words with a typo that are corrected.
 * Run: node bench/typing.bench.ts [items=200000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultRelevances } from '#engine/default-relevance.ts';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import type { CollectionRelevance } from '#engine/relevance.ts';
import { runSearch } from '#engine/search.ts';
import { inSession } from '#engine/search-session.ts';
import { productLayout, products, randomNumbers } from './engine-products.ts';
import { draw } from './engine-queries.ts';
import { atMost, serverSearchThreads, type Target, tell, type Times, timesOf } from './figures.ts';
import { terms } from '#engine/testing/asks.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const collection = 'products';
const batchSize = 1_000;
const queries = 1_000;
const warmUps = 300;
const settleMs = 3_000;
const suggestionCount = 10;
const typed = [40, 3_000] as const;
/** Rarer words are longer: short ones are not corrected. */
const longer = [5_000, 30_000] as const;
const random = randomNumbers(11);
const directory = mkdtempSync(path.join(tmpdir(), 'aisle-typing-'));
const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });

function relevanceOf(): CollectionRelevance {
  const sample = [...products(batchSize)];
  const samples = productLayout.fields.map(({ name, type }) => ({
    name,
    type,
    samples: sample.flatMap((item) => item.fields[name] ?? []),
  }));
  return {
    layout: productLayout,
    fields: Object.fromEntries(defaultRelevances(samples)),
    relevantRate: 70,
    forcesStopwords: false,
    lowersUnwanted: false,
  };
}
const relevance = relevanceOf();

const search = (query: string) =>
  inSession(engine, collection, (session) =>
    runSearch(session, relevance, [], { query, page: 1, perPage: 10, filters: [], facets: [], sort: [], today: 0 }),
  );

/** A word with one letter left out. */
function withTypo(word: string): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  return word.slice(0, at) + word.slice(at + 1);
}

async function measure(
  label: string,
  ask: (word: string) => Promise<unknown>,
  targetOf?: (times: Times) => Target,
  ranks: readonly [number, number] = typed,
): Promise<void> {
  for (let query = 0; query < warmUps; query++) await ask(draw(random, [ranks])[0] ?? '');
  await sleep(settleMs);
  const times: number[] = [];
  for (let query = 0; query < queries; query++) {
    const [word = ''] = draw(random, [ranks]);
    const startedAt = performance.now();
    await ask(word);
    times.push(performance.now() - startedAt);
  }
  const all = timesOf(times);
  tell({ name: label, times: all, ...(targetOf && { target: targetOf(all) }), searchThreads: serverSearchThreads });
}

try {
  const build = await engine.build(collection, productLayout);
  const batch = [];
  for (const item of products(itemCount)) if (batch.push(item) === batchSize) await build.add(batch.splice(0));
  await build.add(batch);
  await build.finish();
  await engine.publish(collection, build.generation);
  await measure('words', (word) => search(word));
  for (const letters of [2, 3, 4]) {
    await measure(
      `${letters} letters, completed and searched`,
      (word) => {
        const beginning = word.slice(0, letters);
        return Promise.all([search(beginning), terms(engine, collection, beginning, suggestionCount)]);
      },
      (times) => atMost('p99', 5, times),
    );
  }
  await measure(
    'a word with a typo, corrected',
    (word) => search(withTypo(word)),
    (times) => atMost('p95', 2, times),
    longer,
  );
  await measure(
    'two words, one with a typo',
    (word) => search(`${draw(random, [typed])[0]} ${withTypo(word)}`),
    undefined,
    longer,
  );
} finally {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
}

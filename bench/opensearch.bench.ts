/**
 * The embedded engine against OpenSearch: the same items and queries over HTTP with keep-alive, each engine a process of its own, taking
 * turns query by query; exact totals, whole items, no request cache. A server that answers a constant is asked in the same turns: what
 * client and HTTP take by themselves. Needs Java; see `scripts/testing/services.mjs`.
 * Run: node bench/opensearch.bench.ts [items=200000]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Alternative, Plan } from '#engine/plan.ts';
import { prepareOpenSearch } from '#scripts/testing/services.mjs';
import { startConstantServer } from './constant-server.ts';
import { productLayout, products, randomNumbers, words } from './engine-products.ts';
import { serverSearchThreads, tell, timesOf } from './figures.ts';
import { call, fillIndex, index, queryOf, stemOf } from './opensearch-products.ts';

const itemCount = Number(process.argv[2] ?? 200_000);
const batchSize = 1_000;
const heapMegabytes = 2_048;
/** JIT compilation depends on the number of runs. */
const warmUps = 200;
const queriesPerKind = 120;
const settleMs = 20_000;
const clients = 16;
const secondsPerTurn = 4;
const turns = 3;
const timesAtP95 = 4;
const timesRate = 6;
const constantBytes = 17_000;

interface Kind {
  readonly name: string;
  readonly ranks: readonly (readonly [from: number, to: number])[];
  readonly times: number;
  readonly prefixLength?: number;
  readonly isFiltered?: true;
}

const popular = [40, 250] as const;
const middling = [400, 3_000] as const;
const rare = [5_000, 30_000] as const;
const threePopular = [popular, popular, popular];
const filtered: Kind = { name: '3 popular words, price filter, 3 facets', ranks: threePopular, times: 7, isFiltered: true };
const kinds: readonly Kind[] = [
  { name: '1 popular word', ranks: [popular], times: 6 },
  { name: '3 popular words, any', ranks: threePopular, times: 6 },
  { name: '4 mixed words, any', ranks: [popular, popular, middling, rare], times: 4.5 },
  filtered,
  { name: 'word + 3-letter prefix, 5 fields', ranks: [middling, popular], times: 6, prefixLength: 3 },
  { name: 'word + 2-letter prefix, 5 fields', ranks: [middling, popular], times: 12, prefixLength: 2 },
];

const weights: Readonly<Record<string, number>> = { name: 6, brand: 4, category: 3, parameters: 1.4, description: 1 };
const fields: Plan['fields'] = Object.entries(weights).map(([name, weight]) => ({
  name,
  weight,
  wildcard: 0.8,
  phraseWeight: 0,
  fuzzy: false,
}));

/** By stem only, as OpenSearch's fields hold stems. */
function planOf(random: () => number, { ranks, prefixLength, isFiltered }: Kind): Plan {
  const drawn = ranks.map(([from, to]) => words[Math.floor(from + random() * (to - from))] ?? '');
  const groups = drawn.map((word, place) => {
    const isPrefix = prefixLength !== undefined && place === drawn.length - 1;
    const asked: Alternative = isPrefix
      ? { kind: 'prefix', terms: [word.slice(0, prefixLength)], weight: 1 }
      : { kind: 'stem', terms: [stemOf(word)], weight: 1 };
    return { word, alternatives: [asked] };
  });
  const restrictions: Pick<Plan, 'filters' | 'facets'> = {
    filters: isFiltered ? [{ field: 'price', from: 50, to: 1500 }] : [],
    facets: isFiltered ? ['brand', 'category', 'inStock'].map((field) => ({ field, limit: 20 })) : [],
  };
  const unused = { excluded: [], lowered: [], boosts: [], today: 0, sort: [], promoted: [], hidden: [], collapse: false };
  return { groups, minimumMatch: 1, fields, ...restrictions, ...unused, from: 0, size: 20 };
}

interface Answer {
  readonly total: number;
  readonly counts: readonly number[];
}

interface Engine {
  readonly name: string;
  readonly pool: Pool;
  ask(plan: Plan): Promise<string>;
  read(text: string): Answer;
}

function engineOf(name: string, pool: Pool, address: string, bodyOf: (plan: Plan) => object, read: Engine['read']): Engine {
  const headers = { 'content-type': 'application/json' };
  return {
    name,
    pool,
    read,
    async ask(plan) {
      const answer = await pool.request({ method: 'POST', path: address, headers, body: JSON.stringify(bodyOf(plan)) });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
      return text;
    },
  };
}

const ownEngine = (pool: Pool): Engine =>
  engineOf(
    'Aisle',
    pool,
    '/',
    (plan) => plan,
    (text) => {
      const { total, facets } = JSON.parse(text) as { total: number; facets: { values: { count: number }[] }[] };
      return { total, counts: facets.flatMap(({ values }) => values.map(({ count }) => count)) };
    },
  );

const openSearchEngine = (pool: Pool): Engine =>
  engineOf('OpenSearch', pool, `/${index}/_search?request_cache=false`, queryOf, (text) => {
    interface Found {
      hits: { total: { value: number } };
      aggregations?: Record<string, { buckets: { doc_count: number }[] }>;
    }
    const { hits, aggregations = {} } = JSON.parse(text) as Found;
    const byName = Object.entries(aggregations).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const counts = byName.flatMap(([, { buckets }]) => buckets.map((bucket) => bucket.doc_count));
    return { total: hits.total.value, counts };
  });

async function startOwnServer(directory: string): Promise<{ child: ChildProcess; url: string }> {
  const engine = openEmbeddedEngine({ directory });
  const build = await engine.build(index, productLayout);
  let batch = [];
  for (const item of products(itemCount)) {
    if (batch.push(item) < batchSize) continue;
    await build.add(batch);
    batch = [];
  }
  await build.add(batch);
  await engine.publish(index, (await build.finish()).generation);
  await engine.close();
  const child = fork(path.join(import.meta.dirname, 'engine-over-http.ts'), [directory, index]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, url: `http://127.0.0.1:${port}` };
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

async function compare(kind: Kind, engines: readonly [Engine, Engine], constant: Engine): Promise<void> {
  const random = randomNumbers(7);
  const times: [number[], number[], number[]] = [[], [], []];
  let equal = 0;
  let matches = 0;
  for (let query = -warmUps; query < queriesPerKind; query++) {
    const plan = planOf(random, kind);
    const answers: Answer[] = [];
    const asked = async (engine: Engine, own: number[]): Promise<string> => {
      const start = performance.now();
      const text = await engine.ask(plan);
      if (query >= 0) own.push(performance.now() - start);
      return text;
    };
    for (const turn of [0, 1]) {
      const engine = (turn + query + warmUps) % 2;
      answers[engine] = engines[engine]!.read(await asked(engines[engine]!, times[engine]!));
    }
    await asked(constant, times[2]);
    if (query < 0) continue;
    const [own, other] = answers;
    const isEqual = own!.total === other!.total && own!.counts.join() === other!.counts.join();
    equal += isEqual ? 1 : 0;
    matches += own!.total / queriesPerKind;
  }
  const [ours, theirs, least] = [timesOf(times[0]), timesOf(times[1]), timesOf(times[2])];
  const [ratio, slowRatio] = [theirs.p50 / ours.p50, theirs.p95 / ours.p95];
  const about = `${Math.round(matches)} found, ${equal} of ${queriesPerKind} answers equal`;
  tell({
    name: `${kind.name}, Aisle`,
    times: ours,
    value: `${ratio.toFixed(1)} times as fast at p50, ${slowRatio.toFixed(1)} at p95; ${about}`,
    target: { text: `≥ ${kind.times} times, p95 ≥ ${timesAtP95}`, isMet: ratio >= kind.times && slowRatio >= timesAtP95 },
    searchThreads: serverSearchThreads,
  });
  tell({ name: `${kind.name}, OpenSearch`, times: theirs, searchThreads: null });
  tell({ name: `${kind.name}, a constant`, times: least, searchThreads: null });
}

async function ratePerSecond(engine: Engine, kind: Kind, seed: number): Promise<number> {
  const random = randomNumbers(seed);
  let answered = 0;
  const endsAt = performance.now() + secondsPerTurn * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await engine.ask(planOf(random, kind));
      answered++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answered / secondsPerTurn;
}

async function compareRates(kind: Kind, engines: readonly [Engine, Engine]): Promise<void> {
  const rates = engines.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [place, engine] of engines.entries()) rates[place]!.push(await ratePerSecond(engine, kind, turn + 20));
  }
  const [own, other] = rates.map((each) => at(each, 0.5));
  const ratio = own! / other!;
  tell({
    name: `${kind.name}, ${clients} clients`,
    value: `${Math.round(own!)} req/s, OpenSearch ${Math.round(other!)}: ${ratio.toFixed(1)} times as many`,
    target: { text: `≥ ${timesRate} times`, isMet: ratio >= timesRate },
    searchThreads: serverSearchThreads,
  });
}

const openSearch = await prepareOpenSearch({ heapMegabytes });
if (openSearch === null) console.log('Skipped: there is no OpenSearch to compare with.');
else {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
  const theirs = new Pool(openSearch.url, { connections: clients });
  let child: ChildProcess | null = null;
  let ours: Pool | null = null;
  let floor: Awaited<ReturnType<typeof startConstantServer>> | null = null;
  let constantPool: Pool | null = null;
  try {
    await fillIndex(theirs, itemCount);
    const own = await startOwnServer(directory);
    child = own.child;
    ours = new Pool(own.url, { connections: clients });
    const engines = [ownEngine(ours), openSearchEngine(theirs)] as const;
    floor = await startConstantServer(constantBytes);
    constantPool = new Pool(floor.url, { connections: clients });
    const constant = engineOf(
      'The constant',
      constantPool,
      '/',
      (plan) => plan,
      () => ({ total: 0, counts: [] }),
    );
    const random = randomNumbers(3);
    for (const kind of kinds) for (let query = 0; query < warmUps; query++) await engines[0].ask(planOf(random, kind));
    // Frequent terms and short prefixes are prepared after a publish.
    await sleep(settleMs);
    const { version } = (await call(theirs, 'GET', '/')) as { version: { number: string } };
    console.log(`${itemCount} items, OpenSearch ${version.number}, one shard of one segment`);
    for (const kind of kinds) await compare(kind, engines, constant);
    for (const kind of [filtered, kinds[1]!]) await compareRates(kind, engines);
  } finally {
    await Promise.all([ours?.destroy(), constantPool?.destroy(), theirs.destroy()]);
    child?.kill();
    floor?.child.kill();
    await openSearch.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

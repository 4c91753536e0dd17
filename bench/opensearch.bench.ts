/**
 * The embedded engine against OpenSearch: the same items and queries over HTTP with keep-alive by 16 clients, each engine a process of its
 * own, taking turns; exact totals, whole items, no request cache. Needs Java; see `scripts/testing/services.mjs`.
 * Run: node bench/opensearch.bench.ts [items=200000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import type { Plan } from '#engine/plan.ts';
import { createAnalyser } from '#engine/query/analysis/analyser.ts';
import { columnValues, textOf } from '#engine/query/analysis/column-values.ts';
import { prepareOpenSearch } from '#scripts/testing/services.mjs';
import { jsonBytes } from '#server/formats/json-body.ts';
import { foundItemsPieces } from '#server/search/search-data.ts';
import { buildIndex, collection, drawn, middling, planOf, popular, rare } from './engine-queries.ts';
import { productLayout, products, randomNumbers } from './products.ts';
import { report, serverSearchThreads, timesOf } from './figures.ts';

const heapMegabytes = 2_048;
/** JIT compilation depends on the number of runs. */
const warmUps = 200;
const comparedQueries = 60;
const settleMs = 20_000;
const clients = 16;
const secondsPerTurn = 4;
const turns = 3;
const batchSize = 2_000;
const timesAsMany = 4;
const analyser = createAnalyser('en');

const threePopular = [popular, popular, popular];
const kinds = [
  { name: '1 popular word', ranks: [popular], isFiltered: false },
  { name: '3 popular words, any', ranks: threePopular, isFiltered: false },
  { name: '4 mixed words, any', ranks: [popular, popular, middling, rare], isFiltered: false },
  { name: '3 popular words, price filter, 3 facets', ranks: threePopular, isFiltered: true },
];
type Kind = (typeof kinds)[number];

/** By stem only, as OpenSearch's fields hold stems. */
const planOfKind = (random: () => number, { ranks, isFiltered }: Kind): Plan =>
  planOf(
    drawn(random, ranks).map((word) => ({
      word,
      alternatives: [{ kind: 'stem', terms: [analyser.stem(word)], weight: 1 }],
    })),
    isFiltered
      ? {
          filters: [{ field: 'price', from: 50, to: 1500 }],
          facets: ['brand', 'category', 'inStock'].map((field) => ({ field, limit: 20 })),
        }
      : {},
  );

interface Engine {
  ask(plan: Plan): Promise<string>;
  total(answer: string): number;
}

/** Plan in, page of items out. */
async function serveEmbedded(directory: string): Promise<void> {
  const engine = openEmbeddedEngine({ directory, searchThreads: serverSearchThreads });
  const server = createServer((request, response) => {
    void textOfStream(request).then(async (body) => {
      const { hits, totalCount, facets } = await engine.search(collection, JSON.parse(body) as Plan);
      const pieces = [`{"total":${totalCount},"items":`, ...foundItemsPieces(hits), `,"facets":${JSON.stringify(facets)}}`];
      response.setHeader('content-type', 'application/json').end(jsonBytes(pieces));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit(0));
}

async function call(pool: Pool, method: 'GET' | 'POST' | 'PUT', address: string, body: object | string = ''): Promise<string> {
  const isLines = typeof body === 'string';
  const answer = await pool.request({
    method,
    path: address,
    headers: { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' },
    body: isLines ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text.slice(0, 500)}`);
  return text;
}

const searched = productLayout.fields.filter(({ searchable }) => searchable).map(({ name }) => name);
const counted = productLayout.fields.filter(({ facet }) => facet);
const typeOf = { text: 'keyword', integer: 'integer', boolean: 'byte' } as Readonly<Record<string, string>>;

/** One shard in memory is OpenSearch's fastest setup. Fields hold our analyser's tokens, so both find the same. */
const settings = {
  settings: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1', 'requests.cache.enable': false },
  mappings: {
    dynamic: false,
    _source: { excludes: ['stems', 'counted'] },
    properties: {
      item: { type: 'object', enabled: false },
      stems: { properties: Object.fromEntries(searched.map((name) => [name, { type: 'text', analyzer: 'whitespace' }])) },
      counted: { properties: Object.fromEntries(counted.map(({ name, type }) => [name, { type: typeOf[type] }])) },
    },
  },
};

async function fillOpenSearch(pool: Pool, itemCount: number): Promise<void> {
  await call(pool, 'PUT', `/${collection}`, settings);
  const batch: string[] = [];
  const send = async (): Promise<void> => {
    const answer = await call(pool, 'POST', `/${collection}/_bulk`, batch.splice(0).join(''));
    if (!answer.includes('"errors":false')) throw new Error(`OpenSearch refused items: ${answer.slice(0, 500)}`);
  };
  for (const { id, fields } of products(itemCount)) {
    const stems = searched.map((name) => {
      const tokens = analyser.indexTokens(textOf(fields[name] ?? ''));
      return [name, tokens.map((word) => analyser.stem(word)).join(' ')];
    });
    const columns = counted.map(({ name, type, path: isPath }) => [
      name,
      columnValues(fields[name] ?? '', { name, type, isPath }),
    ]);
    const document = { item: fields, stems: Object.fromEntries(stems) as object, counted: Object.fromEntries(columns) as object };
    batch.push(`${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(document)}\n`);
    if (batch.length === batchSize) await send();
  }
  if (batch.length > 0) await send();
  await call(pool, 'POST', `/${collection}/_refresh`);
  await call(pool, 'POST', `/${collection}/_forcemerge?max_num_segments=1`);
  await call(pool, 'POST', `/${collection}/_refresh`);
}

/** As an expert would write it. */
function openSearchQuery({ groups, minimumMatch, fields, filters, facets, size }: Plan): object {
  // It takes no weight below 1.
  const weighted = fields.map(({ name, weight }) => `stems.${name}^${weight * 2}`);
  const should = groups.map(({ alternatives: [first] }) => ({
    combined_fields: { query: first?.terms[0] ?? '', fields: weighted },
  }));
  const filter = filters.map((one) => ({
    range: { [`counted.${one.field}`]: 'from' in one ? { gte: one.from, lte: one.to } : {} },
  }));
  const aggregations = facets.map(({ field, limit }) => [field, { terms: { field: `counted.${field}`, size: limit } }] as const);
  return {
    size,
    track_total_hits: true,
    query: { bool: { should, minimum_should_match: minimumMatch, filter } },
    ...(facets.length > 0 && { aggs: Object.fromEntries(aggregations) }),
  };
}

async function load(engine: Engine, kind: Kind, seed: number): Promise<number[]> {
  const random = randomNumbers(seed);
  const times: number[] = [];
  const endsAt = performance.now() + secondsPerTurn * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await engine.ask(planOfKind(random, kind));
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

async function compare(kind: Kind, ours: Engine, theirs: Engine): Promise<void> {
  const random = randomNumbers(7);
  let equal = 0;
  for (let query = 0; query < warmUps; query++) {
    const plan = planOfKind(random, kind);
    const totals = [ours.total(await ours.ask(plan)), theirs.total(await theirs.ask(plan))];
    if (query < comparedQueries && totals[0] === totals[1]) equal += 1;
  }
  const [own, other]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    own.push(...(await load(ours, kind, turn)));
    other.push(...(await load(theirs, kind, turn)));
  }
  const perSecond = (times: readonly number[]): number => Math.round(times.length / (turns * secondsPerTurn));
  const ratio = own.length / other.length;
  report({
    name: `${kind.name}, ${clients} clients, Aisle`,
    times: timesOf(own),
    value: `${perSecond(own)} req/s, ${ratio.toFixed(1)} times as many; ${equal} of ${comparedQueries} totals equal`,
    target: { text: `≥ ${timesAsMany} times`, isMet: ratio >= timesAsMany },
  });
  report({ name: `${kind.name}, ${clients} clients, OpenSearch`, times: timesOf(other), value: `${perSecond(other)} req/s` });
}

async function run(itemCount: number): Promise<void> {
  const openSearch = await prepareOpenSearch({ heapMegabytes });
  if (openSearch === null) return console.log('Skipped: there is no OpenSearch to compare with.');
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-bench-'));
  await buildIndex(directory, itemCount);
  const child = fork(import.meta.filename, ['--serve', directory]);
  const [port] = (await once(child, 'message')) as [number];
  const pools = [`http://127.0.0.1:${port}`, openSearch.url].map((url) => new Pool(url, { connections: clients }));
  const [own, other] = pools as [Pool, Pool];
  try {
    await fillOpenSearch(other, itemCount);
    // Frequent terms and short prefixes are prepared after a publish.
    await sleep(settleMs);
    const ours: Engine = {
      ask: (plan) => call(own, 'POST', '/', plan),
      total: (answer) => (JSON.parse(answer) as { total: number }).total,
    };
    const theirs: Engine = {
      ask: (plan) => call(other, 'POST', `/${collection}/_search?request_cache=false`, openSearchQuery(plan)),
      total: (answer) => (JSON.parse(answer) as { hits: { total: { value: number } } }).hits.total.value,
    };
    for (const kind of kinds) await compare(kind, ours, theirs);
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()));
    child.kill();
    await openSearch.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--serve') await serveEmbedded(process.argv[3] ?? '');
else await run(Number(process.argv[2] ?? 200_000));

/**
 * How much one shop that is asked far too often slows another one down: the quiet shop's latency alone, and beside 60 connections that
 * ask the busy one 1,500 times a second from one address. Client and server share the machine. Wanted: the busy shop at most doubles the
 * p99 of the quiet one, and what is refused says within 10 ms when to come back.
 * Run: node bench/fairness.bench.ts [items] [seconds]
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import type { Flood, Flooded } from './flood.ts';
import { startShop } from './running-shop.ts';
import { words } from './engine-products.ts';
import { ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 10);
const busyConnections = 60;
const busyPerSecond = 1_500;
const quietPauseMilliseconds = 20;
const firstRank = 20;
const ranks = 3000;

// As servers are usually set.
const shop = await startShop({ AISLE_VISITOR_CALLS: '', AISLE_PROJECT_CALLS: '' });
await shop.host.keep('items.ndjson', () => ndjson(items));
const [quiet, busy] = [await shop.add('items.ndjson'), await shop.add('items.ndjson')];
for (const feed of [quiet, busy]) await shop.imported(feed);
const pool = new Pool(shop.server.url, { connections: 1 });

const word = (round: number): string => words[firstRank + ((round * 7919) % ranks)] ?? '';
let round = 0;
const pathOf = (token: string): string => `/front/search?token=${token}&q=${word((round += 1))}+${word(round * 31)}`;
async function search(token: string): Promise<number> {
  const startedAt = performance.now();
  const response = await pool.request({ method: 'GET', path: pathOf(token) });
  await response.body.dump();
  return performance.now() - startedAt;
}

async function flooded(): Promise<Flooded[]> {
  const flood: Flood = {
    url: shop.server.url,
    paths: Array.from({ length: ranks }, () => pathOf(busy.token)),
    perSecond: busyPerSecond,
    connections: busyConnections,
    seconds,
  };
  const worker = new Worker(new URL('flood.ts', import.meta.url), { workerData: flood });
  const [answers] = (await once(worker, 'message')) as [Flooded[]];
  return answers;
}

const until = async (endsAt: number, one: () => Promise<void>): Promise<void> => {
  while (performance.now() < endsAt) await one();
};

function figures(times: number[]): { text: string; p99: number } {
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { text: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ${times.length} searches`, p99: at(0.99) };
}

async function quietFor(endsAt: number): Promise<{ text: string; p99: number }> {
  const times: number[] = [];
  await until(endsAt, async () => {
    times.push(await search(quiet.token));
    await new Promise((resolve) => setTimeout(resolve, quietPauseMilliseconds));
  });
  return figures(times);
}

try {
  await quietFor(performance.now() + 2000);
  const alone = await quietFor(performance.now() + seconds * 1000);
  console.log(`quiet shop alone: ${alone.text}`);
  const [beside, answers] = await Promise.all([quietFor(performance.now() + seconds * 1000), flooded()]);
  console.log(`quiet shop beside the busy one: ${beside.text}, p99 × ${(beside.p99 / alone.p99).toFixed(1)}`);
  for (const [status, same] of Map.groupBy(answers, (answer) => answer.status)) {
    const told = same.filter(({ retryAfter }) => retryAfter !== null).length;
    const { text } = figures(same.map(({ milliseconds }) => milliseconds));
    console.log(`busy shop, ${status}: ${Math.round(same.length / seconds)} a second, ${text}, ${told} with Retry-After`);
  }
} finally {
  await pool.close();
  await shop.close();
}

/**
 * How much one shop that is asked far too often slows another one down: the quiet shop's latency alone, and beside 60 connections that
 * ask the busy one as fast as they can from one address. Client and server share the machine.
 * Run: node bench/fairness.bench.ts [items] [seconds]
 */
import { Pool } from 'undici';
import { startShop } from './running-shop.ts';
import { words } from './engine-products.ts';
import { ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 10);
const busyConnections = 60;
const quietPauseMilliseconds = 20;
const firstRank = 20;
const ranks = 3000;

// As servers are usually set.
const shop = await startShop({ AISLE_VISITOR_CALLS: '', AISLE_PROJECT_CALLS: '' });
await shop.host.keep('items.ndjson', () => ndjson(items));
const [quiet, busy] = [await shop.add('items.ndjson'), await shop.add('items.ndjson')];
for (const feed of [quiet, busy]) await shop.imported(feed);
const pool = new Pool(shop.server.url, { connections: busyConnections + 1 });

const word = (round: number): string => words[firstRank + ((round * 7919) % ranks)] ?? '';
let round = 0;
async function search(token: string): Promise<{ status: number; milliseconds: number }> {
  const startedAt = performance.now();
  const path = `/front/search?token=${token}&q=${word((round += 1))}+${word(round * 31)}`;
  const response = await pool.request({ method: 'GET', path });
  await response.body.dump();
  return { status: response.statusCode, milliseconds: performance.now() - startedAt };
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
    times.push((await search(quiet.token)).milliseconds);
    await new Promise((resolve) => setTimeout(resolve, quietPauseMilliseconds));
  });
  return figures(times);
}

try {
  await quietFor(performance.now() + 2000);
  const alone = await quietFor(performance.now() + seconds * 1000);
  console.log(`quiet shop alone: ${alone.text}`);
  const endsAt = performance.now() + seconds * 1000;
  const statuses = new Map<number, number[]>();
  const flood = Array.from({ length: busyConnections }, () =>
    until(endsAt, async () => {
      const { status, milliseconds } = await search(busy.token);
      statuses.set(status, [...(statuses.get(status) ?? []), milliseconds]);
    }),
  );
  const [beside] = await Promise.all([quietFor(endsAt), ...flood]);
  console.log(`quiet shop beside the busy one: ${beside.text}, p99 × ${(beside.p99 / alone.p99).toFixed(1)}`);
  for (const [status, times] of statuses)
    console.log(`busy shop, ${status}: ${Math.round(times.length / seconds)} a second, ${figures(times).text}`);
} finally {
  await pool.close();
  await shop.close();
}

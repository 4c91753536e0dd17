/**
 * The front API over HTTP with keep-alive: different queries of two words, three facets, 20 items; requests per second and latency.
 * Client and server share the machine. Run: node bench/front-api.bench.ts [items] [seconds]
 */
import { Pool } from 'undici';
import { serverSearchThreads, type Target, tell, timesOf } from './figures.ts';
import { processorSeconds } from './process-figures.ts';
import { startShop } from './running-shop.ts';
import { words } from './engine-products.ts';
import { ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 200_000);
const seconds = Number(process.argv[3] ?? 10);
const clients = 16;
const firstRank = 20;
const ranks = 3000;

const shop = await startShop();
await shop.host.keep('items.ndjson', () => ndjson(items));
const feed = await shop.add('items.ndjson');
await shop.imported(feed);
const { token } = feed;
const pool = new Pool(shop.server.url, { connections: clients });

/** Figures of a run: requests per second, and p99 in milliseconds. */
type TargetOf = (perSecond: number, p99: number) => Target;

async function measure(label: string, address: (round: number) => string, targetOf?: TargetOf): Promise<void> {
  const times: number[] = [];
  let round = 0;
  let found = 0;
  const taken = processorSeconds(shop.server.child.pid ?? 0);
  const endsAt = performance.now() + seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const response = await pool.request({ method: 'GET', path: address((round += 1)) });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text.slice(0, 200)}`);
      if (text.includes('"score"')) found += 1;
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = Math.round(times.length / seconds);
  const all = timesOf(times);
  const perCall = ((processorSeconds(shop.server.child.pid ?? 0) - taken) * 1000) / times.length;
  const share = Math.round((found / times.length) * 100);
  tell({
    name: `${label}, ${clients} clients`,
    times: all,
    value: `${rate} req/s, ${perCall.toFixed(2)} ms of a processor each, ${share} % with items`,
    ...(targetOf && { target: targetOf(rate, all.p99) }),
    searchThreads: serverSearchThreads,
  });
}

const word = (round: number): string => words[firstRank + ((round * 7919) % ranks)] ?? '';
try {
  const base = `/front/search?token=${token}`;
  await measure('search, 2 words', (round) => `${base}&q=${word(round)}+${word(round * 31)}`);
  await measure(
    'search, 2 words, 3 facets',
    (round) => `${base}&q=${word(round)}+${word(round * 31)}&facets=brand,category,price`,
    (perSecond, p99) => ({ text: '≥ 1,500 req/s, p99 ≤ 20 ms', isMet: perSecond >= 1500 && p99 <= 20 }),
  );
  await measure('autocomplete', (round) => `/front/autocomplete?token=${token}&q=${word(round).slice(0, 4)}`);
} finally {
  await pool.close();
  await shop.close();
}

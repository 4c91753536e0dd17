/**
 * The front API over HTTP with keep-alive: searches, completions and the other calls; requests per second and latency.
 * Client and server share the machine. Run: node bench/front-api.bench.ts [items] [seconds]
 */
import { Pool } from 'undici';
import { serverSearchThreads, type Target, tell, timesOf } from './figures.ts';
import { processorSeconds } from './process-figures.ts';
import { startShop } from './running-shop.ts';
import { authorizeByPost, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { word } from './shop-queries.ts';
import { ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 200_000);
const seconds = Number(process.argv[3] ?? 10);
const clients = 16;

const shop = await startShop();
await shop.host.keep('items.ndjson', () => ndjson(items));
const feed = await shop.add('items.ndjson');
await shop.imported(feed);
const { token } = feed;
const pool = new Pool(shop.server.url, { connections: clients });

/** Figures of a run: requests per second, and p99 in milliseconds. */
type TargetOf = (perSecond: number, p99: number) => Target;

type Call = string | { readonly path: string; readonly body: string; readonly bearer?: string };

async function measure(label: string, callOf: (round: number) => Call, targetOf?: TargetOf): Promise<void> {
  const times: number[] = [];
  let round = 0;
  let found = 0;
  const taken = processorSeconds(shop.server.child.pid ?? 0);
  const endsAt = performance.now() + seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const call = callOf((round += 1));
      const { path, body, bearer } = typeof call === 'string' ? { path: call } : call;
      const response = await pool.request({
        path,
        ...(body === undefined
          ? { method: 'GET' }
          : {
              method: 'POST',
              body,
              headers: { 'content-type': 'text/plain', ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
            }),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${text.slice(0, 200)}`);
      if (text.includes('"items":[{') || text.includes('"refused":[]')) found += 1;
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

try {
  const base = `/front/search?token=${token}`;
  await measure('search, 2 words', (round) => `${base}&q=${word(round)}+${word(round * 31)}`);
  await measure(
    'search, 2 words, 3 facets',
    (round) => `${base}&q=${word(round)}+${word(round * 31)}&facets=brand,category,price`,
    (perSecond, p99) => ({ text: '≥ 1,500 req/s, p99 ≤ 20 ms', isMet: perSecond >= 1500 && p99 <= 20 }),
  );
  const searches = (round: number) => [1, 31, 61, 91].map((step) => ({ q: `${word(round * step)} ${word(round * 17)}` }));
  await measure('4 searches in one call', (round) => ({
    path: `/front/multi?token=${token}`,
    body: JSON.stringify({ searches: searches(round) }),
  }));
  const { data: first } = await shop.server.call({}, frontSearch, { token, q: '', facets: 'category', per_page: 100 });
  const [ids, paths] = [first!.items.map(({ id }) => id), first!.facets[0]!.values.map(({ value }) => String(value))];
  const inTurn = (all: readonly string[], round: number): string => encodeURIComponent(all[round % all.length] ?? '');
  await measure('a category', (round) => `/front/catalog?token=${token}&path=${inTurn(paths, round)}&sort=price:asc`);
  await measure('similar items', (round) => `/front/similar/${inTurn(ids, round)}?token=${token}`);
  // One address may not move counts far, so they come from the shop's own server.
  const actor = { token: shop.session, project: token };
  const { data: credentials } = await shop.server.call(actor, rotateSecret, {});
  const bearer = (await shop.server.call({}, authorizeByPost, credentials!)).data!.token;
  await measure('10 events', (round) => ({
    path: '/front/events',
    bearer,
    body: JSON.stringify({
      events: Array.from({ length: 10 }, (_, at) => ({
        id: `${round}-${at}`,
        type: 'impression',
        item_id: ids[(round + at) % ids.length],
      })),
    }),
  }));
  await measure('autocomplete', (round) => `/front/autocomplete?token=${token}&q=${word(round).slice(0, 4)}`);
} finally {
  await pool.close();
  await shop.close();
}

/**
 * The front API over HTTP with keep-alive, answers not kept: requests per second, latency and processor time of a call, beside a server that
 * answers a constant. Words are drawn at random. Calls by GET are made by wrk, which takes a small part of what the server does; those with
 * a body by undici, which takes more. Client and server share the machine. Run: node bench/front-api.bench.ts [items] [seconds]
 */
import { Pool } from 'undici';
import { authorizeByPost, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { tellFloor } from './constant-server.ts';
import { serverSearchThreads, type Target, tell, type Times, timesOf } from './figures.ts';
import { processorSeconds } from './process-figures.ts';
import { startShop } from './running-shop.ts';
import { drawnWords } from './shop-queries.ts';
import { ndjson } from './synthetic-feed.ts';
import { loadByWrk } from './wrk.ts';

const items = Number(process.argv[2] ?? 200_000);
const seconds = Number(process.argv[3] ?? 10);
const clients = 16;
/** More than a run needs, so repeats are rare. */
const drawnCalls = 120_000;
const asked = 1_000;

const shop = await startShop();
await shop.host.keep('items.ndjson', () => ndjson(items));
const feed = await shop.add('items.ndjson');
await shop.imported(feed);
const { token } = feed;
const pool = new Pool(shop.server.url, { connections: clients });

interface Measured {
  readonly times: Times;
  readonly perSecond: number;
  readonly failedCount: number;
}

interface Goal {
  readonly perSecond: number;
  readonly p99?: number;
}

function targetOf({ perSecond, p99 = Infinity }: Goal, got: Measured): Target {
  const text = `≥ ${perSecond} req/s${p99 === Infinity ? '' : `, p99 ≤ ${p99} ms`}`;
  return { text, isMet: got.perSecond >= perSecond && got.times.p99 <= p99 && got.failedCount === 0 };
}

async function measure(label: string, load: () => Promise<Measured>, goal?: Goal): Promise<void> {
  const taken = processorSeconds(shop.server.child.pid ?? 0);
  const got = await load();
  const perCall = ((processorSeconds(shop.server.child.pid ?? 0) - taken) * 1000) / (got.perSecond * seconds);
  const failed = got.failedCount === 0 ? '' : `, ${got.failedCount} of them failed`;
  tell({
    name: `${label}, ${clients} clients`,
    times: got.times,
    value: `${Math.round(got.perSecond)} req/s${failed}, ${perCall.toFixed(2)} ms of a processor each`,
    ...(goal && { target: targetOf(goal, got) }),
    searchThreads: serverSearchThreads,
  });
}

async function measurePaths(label: string, paths: readonly string[], goal?: Goal): Promise<number> {
  let bytes = 0;
  for (const path of paths.slice(0, asked)) {
    const body = await (await pool.request({ method: 'GET', path })).body.text();
    if (!body.includes('"items":[{')) throw new Error(`${path} finds nothing: ${body.slice(0, 200)}`);
    bytes += Buffer.byteLength(body);
  }
  const rest = paths.length > asked ? paths.slice(asked) : paths;
  await measure(label, () => loadByWrk({ url: shop.server.url, paths: rest, clients, seconds }), goal);
  return Math.round(bytes / Math.min(asked, paths.length));
}

interface Call {
  readonly path: string;
  readonly body: object;
  readonly bearer?: string;
}

async function measureBodies(label: string, callOf: (round: number) => Call): Promise<void> {
  await measure(label, async () => {
    const times: number[] = [];
    let [round, failedCount] = [0, 0];
    const endsAt = performance.now() + seconds * 1000;
    const client = async (): Promise<void> => {
      while (performance.now() < endsAt) {
        const { path, body, bearer } = callOf((round += 1));
        const startedAt = performance.now();
        const response = await pool.request({
          path,
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'text/plain', ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
        });
        await response.body.text();
        if (response.statusCode !== 200) failedCount += 1;
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return { times: timesOf(times), perSecond: times.length / seconds, failedCount };
  });
}

try {
  const [first, second] = [drawnWords(drawnCalls, 1), drawnWords(drawnCalls, 2)];
  const searches = (more: string): string[] =>
    first.map((one, at) => `/front/search?token=${token}&q=${one}+${second[at]}${more}`);
  await measurePaths('search, 2 words', searches(''));
  const bytes = await measurePaths('search, 2 words, 3 facets', searches('&facets=brand,category,price'), {
    perSecond: 2_200,
    p99: 20,
  });
  await measurePaths(
    'autocomplete',
    first.map((one) => `/front/autocomplete?token=${token}&q=${one.slice(0, 4)}`),
    { perSecond: 6_000 },
  );
  await tellFloor({ bytes, clients, seconds });
  const { data: all } = await shop.server.call({}, frontSearch, { token, q: '', facets: 'category', per_page: 100 });
  const [ids, paths] = [all!.items.map(({ id }) => id), all!.facets[0]!.values.map(({ value }) => String(value))];
  await measurePaths(
    'a category',
    paths.map((path) => `/front/catalog?token=${token}&path=${encodeURIComponent(path)}&sort=price:asc`),
  );
  await measurePaths(
    'similar items',
    ids.map((id) => `/front/similar/${encodeURIComponent(id)}?token=${token}`),
  );
  await measureBodies('4 searches in one call', (round) => ({
    path: `/front/multi?token=${token}`,
    body: {
      searches: [0, 1, 2, 3].map((at) => ({
        q: `${first[(round * 4 + at) % drawnCalls]} ${second[(round * 4 + at) % drawnCalls]}`,
      })),
    },
  }));
  // Calls from one address are limited, so they come from the shop's server.
  const { data: credentials } = await shop.server.call({ token: shop.session, project: token }, rotateSecret, {});
  const bearer = (await shop.server.call({}, authorizeByPost, credentials!)).data!.token;
  await measureBodies('10 events', (round) => ({
    path: '/front/events',
    bearer,
    body: {
      events: Array.from({ length: 10 }, (_, at) => ({
        id: `${round}-${at}`,
        type: 'impression',
        item_id: ids[(round + at) % ids.length],
      })),
    },
  }));
} finally {
  await pool.close();
  await shop.close();
}

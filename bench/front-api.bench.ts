/**
 * The front API over HTTP with keep-alive, at first without the response cache: requests per second, latency and processor time of a call.
 * Words are drawn at random. wrk and server share the machine. Run: node bench/front-api.bench.ts [items=200000] [seconds=10]
 */
import { measureLoad } from './wrk.ts';
import { drawnWords, mixedCalls, startShop } from './synthetic-shop.ts';

const [items = 200_000, seconds = 10] = process.argv.slice(2).map(Number);
/** More than a run needs, so repeats are rare. */
const drawnCalls = 120_000;
/** Fits the cache, but no processor's. */
const cachedCalls = 1_000;

const shop = await startShop(items);
try {
  const feed = await shop.add();
  await shop.imported(feed);
  const { server } = shop;
  const [first, second] = [drawnWords(drawnCalls, 1), drawnWords(drawnCalls, 2)];
  const searches = (more: string): string[] =>
    first.map((one, at) => `/front/search?token=${feed.token}&q=${one}+${second[at]}${more}`);
  await measureLoad({ name: 'search, 2 words', server, paths: searches(''), seconds });
  await measureLoad({
    name: 'search, 2 words, 3 facets',
    server,
    paths: searches('&facets=brand,category,price'),
    seconds,
    goal: { perSecond: 2_200, p99: 20 },
  });
  await measureLoad({
    name: 'autocomplete',
    server,
    paths: first.map((one) => `/front/autocomplete?token=${feed.token}&q=${one.slice(0, 4)}`),
    seconds,
    goal: { perSecond: 6_000 },
  });
  const caching = await shop.add({ keepsAnswers: true });
  await shop.imported(caching);
  const paths = mixedCalls(caching.token, cachedCalls);
  for (const path of paths) await (await fetch(server.url + path)).arrayBuffer();
  const goal = { perSecond: 5_000, p99: 30 };
  await measureLoad({ name: 'searches and completions from the cache', server, paths, seconds, goal });
} finally {
  await shop.close();
}

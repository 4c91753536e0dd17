/**
 * The front API over HTTP with keep-alive, answers not kept: requests per second, latency and processor time of a call. Words are drawn at
 * random. wrk and server share the machine. Run: node bench/front-api.bench.ts [items=200000] [seconds=10]
 */
import { measureLoad } from './wrk.ts';
import { drawnWords, startShop } from './synthetic-shop.ts';

const [items = 200_000, seconds = 10] = process.argv.slice(2).map(Number);
/** More than a run needs, so repeats are rare. */
const drawnCalls = 120_000;

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
} finally {
  await shop.close();
}

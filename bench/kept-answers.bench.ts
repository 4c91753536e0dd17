/**
 * Calls of shops that are answered from the cache, by wrk on the same machine. Run: node bench/kept-answers.bench.ts [items=20000]
 * [seconds=10]
 */
import { measureLoad } from './wrk.ts';
import { mixedCalls, startShop } from './synthetic-shop.ts';

const [items = 20_000, seconds = 10] = process.argv.slice(2).map(Number);
/** Fits the cache, but no processor's. */
const calls = 1_000;

const shop = await startShop(items);
try {
  const feed = await shop.add({ keepsAnswers: true });
  await shop.imported(feed);
  const paths = mixedCalls(feed.token, calls);
  for (const path of paths) await (await fetch(shop.server.url + path)).arrayBuffer();
  const goal = { perSecond: 5_000, p99: 30 };
  await measureLoad({ name: 'searches and completions that are kept', server: shop.server, paths, seconds, goal });
} finally {
  await shop.close();
}

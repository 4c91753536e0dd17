/**
 * Calls of shops that are answered from the cache, by as many clients as a busy shop has at once, beside a server that does nothing but
 * answer with as many bytes. The load is made by wrk on the same machine. Run: node bench/kept-answers.bench.ts [items] [seconds]
 */
import { tellFloor } from './constant-server.ts';
import { serverSearchThreads, tell } from './figures.ts';
import { processorSeconds } from './process-figures.ts';
import { startShop } from './running-shop.ts';
import { mixedCalls } from './shop-queries.ts';
import { ndjson } from './synthetic-feed.ts';
import { type LoadFigures, loadByWrk } from './wrk.ts';

const items = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 10);
const clients = 16;
/** Fits the cache, but no processor's. */
const calls = 1_000;
const wantedPerSecond = 5_000;
const longestMs = 30;

const written = ({ perSecond, failedCount }: LoadFigures): string =>
  `${Math.round(perSecond)} req/s${failedCount === 0 ? '' : `, ${failedCount} of them failed`}`;

async function measureShop(): Promise<void> {
  const shop = await startShop();
  try {
    await shop.host.keep('items.ndjson', () => ndjson(items));
    const feed = await shop.add('items.ndjson', { keepsAnswers: true });
    await shop.imported(feed);
    const paths = mixedCalls(feed.token, calls);
    let bytes = 0;
    for (const path of paths) bytes += (await (await fetch(shop.server.url + path)).arrayBuffer()).byteLength;
    await tellFloor({ bytes: Math.round(bytes / calls), clients, seconds });
    const taken = processorSeconds(shop.server.child.pid ?? 0);
    const figures = await loadByWrk({ url: shop.server.url, paths, clients, seconds });
    const perCall = ((processorSeconds(shop.server.child.pid ?? 0) - taken) * 1000) / (figures.perSecond * seconds);
    tell({
      name: `searches and completions that are kept, ${clients} clients`,
      times: figures.times,
      value: `${written(figures)}, ${perCall.toFixed(2)} ms of a processor each`,
      target: {
        text: `≥ ${wantedPerSecond} req/s, p99 ≤ ${longestMs} ms`,
        isMet: figures.perSecond >= wantedPerSecond && figures.times.p99 <= longestMs && figures.failedCount === 0,
      },
      searchThreads: serverSearchThreads,
    });
  } finally {
    await shop.close();
  }
}

await measureShop();

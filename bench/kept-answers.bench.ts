/**
 * Calls of shops that are answered from the cache, by as many clients as a busy shop has at once, beside a server that does nothing but
 * answer with as many bytes. The load is made by wrk on the same machine. Run: node bench/kept-answers.bench.ts [items] [seconds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serverSearchThreads, tell } from './figures.ts';
import { processorSeconds } from './process-figures.ts';
import { startShop } from './running-shop.ts';
import { mixedCalls } from './shop-queries.ts';
import { ndjson } from './synthetic-feed.ts';
import { type LoadFigures, loadByWrk } from './wrk.ts';

const items = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 10);
const clients = 16;
/** Few enough that all of them stay in the cache, and enough that none is in each processor's. */
const calls = 1_000;
const wantedPerSecond = 5_000;
const longestMs = 30;
const asFloor = '--floor';

const written = ({ perSecond, failedCount }: LoadFigures): string =>
  `${Math.round(perSecond)} req/s${failedCount === 0 ? '' : `, ${failedCount} of them failed`}`;

/** The least that Node takes for a call: an answer that is there already. */
async function measureFloor(bytes: number): Promise<void> {
  const child = fork(import.meta.filename, [asFloor, String(bytes)]);
  const [url] = (await once(child, 'message')) as [string];
  const figures = await loadByWrk({ url, paths: ['/'], clients, seconds });
  child.kill();
  const name = `a server of Node that answers a constant of ${Math.round(bytes / 1024)} kB, ${clients} clients`;
  tell({ name, times: figures.times, value: written(figures), searchThreads: null });
}

async function measureShop(): Promise<void> {
  const shop = await startShop();
  try {
    await shop.host.keep('items.ndjson', () => ndjson(items));
    const feed = await shop.add('items.ndjson', { keepsAnswers: true });
    await shop.imported(feed);
    const paths = mixedCalls(feed.token, calls);
    let bytes = 0;
    for (const path of paths) bytes += (await (await fetch(shop.server.url + path)).arrayBuffer()).byteLength;
    await measureFloor(Math.round(bytes / calls));
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

if (process.argv[2] === asFloor) {
  const body = Buffer.alloc(Number(process.argv[3]), 'x');
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
} else await measureShop();

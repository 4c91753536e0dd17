/**
 * Latency of shop calls while the whole catalogue is re-imported, at 300 uncached calls a second: three searches, two of them
 * with facets, per two completions. All on one machine. Run: node bench/calls-during-import.bench.ts [items] [seconds]
 */
import { readFeed } from '#features/data/feeds/feeds.contract.ts';
import { atMost, serverSearchThreads, tell, type Times, timesOf } from './figures.ts';
import { startShop } from './running-shop.ts';
import { mixedCalls } from './shop-queries.ts';
import { type AnsweredCall, callSteadily } from './steady-calls.ts';
import { ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 200_000);
const seconds = Number(process.argv[3] ?? 20);
const perSecond = 300;
const mostConnections = 1_000;
const longestMs = 60;
const served = 200;

const shop = await startShop();
try {
  await shop.host.keep('items.ndjson', () => ndjson(items));
  const feed = await shop.add('items.ndjson');
  await shop.imported(feed);
  const paths = mixedCalls(feed.token, perSecond * seconds);
  const call = async (): Promise<{ times: Times; value: string }> => {
    const calls: AnsweredCall[] = await callSteadily({ url: shop.server.url, paths, perSecond, mostConnections, seconds });
    const failed = calls.filter(({ status }) => status !== served).length;
    return { times: timesOf(calls.map(({ milliseconds }) => milliseconds)), value: `${failed} of ${calls.length} failed` };
  };
  await call();
  tell({ name: `${perSecond} calls a second, ${items} items`, ...(await call()), searchThreads: serverSearchThreads });
  await shop.reload(feed);
  const meanwhile = await call();
  const { data } = await shop.server.call({ token: shop.session, project: feed.token }, readFeed, { id: feed.id });
  const hasEnded = data?.last_import?.finished_at != null;
  tell({
    name: `${perSecond} calls a second, while ${items} items are imported`,
    times: meanwhile.times,
    value: `${meanwhile.value}; the import ${hasEnded ? 'ended before the calls did' : 'went on all the time'}`,
    target: atMost('p99', longestMs, meanwhile.times),
    searchThreads: serverSearchThreads,
  });
  await shop.imported(feed);
} finally {
  await shop.close();
}

/**
 * Latency of 300 uncached shop calls a second while the whole catalogue is imported again, all on one machine.
 * Run: node bench/calls-during-import.bench.ts [items=200000] [seconds=20]
 */
import { atMost, report, type Times, timesOf } from './figures.ts';
import { callSteadily } from './steady-calls.ts';
import { mixedCalls, startShop } from './synthetic-shop.ts';

const [items = 200_000, seconds = 20] = process.argv.slice(2).map(Number);
const perSecond = 300;
const mostConnections = 1_000;
const longestMs = 60;

const shop = await startShop(items);
try {
  const feed = await shop.add();
  await shop.imported(feed);
  const paths = mixedCalls(feed.token, perSecond * seconds);
  const call = async (): Promise<{ times: Times; value: string }> => {
    const calls = await callSteadily({ url: shop.server.url, paths, perSecond, mostConnections, seconds });
    const failed = calls.filter(({ status }) => status !== 200).length;
    return { times: timesOf(calls.map(({ milliseconds }) => milliseconds)), value: `${failed} of ${calls.length} failed` };
  };
  await call();
  report({ name: `${perSecond} calls a second, ${items} items`, ...(await call()) });
  await shop.reload(feed);
  const { times, value } = await call();
  const hasEnded = (await shop.lastImport(feed))?.finished_at != null;
  report({
    name: `${perSecond} calls a second, while ${items} items are imported`,
    times,
    value: `${value}; the import ${hasEnded ? 'ended before the calls did' : 'went on all the time'}`,
    target: atMost('p99', longestMs, times),
  });
  await shop.imported(feed);
} finally {
  await shop.close();
}

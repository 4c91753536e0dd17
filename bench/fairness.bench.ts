/**
 * How much one shop that is searched far too often slows another one down: the quiet shop's latency alone, and beside a busy one that is
 * searched 1,500 times a second, once by one visitor and once by many. Callers and server share the machine, and those of the busy shop
 * have the lowest priority there. Run: node bench/fairness.bench.ts [items=20000] [seconds=20]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, report, type Times, timesOf } from './figures.ts';
import { type AnsweredCall, callSteadily } from './steady-calls.ts';
import { startShop, word } from './synthetic-shop.ts';

const [items = 20_000, seconds = 20] = process.argv.slice(2).map(Number);
const warmUpSeconds = 4;
const restMs = 2_000;
const busyPerSecond = 1_500;
const quietPerSecond = 40;
const mostTimesAlone = 2;
const refusedWithinMs = 10;
const ranks = 3000;

const environment = { AISLE_VISITOR_CALLS: '', AISLE_PROJECT_CALLS: '', AISLE_TRUST_PROXY: '1' };
const shop = await startShop(items, { environment });
const [quiet, busy] = [await shop.add(), await shop.add()];
for (const feed of [quiet, busy]) await shop.imported(feed);

const search = (
  token: string,
  { perSecond = quietPerSecond, visitors = ranks, forSeconds = seconds, firstWord = 0 },
): Promise<AnsweredCall[]> =>
  callSteadily({
    url: shop.server.url,
    paths: Array.from({ length: ranks }, (_, at) => {
      const number = firstWord + at;
      return `/front/search?token=${token}&q=${word(number)}+${word(number * 31)}`;
    }),
    visitors: Array.from({ length: visitors }, (_, number) => `198.18.${number >> 8}.${number & 255}`),
    perSecond,
    mostConnections: 2_000,
    isElsewhere: token === busy.token,
    seconds: forSeconds,
  });
const searchBusy = (visitors: number, forSeconds = seconds): Promise<AnsweredCall[]> =>
  search(busy.token, { perSecond: busyPerSecond, visitors, forSeconds, firstWord: ranks });

const timesOfCalls = (calls: readonly AnsweredCall[]): Times => timesOf(calls.map(({ milliseconds }) => milliseconds));

try {
  await Promise.all([search(quiet.token, { forSeconds: warmUpSeconds }), searchBusy(1, warmUpSeconds)]);
  await sleep(restMs);
  const alone = timesOfCalls(await search(quiet.token, {}));
  report({ name: 'a quiet shop alone', times: alone });
  for (const [by, visitors] of Object.entries({ 'one visitor': 1, 'many visitors': ranks })) {
    const [quietCalls, busyCalls] = await Promise.all([search(quiet.token, {}), searchBusy(visitors)]);
    const beside = timesOfCalls(quietCalls);
    const ratio = beside.p99 / alone.p99;
    report({
      name: `a quiet shop beside one that ${by} search ${busyPerSecond} times a second`,
      times: beside,
      value: `p99 ${ratio.toFixed(1)} times that alone`,
      target: { text: `p99 ≤ ${mostTimesAlone} times`, isMet: ratio <= mostTimesAlone },
    });
    for (const [status, same] of Map.groupBy(busyCalls, (answer) => answer.status)) {
      const times = timesOfCalls(same);
      report({
        name: `a shop that ${by} search ${busyPerSecond} times a second, answered ${status}`,
        times,
        value: `${Math.round(same.length / seconds)} a second, ${same.filter(({ hasRetryAfter }) => hasRetryAfter).length} with Retry-After`,
        ...(status === 429 && { target: atMost('p99', refusedWithinMs, times) }),
      });
    }
  }
} finally {
  await shop.close();
}

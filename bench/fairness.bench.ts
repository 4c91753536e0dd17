/**
 * How much one shop that is asked far too often slows another one down: the quiet shop's latency alone, and beside a busy one that is
 * asked 1,500 times a second, once by one visitor and once by many. Both shops have been searched before. Callers and server share the
 * machine, and those of the busy shop have the lowest priority there.
 * Run: node bench/fairness.bench.ts [items] [seconds]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startShop } from './running-shop.ts';
import { atMost, serverSearchThreads, tell, type Times, timesOf } from './figures.ts';
import { type AnsweredCall, callSteadily } from './steady-calls.ts';
import { word } from './shop-queries.ts';
import { ndjson } from './synthetic-feed.ts';

const items = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 20);
const warmUpSeconds = 4;
const restMs = 2_000;
const mostConnections = 2_000;
const busyPerSecond = 1_500;
const quietPerSecond = 40;
const mostTimesAlone = 2;
const refusedWithinMs = 10;
const ranks = 3000;
const refused = 429;

const shop = await startShop({ AISLE_VISITOR_CALLS: '', AISLE_PROJECT_CALLS: '', AISLE_TRUST_PROXY: '1' });
await shop.host.keep('items.ndjson', () => ndjson(items));
const [quiet, busy] = [await shop.add('items.ndjson'), await shop.add('items.ndjson')];
for (const feed of [quiet, busy]) await shop.imported(feed);

const searchesOf = ({ token }: { readonly token: string }, from: number): string[] =>
  Array.from({ length: ranks }, (_, at) => `/front/search?token=${token}&q=${word(from + at)}+${word((from + at) * 31)}`);
const asVisitor = (number: number): string => `x-forwarded-for: 198.18.${number >> 8}.${number & 255}\r\n`;

const askQuiet = (forSeconds = seconds): Promise<AnsweredCall[]> =>
  callSteadily({
    url: shop.server.url,
    paths: searchesOf(quiet, 0),
    headers: Array.from({ length: ranks }, (_, at) => asVisitor(at)),
    perSecond: quietPerSecond,
    mostConnections,
    seconds: forSeconds,
  });

const askBusy = (visitors: number, forSeconds = seconds): Promise<AnsweredCall[]> =>
  callSteadily({
    url: shop.server.url,
    paths: searchesOf(busy, ranks),
    headers: Array.from({ length: ranks }, (_, at) => asVisitor(at % visitors)),
    perSecond: busyPerSecond,
    mostConnections,
    isElsewhere: true,
    seconds: forSeconds,
  });

const timesOfCalls = (calls: readonly AnsweredCall[]): Times => timesOf(calls.map(({ milliseconds }) => milliseconds));

function tellBusy(of: string, answers: readonly AnsweredCall[]): void {
  for (const [status, same] of Map.groupBy(answers, (answer) => answer.status)) {
    const times = timesOfCalls(same);
    const told = same.filter(({ saysWhen }) => saysWhen).length;
    tell({
      name: `a shop that ${of} ask 1,500 times a second, answered ${status}`,
      times,
      value: `${Math.round(same.length / seconds)} a second, ${told} of ${same.length} with Retry-After`,
      ...(status === refused && { target: atMost('p99', refusedWithinMs, times) }),
      searchThreads: serverSearchThreads,
    });
  }
}

try {
  await Promise.all([askQuiet(warmUpSeconds), askBusy(1, warmUpSeconds)]);
  await sleep(restMs);
  const aloneBefore = timesOfCalls(await askQuiet());
  const runs: { readonly of: string; readonly beside: Times; readonly answers: readonly AnsweredCall[] }[] = [];
  for (const [of, visitors] of Object.entries({ 'one visitor': 1, 'many visitors': ranks })) {
    const [quietAnswers, answers] = await Promise.all([askQuiet(), askBusy(visitors)]);
    runs.push({ of, beside: timesOfCalls(quietAnswers), answers });
  }
  const aloneAfter = timesOfCalls(await askQuiet());
  // Other programs only make it slower.
  const alone = aloneBefore.p99 < aloneAfter.p99 ? aloneBefore : aloneAfter;
  tell({ name: 'a quiet shop alone, the quicker of two runs', times: alone, searchThreads: serverSearchThreads });
  for (const { of, beside, answers } of runs) {
    const ratio = beside.p99 / alone.p99;
    tell({
      name: `a quiet shop beside one that ${of} ask 1,500 times a second`,
      times: beside,
      value: `p99 ${ratio.toFixed(1)} times that alone`,
      target: { text: `p99 ≤ ${mostTimesAlone} times`, isMet: ratio <= mostTimesAlone },
      searchThreads: serverSearchThreads,
    });
    tellBusy(of, answers);
  }
} finally {
  await shop.close();
}

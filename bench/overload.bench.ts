/**
 * Five shops that are called five times as often as the server can answer, and a thousand sockets that send nothing to its end. Answers aren't
 * kept, so each call is work. The load is made by wrk, and what single callers see by a process of its own, on the same machine.
 * Run: node bench/overload.bench.ts [items] [seconds]
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, serverSearchThreads, tell, type Times, timesOf } from './figures.ts';
import { startShop } from './running-shop.ts';
import { mixedCalls } from './shop-queries.ts';
import { type AnsweredCall, callSteadily } from './steady-calls.ts';
import { ndjson } from './synthetic-feed.ts';
import { addressOf, loadByWrk } from './wrk.ts';

const items = Number(process.argv[2] ?? 20_000);
const seconds = Number(process.argv[3] ?? 20);
const shops = 5;
const peakClients = 16;
const overload = 5;
/** More than the server's queues hold. */
const overloadClients = 4_000;
const leastShare = 0.8;
const refusedWithinMs = 10;
const restSeconds = 5;
const callsOfShop = 4_000;
const visitors = 4_000;
const normalPerSecond = 60;
const mostConnections = 1_000;
const mostTimesNormal = 2;
const slowSockets = 1_000;
const closedWithinSeconds = 15;
const served = 200;

const shop = await startShop({ AISLE_VISITOR_CALLS: '', AISLE_PROJECT_CALLS: '', AISLE_TRUST_PROXY: '1' });
const { url } = shop.server;

async function callsOfShops(): Promise<string[]> {
  await shop.host.keep('items.ndjson', () => ndjson(items));
  const feeds: string[][] = [];
  for (let number = 0; number < shops; number += 1) {
    const feed = await shop.add('items.ndjson');
    await shop.imported(feed);
    feeds.push(mixedCalls(feed.token, callsOfShop));
  }
  return Array.from({ length: shops * callsOfShop }, (_, at) => feeds[at % shops]?.[Math.floor(at / shops)] ?? '');
}

const paths = await callsOfShops();
const headers = paths.map((_, at) => `x-forwarded-for: ${addressOf(at % visitors)}\r\n`);
const someone = (forSeconds: number): Promise<AnsweredCall[]> =>
  callSteadily({ url, paths, headers, perSecond: normalPerSecond, mostConnections, seconds: forSeconds });
const timesOfCalls = (calls: readonly AnsweredCall[]): Times => timesOf(calls.map(({ milliseconds }) => milliseconds));

async function measureOverload(): Promise<void> {
  await loadByWrk({ url, paths, clients: peakClients, seconds: seconds / 4, visitors });
  const peak = await loadByWrk({ url, paths, clients: peakClients, seconds: seconds / 2, visitors });
  const peakServed = peak.perSecond - peak.failedCount / (seconds / 2);
  tell({
    name: `${shops} shops, ${peakClients} clients`,
    times: peak.times,
    value: `${Math.round(peakServed)} req/s`,
    searchThreads: serverSearchThreads,
  });
  await sleep(restSeconds * 1000);
  const normal = timesOfCalls(await someone(seconds / 2));

  const pauseMs = Math.round((overloadClients / (overload * peakServed)) * 1000);
  const [load, calls] = await Promise.all([
    loadByWrk({ url, paths, clients: overloadClients, seconds, pauseMs, visitors }),
    sleep(1_000).then(() => someone(seconds - 2)),
  ]);
  const servedThen = load.perSecond - load.failedCount / seconds;
  const share = servedThen / peakServed;
  const [answered, refused] = [true, false].map((isServed) => calls.filter(({ status }) => (status === served) === isServed));
  tell({
    name: `${shops} shops that are called ${overload} times as often as they can be answered`,
    times: timesOfCalls(answered ?? []),
    value: `${Math.round(load.perSecond)} calls a second, ${Math.round(servedThen)} of them served: ${Math.round(share * 100)} % of the peak`,
    target: { text: `≥ ${leastShare * 100} % of the peak`, isMet: share >= leastShare },
    searchThreads: serverSearchThreads,
  });
  const refusals = timesOfCalls(refused ?? []);
  const told = (refused ?? []).filter(({ saysWhen }) => saysWhen).length;
  tell({
    name: 'calls that are refused meanwhile',
    times: refusals,
    value: `${told} of ${refused?.length} with Retry-After`,
    target: atMost('p99', refusedWithinMs, refusals),
    searchThreads: serverSearchThreads,
  });

  await sleep(restSeconds * 1000);
  const after = timesOfCalls(await someone(seconds / 2));
  const ratio = after.p99 / normal.p99;
  tell({ name: `calls at a normal pace before the overload`, times: normal, searchThreads: serverSearchThreads });
  tell({
    name: `calls at a normal pace ${restSeconds} s after it`,
    times: after,
    value: `p99 ${ratio.toFixed(1)} times that before`,
    target: { text: `p99 ≤ ${mostTimesNormal} times`, isMet: ratio <= mostTimesNormal },
    searchThreads: serverSearchThreads,
  });
}

function slowSocket(): Promise<number> {
  const startedAt = performance.now();
  const { port, hostname } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = connect(Number(port), hostname);
  socket.write('GET /front/search HTTP/1.1\r\nhost: x\r\nx-slow: ');
  const timer = setInterval(() => socket.write('x'), 1_000);
  socket.on('error', () => undefined);
  socket.resume().once('close', () => {
    clearInterval(timer);
    resolve((performance.now() - startedAt) / 1000);
  });
  return promise;
}

async function measureSlowSockets(): Promise<void> {
  const sockets = Promise.all(Array.from({ length: slowSockets }, slowSocket));
  const calls = timesOfCalls(await someone(seconds / 2));
  const longest = Math.max(...(await sockets));
  tell({
    name: `calls beside ${slowSockets} sockets that send a byte a second`,
    times: calls,
    value: `the last of them is closed after ${longest.toFixed(1)} s`,
    target: { text: `closed within ${closedWithinSeconds} s`, isMet: longest <= closedWithinSeconds },
    searchThreads: serverSearchThreads,
  });
}

try {
  await measureOverload();
  await measureSlowSockets();
} finally {
  await shop.close();
}

/**
 * Latency of 40 uncached searches a second beside 5,000 events a second, and processor time per event. All on one machine.
 * Run: node bench/events.bench.ts [items=20000] [seconds=30] [rounds=3]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { authorize, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { frontEvents, maximumEvents } from '#features/front-api/events/events.contract.ts';
import { products } from './engine-products.ts';
import { serverSearchThreads, tell, type Times } from './figures.ts';
import { processorSeconds } from './process-figures.ts';
import { startShop } from './running-shop.ts';
import { searchDuring } from './steady-search.ts';
import { ndjson } from './synthetic-feed.ts';

const [items = 20_000, seconds = 30, rounds = 3] = process.argv.slice(2).map(Number);
const eventsPerSecond = 5_000;
const callsPerSecond = eventsPerSecond / maximumEvents;
const timesAsLong = 1.3;
const connections = 8;
const visitors = 20_000;
const types = ['impression', 'impression', 'impression', 'impression', 'click', 'impression', 'impression', 'cart'] as const;

const shop = await startShop();
try {
  await shop.host.keep('items.ndjson', () => ndjson(items));
  const feed = await shop.add('items.ndjson');
  await shop.imported(feed);
  const ids = [...products(items)].map(({ id }) => id);
  const actor = { token: shop.session, project: feed.token };
  const { data: pair } = await shop.server.call(actor, rotateSecret, {});
  const { data: bearer } = await shop.server.call({}, authorize, pair!);
  const pool = new Pool(shop.server.url, { connections });
  let sent = 0;
  let stored = 0;

  async function sendSome(): Promise<void> {
    const events = Array.from({ length: maximumEvents }, (_, at) => ({
      id: `e-${sent + at}`,
      type: types[at % types.length],
      item_id: ids[(sent * 31 + at * 7919) % ids.length],
      position: 1 + (at % 40),
    }));
    const visitor = `visitor-${(sent / maximumEvents) % visitors}`;
    sent += maximumEvents;
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: frontEvents.path,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer!.token}` },
      body: JSON.stringify({ visitor, events }),
    });
    const answer = (await body.json()) as { data: { accepted_count: number } | null; msg: string };
    if (!answer.data) throw new Error(`${statusCode}: ${answer.msg}`);
    stored += answer.data.accepted_count;
  }
  /** At a constant rate, whatever the responses. */
  async function sendEvents(): Promise<void> {
    const calls: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let at = 0; at < callsPerSecond * seconds; at += 1) {
      await sleep(Math.max(0, startedAt + (at * 1_000) / callsPerSecond - performance.now()));
      calls.push(sendSome());
    }
    await Promise.all(calls);
  }
  async function during(work: () => Promise<unknown>): Promise<{ times: Times; processor: number; took: number }> {
    const [before, startedAt] = [processorSeconds(shop.server.child.pid!), performance.now()];
    const times = await searchDuring(shop.server.url, feed.token, work);
    const took = (performance.now() - startedAt) / 1_000;
    return { times, processor: processorSeconds(shop.server.child.pid!) - before, took };
  }

  await during(() => sleep(seconds * 250));
  const [alone, beside] = [[], []] as [Awaited<ReturnType<typeof during>>[], Awaited<ReturnType<typeof during>>[]];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await during(() => sleep(seconds * 1_000)));
    beside.push(await during(sendEvents));
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const middle = (of: typeof alone): Times => ({
    p50: median(of.map(({ times }) => times.p50)),
    p95: median(of.map(({ times }) => times.p95)),
    p99: median(of.map(({ times }) => times.p99)),
  });
  const [quiet, busy] = [middle(alone), middle(beside)];
  const ratio = median(beside.map(({ times }, at) => times.p99 / alone[at]!.times.p99));
  const perEvent = median(beside.map(({ processor }, at) => processor - alone[at]!.processor)) / (eventsPerSecond * seconds);
  tell({ name: `searches, ${items} items, no events`, times: quiet, searchThreads: serverSearchThreads });
  tell({
    name: `searches, ${items} items, ${eventsPerSecond} events a second`,
    times: busy,
    value: `p99 ${ratio.toFixed(2)} times that without events; ${stored} of ${sent} events stored`,
    target: { text: `p99 ≤ ${timesAsLong} ×`, isMet: ratio <= timesAsLong },
    searchThreads: serverSearchThreads,
  });
  const onOneCore = Math.round(1 / perEvent);
  tell({
    name: 'events that one processor takes in a second',
    value: `${onOneCore}; ${median(beside.map(({ took }) => took)).toFixed(1)} s for ${seconds} s of events`,
    target: { text: `≥ ${eventsPerSecond}`, isMet: onOneCore >= eventsPerSecond },
    searchThreads: serverSearchThreads,
  });
  await pool.close();
} finally {
  await shop.close();
}

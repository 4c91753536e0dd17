import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { maxItemsBehind, maxOwnPageItems, maxStatesBehind } from '#engine/index/limits.ts';
import { LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import { type ItemChange, type SearchEngine, inSession } from '#engine/port.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { SearchThread } from './search-thread.ts';

const items = Array.from({ length: 300 }, (_, at) => ({ id: `item-${at}`, fields: { name: `lamp number${at}`, price: at } }));
const afterQuestions = 3;
const soon = 1;
/** In none of these tests. */
const never = 3_600_000;

const tasks = vi.spyOn(SearchThread.prototype, 'run');
let directory: string;
let engine: SearchEngine;

const open = (followAfterMs: number): SearchEngine =>
  openEmbeddedEngine({ directory, searchThreads: 1, ownCopy: { afterQuestions, makeAfterMs: soon, followAfterMs } });

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-own-'));
  engine = open(never);
  await publishItems(engine, 'shop', items);
});
afterEach(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const search = (more = {}) => engine.search('shop', planOf([group('lamp')], { facets: [{ field: 'price', limit: 3 }], ...more }));

/** How many questions search threads get meanwhile. */
async function asksOfThreads(work: () => Promise<unknown>): Promise<number> {
  tasks.mockClear();
  await work();
  return tasks.mock.calls.filter(([{ kind }]) => kind === 'ask').length;
}

async function untilOwn(): Promise<void> {
  await expect.poll(() => asksOfThreads(search)).toBe(0);
}

it('searches that are alone are answered in this thread once there were some, as a search thread answers them', async () => {
  const { took: _, ...there } = await search();
  expect(await asksOfThreads(search)).toBe(1);
  await untilOwn();
  const { took: __, ...here } = await search();
  expect(JSON.stringify(here)).toBe(JSON.stringify(there));
});

it('before it answers, this thread prepares what was searched', async () => {
  const prepared = vi.spyOn(LoadedGeneration.prototype, 'prepareImpacts');
  await untilOwn();
  expect(prepared.mock.calls).toEqual([[planOf([group('lamp')]).fields, 'exact']]);
  prepared.mockRestore();
});

it('searches that come together go to search threads', async () => {
  await untilOwn();
  expect(await asksOfThreads(() => Promise.all([search(), search(), search()]))).toBe(3);
  await untilOwn();
});

it('all that one search asks at once is answered in one place', async () => {
  await untilOwn();
  const both = () =>
    inSession(engine, 'shop', (session) => Promise.all([session.search(planOf([group('lamp')])), session.terms('lam', 5)]));
  expect(await asksOfThreads(both)).toBe(0);
});

it('long pages and whatever else takes long go to search threads', async () => {
  await untilOwn();
  expect(await asksOfThreads(() => search({ size: maxOwnPageItems + 1 }))).toBe(1);
  const counts = () => inSession(engine, 'shop', (session) => session.counts([planOf([group('lamp')])]));
  expect(await asksOfThreads(counts)).toBe(1);
});

const dear = { filters: [{ field: 'price', from: 7_000 }] };
const changeTo = (price: number) => engine.change('shop', [{ kind: 'patch', id: 'item-7', fields: { price } }]);

it('a change is seen by the next search, which a search thread answers where this one has not followed yet', async () => {
  await untilOwn();
  await changeTo(7_777);
  let found: readonly string[] = [];
  expect(await asksOfThreads(async () => (found = (await search(dear)).hits.map(({ id }) => id)))).toBe(1);
  expect(found).toEqual(['item-7']);
});

it('this thread follows changes', async () => {
  await engine.close();
  engine = open(soon);
  await untilOwn();
  for (const price of [7_777, 8_888]) {
    await changeTo(price);
    await untilOwn();
    expect((await search(dear)).hits.map(({ item }) => item.fields['price'])).toEqual([price]);
  }
});

it('this thread follows even where one change comes after the other', async () => {
  await engine.close();
  const followAfterMs = 100;
  engine = open(followAfterMs);
  await untilOwn();
  const followed = async (): Promise<boolean> => {
    for (let price = 0; price < 200; price += 1) {
      await changeTo(price);
      const nextAt = performance.now() + followAfterMs * 0.6;
      while (performance.now() < nextAt) if ((await asksOfThreads(search)) === 0) return true;
    }
    return false;
  };
  expect(await followed()).toBe(true);
});

const rounds = Array.from({ length: maxStatesBehind + 1 }, (_, price) => price);
const many = Array.from({ length: maxItemsBehind + 1 }, (_, at): ItemChange => ({
  kind: 'put',
  item: { id: `new-${at}`, fields: { name: 'lamp' } },
}));

it.each([
  [
    'changes',
    async () => {
      for (const price of rounds) await changeTo(price);
    },
  ],
  ['changed items', async () => void (await engine.change('shop', many))],
])('with more %s than are worth following search threads answer alone until the next generation', async (_, change) => {
  await untilOwn();
  await change();
  for (let asked = 0; asked <= afterQuestions; asked += 1) expect(await asksOfThreads(search)).toBe(1);
  await publishItems(engine, 'shop', items);
  await untilOwn();
});

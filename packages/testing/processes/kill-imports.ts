import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recreateCollection } from '#features/data/collections/collections.contract.ts';
import { cancelImport } from '#features/data/imports/imports.contract.ts';
import { random } from '#feeds/testing/mutations.ts';
import { type KilledFeed, type KilledShop, openKilledShop } from './killed-shop.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';

/** Below the item API's rate limit, so only kills fail a write. */
const pauseMs = 110;
const priced = 'sent-0';
export const sentBrand = 'Sent';

async function acknowledgedWrites(shop: KilledShop) {
  const sent = { tried: 0, acknowledged: 0 };
  const price = { tried: 0, acknowledged: 0 };
  const terms = { tried: 0, acknowledged: 0 };
  let isOn = false;
  let writing: Promise<void> = Promise.resolve();

  async function writeOne(): Promise<void> {
    const item = { id: `sent-${(sent.tried += 1)}`, name: 'Lamp that was sent', price: 1, brand: sentBrand };
    if ((await shop.send('POST', '', { items: [item] })) === 200) sent.acknowledged += 1;
    const fields = { price: (price.tried += 1) };
    if ((await shop.send('PATCH', `/${priced}`, { fields })) === 200) price.acknowledged = fields.price;
    const term = `term ${(terms.tried += 1)}`;
    const { status } = await shop.call(synonyms.create, { term, synonyms: ['lamp'] }).catch(() => ({ status: null }));
    if (status === 200) terms.acknowledged += 1;
  }

  const first = { id: priced, name: 'Part', price: 0, brand: sentBrand };
  expect(await shop.send('POST', '', { items: [first] }), shop.output()).toBe(200);
  return {
    begin(): void {
      isOn = true;
      writing = (async () => {
        while (isOn) {
          await writeOne();
          await sleep(pauseMs);
        }
      })();
    },
    async end(): Promise<void> {
      isOn = false;
      await writing;
    },
    /** Interrupted writes may or may not be there. */
    async expectThere(foundCount: number, told: string): Promise<void> {
      expect(foundCount, told).toBeGreaterThanOrEqual(sent.acknowledged);
      expect(foundCount, told).toBeLessThanOrEqual(sent.tried);
      const found = Number((await shop.sentItem(priced))?.['price']);
      expect(found, told).toBeGreaterThanOrEqual(price.acknowledged);
      expect(found, told).toBeLessThanOrEqual(price.tried);
      const count = (await shop.call(synonyms.list, {})).data?.total_count;
      expect(count, told).toBeGreaterThanOrEqual(terms.acknowledged);
      expect(count, told).toBeLessThanOrEqual(terms.tried);
    },
    count: () => sent.acknowledged + price.acknowledged + terms.acknowledged,
  };
}

const secondsPerKill = 20;
/** A job that was cut off five times is parked, so it gets to its end before. */
const killsOfOneJob = 2;
const killsPerRecreate = 6;
/** How long an import takes on this machine is measured, and kills are spread a little beyond its end. */
const beyondEnd = 1.2;
/** Most kills strike once an import reads its feed; before, there is little to cut off. */
const shareAtAnyTime = 0.25;
/** How many of the jobs are cut off by the end of the server; the others by that of the processes that work for it. */
const shareOfServer = 0.3;

/** Tests that so many kills at random moments lose nothing that was acknowledged, publish nothing by halves and leave no job stuck. */
export function importsSurviveKills(kills: number, env: Readonly<Record<string, string>> = {}): void {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const next = random(seed);
  let shop: KilledShop;
  beforeAll(async () => {
    shop = await openKilledShop(env);
  });
  afterAll(() => shop.close());

  /** Both of them half of the time, otherwise one. */
  const someOf = (feeds: readonly KilledFeed[]): readonly KilledFeed[] =>
    next() < 0.5 ? feeds : feeds.slice(...(next() < 0.5 ? [0, 1] : [1]));

  /** Each feed is whole in one of two versions. */
  async function expectWhole(told: string): Promise<number> {
    const { [sentBrand]: sentCount = 0, ...found } = await shop.brands();
    const [a, b] = shop.feeds as [KilledFeed, KilledFeed];
    const both = [a.live, a.offered].flatMap((ofA) =>
      [b.live, b.offered].map((ofB) => ({ ...shop.whole(a, ofA), ...shop.whole(b, ofB) })),
    );
    expect(both, told).toContainEqual(found);
    return sentCount;
  }

  /** What was asked for ends by itself, and then is live. */
  async function settle(told: string): Promise<void> {
    for (const feed of shop.feeds.filter(({ live, offered }) => live !== offered)) {
      expect(await shop.ended(feed), told).toBe('done');
      feed.live = feed.offered;
    }
    await expectWhole(told);
  }

  async function dropImports(): Promise<void> {
    for (const feed of shop.feeds) {
      const isDropped = (await shop.call(cancelImport, { id: feed.id })).status === 200;
      const end = isDropped ? 'discarded' : await shop.ended(feed);
      if (end === 'done') feed.live = feed.offered;
      else if (isDropped) feed.offered = feed.live;
    }
  }

  test(
    `${kills} kills of the server and its processes, while it imports, recreates and takes items, lose nothing (seed ${seed})`,
    { timeout: 120_000 + kills * secondsPerKill * 1000 },
    async () => {
      const writes = await acknowledgedWrites(shop);
      const began = performance.now();
      let fetched = shop.fetched();
      await Promise.all(shop.feeds.map(shop.importNext));
      await fetched;
      const startMs = performance.now() - began;
      await settle('before any kill');
      const importMs = performance.now() - began - startMs;

      let killsOfJob = 0;
      for (let kill = 1; kill <= kills; kill += 1) {
        const isRecreate = kill % killsPerRecreate === 0;
        // After its process died a job waits, for longer each time it was cut off.
        const isOfServer = isRecreate || killsOfJob > 0 || next() < shareOfServer;
        const told = `seed ${seed}, kill ${kill} of ${isOfServer ? 'the server' : 'a process'}${isRecreate ? ' during a recreate' : ''}`;
        if (killsOfJob === 0) {
          fetched = shop.fetched();
          await Promise.all(isRecreate ? [] : someOf(shop.feeds).map(shop.importNext));
        }
        if (isRecreate) expect((await shop.call(recreateCollection, { id: shop.collectionId })).status, told).toBe(200);
        writes.begin();
        if (isRecreate || next() < shareAtAnyTime) {
          await sleep(next() * (startMs + importMs));
        } else {
          await fetched;
          await sleep(next() * importMs * beyondEnd);
        }
        if (isOfServer) await shop.killServer();
        else shop.killChild(next);
        await writes.end();
        await writes.expectThere(await expectWhole(told), told);

        killsOfJob += 1;
        const isRecreateNext = (kill + 1) % killsPerRecreate === 0;
        if (isRecreate) expect(await shop.recreated(), told).toBe('done good 2');
        // The end of one that waits is awaited only once, below.
        if (!isOfServer) await dropImports();
        else if (isRecreate || isRecreateNext || killsOfJob === killsOfOneJob) await settle(told);
        else continue;
        killsOfJob = 0;
      }
      await dropImports();
      fetched = shop.fetched();
      await Promise.all(shop.feeds.map(shop.importNext));
      await fetched;
      shop.killChild(next);
      await settle(`seed ${seed}, after the last kill`);
      expect(writes.count()).toBeGreaterThan(kills);
    },
  );
}

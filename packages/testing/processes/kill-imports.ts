import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recreateCollection } from '#features/data/collections/collections.contract.ts';
import { cancelImport } from '#features/data/imports/imports.contract.ts';
import { random } from '#feeds/testing/mutations.ts';
import { acknowledgedWrites, sentBrand } from './acknowledged-writes.ts';
import { type KilledFeed, type KilledShop, openKilledShop } from './killed-shop.ts';
import { mountSmallDisk, type SmallDisk } from '#testing/processes/small-disk.ts';

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

type Writes = Awaited<ReturnType<typeof acknowledgedWrites>>;
const diskMegabytes = 96;
/** What is left on a full disk. */
const mostLeftKilobytes = 200;
const fullMs = 2_500;
/** The server looks at its disk every two seconds; promised is half a minute. */
const healMs = 30_000;

/** Tests that so many kills at random moments lose nothing that was acknowledged, publish nothing by halves and leave no job stuck. As many
 * of them as `fullDisks` are preceded by a disk that fills. */
export function importsSurviveKills(kills: number, env: Readonly<Record<string, string>> = {}, fullDisks = 0): void {
  const seed = Number(process.env.AISLE_TEST_SEED ?? Date.now() % 1_000_000);
  const next = random(seed);
  const disk = fullDisks === 0 ? null : mountSmallDisk(diskMegabytes);
  let shop: KilledShop;
  beforeAll(async () => {
    if (disk !== null) mkdirSync(disk.folder);
    shop = await openKilledShop(env, disk?.folder);
  });
  afterAll(async () => {
    disk?.empty();
    await shop.close();
    disk?.close();
  });

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

  /** Searches go on while the disk is full, and writes once it has room. The server may be killed meanwhile. */
  async function fillDisk({ fillBut, empty }: SmallDisk, writes: Writes, told: string): Promise<void> {
    fillBut(Math.floor(next() * mostLeftKilobytes));
    await sleep(next() * fullMs);
    await expectWhole(told);
    if (next() < 0.5) {
      await shop.end('SIGKILL');
      empty();
      await shop.restart();
    } else empty();
    const before = writes.count();
    await expect.poll(() => writes.count(), { message: told, timeout: healMs }).toBeGreaterThan(before);
  }

  /** A full disk may have failed them. */
  async function dropImports(mayFail = false): Promise<void> {
    for (const feed of shop.feeds) {
      const isDropped = (await shop.call(cancelImport, { id: feed.id })).status === 200;
      const end = isDropped ? 'dropped' : await shop.ended(feed);
      if (end === 'done') feed.live = feed.offered;
      else if (isDropped || mayFail) feed.offered = feed.live;
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
        const isFull = disk !== null && kill % Math.floor(kills / fullDisks) === 0;
        const isRecreate = !isFull && kill % killsPerRecreate === 0;
        // After its process died a job waits, for longer each time it was cut off.
        const isOfServer = !isFull && (isRecreate || killsOfJob > 0 || next() < shareOfServer);
        const told = `seed ${seed}, kill ${kill} of ${isOfServer ? 'the server' : isFull ? 'a full disk' : 'a process'}${isRecreate ? ' during a recreate' : ''}`;
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
        if (isFull) await fillDisk(disk, writes, told);
        else if (isOfServer) await shop.killServer();
        else shop.killChild(next);
        await writes.end();
        await writes.expectThere(await expectWhole(told), told);

        killsOfJob += 1;
        const isRecreateNext = (kill + 1) % killsPerRecreate === 0;
        if (isRecreate) expect(await shop.recreated(), told).toBe('done good 2');
        // The end of one that waits is awaited only once, below.
        if (!isOfServer) await dropImports(isFull);
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
      console.log(
        `${kills} kills, ${disk === null ? 0 : fullDisks} of them full disks: ${writes.count()} writes acknowledged, none lost`,
      );
      expect(writes.count()).toBeGreaterThan(kills);
    },
  );
}

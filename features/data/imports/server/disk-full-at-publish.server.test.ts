import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { runImport } from '#features/data/import-process/server/run-import.ts';
import { type FeedShop, type FeedShops, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { mountSmallDisk, noDisk } from '#testing/processes/small-disk.ts';

const diskMegabytes = 24;
const itemCount = 60;
/** What is left on the disk when an import is about to go live, so that each time another step of it finds no room. */
const leftKilobytes = [0, 40];
/** A job that couldn't even be noted as failed is taken up again when its claim is half a minute old. */
const recovers = { interval: 100 };
const feedPath = '/feed.ndjson';

const disk = mountSmallDisk(diskMegabytes);

const bodyOf = (version: number): string =>
  Array.from({ length: itemCount }, (_, at) =>
    JSON.stringify({ id: `${at}`, name: `Lamp ${at}`, price: at + 1, brand: `version ${version}` }),
  ).join('\n');

describe.skipIf(disk === null)('a disk that is full just as an import goes live', () => {
  const { folder, fillBut, empty, close } = disk ?? noDisk;
  let shops: FeedShops;
  let made: FeedShop;
  /** What happens between the end of a build and its publishing. */
  let built: () => void = () => undefined;

  beforeAll(async () => {
    mkdirSync(folder);
    shops = await startFeedShops({
      dataDirectory: folder,
      async runImport(task, listener) {
        const outcome = await runImport(task, listener);
        if (outcome.kind === 'built') built();
        return outcome;
      },
    });
    made = await shops.shop(shops.host.put(feedPath, bodyOf(0)));
    await shops.server.imported(made.actor, made.feedId);
  });
  afterAll(async () => {
    empty();
    await shops.close();
    close();
  });

  const lastImport = async () => (await shops.server.call(made.actor, readFeed, { id: made.feedId })).data?.last_import;
  /** How many items of which version searches find. */
  async function found(): Promise<Record<string, number>> {
    const { data, msg } = await shops.server.call({}, frontSearch, { token: made.actor.project!, q: 'lamp', facets: 'brand' });
    if (data === null) throw new Error(`No search is answered: ${msg}`);
    return Object.fromEntries((data.facets[0]?.values ?? []).map(({ value, count }) => [String(value), count]));
  }

  test.each(leftKilobytes.map((left, at) => [left, at] as const))(
    'with %i kB left, searches find the items of one import, whole, and the import ends by itself once there is room',
    async (left, before) => {
      const version = before + 1;
      const whole = [before, version].map((each) => ({ [`version ${each}`]: itemCount }));
      const isFull = new Promise<void>((resolve) => {
        built = () => {
          built = () => undefined;
          fillBut(left);
          resolve();
        };
      });
      shops.host.put(feedPath, bodyOf(version));
      expect((await shops.server.call(made.actor, reloadFeed, { id: made.feedId })).status).toBe(200);
      await isFull;
      for (let look = 0; look < 20; look += 1) expect(whole).toContainEqual(await found());
      if (left === 0) expect((await lastImport())?.state).toBe('running');
      expect(await shops.server.app.disk.look().then(() => shops.server.app.disk.level())).toBe('full');

      empty();
      await shops.server.app.disk.look();
      await expect.poll(async () => (await lastImport())?.state, recovers).toBe('done');
      expect(await found()).toEqual(whole[1]);
    },
  );
});

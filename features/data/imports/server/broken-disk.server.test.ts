import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { forkImport } from '#apps/server/fork-import.ts';
import { type FeedShop, type FeedShops, lamps, startFeedShops } from '#testing/feeds/feed-shops.ts';
import { mountSmallDisk, noDisk } from '#testing/processes/small-disk.ts';

const diskMegabytes = 16;
const itemCount = 30;
const slow = { timeout: 180_000 };
const feedPath = '/feed.ndjson';

/** Has the generations alone, so that what fails is theirs. */
const disk = mountSmallDisk(diskMegabytes);

describe.skipIf(disk === null)('a disk of the generations that refuses every write', () => {
  const { folder, setReadOnly, close } = disk ?? noDisk;
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'aisle-broken-'));
  let shops: FeedShops;
  let made: FeedShop;
  let built: () => void = () => undefined;

  beforeAll(async () => {
    mkdirSync(folder);
    symlinkSync(folder, path.join(dataDirectory, 'search'));
    shops = await startFeedShops({
      dataDirectory,
      async runImport(...task) {
        const outcome = await forkImport(...task);
        if (outcome.kind === 'built') built();
        return outcome;
      },
    });
    made = await shops.shop(shops.host.put(feedPath, lamps(itemCount)));
    await shops.server.imported(made.actor, made.feedId);
  });
  afterEach(() => {
    built = () => undefined;
    setReadOnly(false);
  });
  afterAll(async () => {
    await shops.close();
    close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  const foundCount = async () =>
    (await shops.server.call({}, frontSearch, { token: made.actor.project!, q: 'lamp' })).data?.total_count;
  async function importNow(count: number) {
    shops.host.put(feedPath, lamps(count));
    expect((await shops.server.call(made.actor, reloadFeed, { id: made.feedId })).status).toBe(200);
    return (await shops.server.imported(made.actor, made.feedId)).last_import;
  }
  const failed = { state: 'failed', failure: { code: 'storageFailed', details: { reason: 'EROFS' } } };

  test('fails an import that begins, with a reason, and lets the next one work', slow, async () => {
    setReadOnly(true);
    expect(await importNow(itemCount + 1)).toMatchObject(failed);
    expect(await foundCount()).toBe(itemCount);
    const synonym = { term: 'saved meanwhile', synonyms: ['lamp'] };
    expect((await shops.server.call(made.actor, synonyms.create, synonym)).status).toBe(200);
    setReadOnly(false);
    expect(await importNow(itemCount + 1)).toMatchObject({ state: 'done', failure: null });
    expect(await foundCount()).toBe(itemCount + 1);
  });

  test('fails an import that is just going live, leaves the items that are live, and lets the next one work', slow, async () => {
    const before = await foundCount();
    built = () => setReadOnly(true);
    expect(await importNow(itemCount + 2)).toMatchObject(failed);
    expect(await foundCount()).toBe(before);
    built = () => undefined;
    setReadOnly(false);
    expect(await importNow(itemCount + 3)).toMatchObject({ state: 'done', failure: null });
    expect(await foundCount()).toBe(itemCount + 3);
  });
});

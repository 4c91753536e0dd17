import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFeed, readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import {
  listImports,
  cancelImport,
  discardImport,
  publishImport,
  readImportReport,
} from '#features/data/imports/imports.contract.ts';
import { importStore } from './imports.store.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();
let shops = 0;

/** A shop whose feed was imported with this body. */
async function imported(body: string) {
  const feedPath = `/held-${(shops += 1)}.ndjson`;
  const made = await shop(host.put(feedPath, body));
  const { actor, feedId } = made;
  await server.imported(actor, feedId);
  const collection = engineCollection(made.collectionId);
  return {
    ...made,
    collection,
    count: async () => (await server.app.engine.status(collection))?.itemCount,
    /** Imports the feed again with another body, and answers how that went. */
    async again(next: string) {
      host.put(feedPath, next);
      expect((await server.call(actor, reloadFeed, { id: feedId })).status).toBe(200);
      return (await server.imported(actor, feedId)).last_import!;
    },
    report: async (importId: number) => (await server.call(actor, readImportReport, { id: feedId, import_id: importId })).data!,
    ended: async () => (await server.imported(actor, feedId)).last_import!,
  };
}

const withPrices = (count: number, price: (at: number) => number): string =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ id: `${at}`, name: `Lamp ${at}`, price: price(at) })).join('\n');

describe('the report of an import', () => {
  test('tells what became of each item, with examples of before and after', async () => {
    const made = await imported(withPrices(30, () => 10));
    const first = await made.ended();
    expect(first.counts).toMatchObject({ added: 30, changed: 0, removed: 0, unchanged: 0, bad: 0 });
    const items = Array.from({ length: 31 }, (_, at) => ({ id: `${at}`, name: `Lamp ${at}`, price: at < 25 ? 20 : 10 }));
    const next = [...items.filter(({ id }) => id !== '7'), { name: 'No id' }].map((item) => JSON.stringify(item)).join('\n');
    const last = await made.again(next);
    expect(last).toMatchObject({
      state: 'done',
      counts: { added: 1, changed: 24, removed: 1, unchanged: 5, bad: 1, hold_reasons: [] },
    });
    const { examples } = await made.report(last.id);
    const of = (fate: string) => examples.filter((one) => one.fate === fate);
    expect(of('changed')).toHaveLength(20);
    expect(of('changed')[0]).toMatchObject({ id: '0', changes: [{ field: 'price', before: '10', after: '20' }] });
    expect(of('removed')).toMatchObject([{ id: '7', name: 'Lamp 7' }]);
    expect(of('added')).toMatchObject([{ id: '30' }]);
    expect(of('bad')).toMatchObject([{ name: 'No id', problem: 'missingId' }]);
    const { data } = await server.call(made.actor, listImports, { id: made.feedId });
    expect(data?.items.map(({ counts }) => counts?.added)).toEqual([1, 30]);
  });
});

describe('an import is held', () => {
  test('with its reason, and the live items stay', async () => {
    const made = await imported(withPrices(100, (at) => at + 1));
    const last = await made.again(withPrices(100, () => 0));
    expect(last).toMatchObject({ state: 'onHold', counts: { hold_reasons: [{ reason: 'zeroPrices' }] } });
    expect((await server.app.engine.items(made.collection, ['5']))[0]?.fields['price']).toBe(6);
  });

  test('for bad items until a person accepts that share', async () => {
    const half = `${lamps(200)}\n${'{"broken\n'.repeat(201)}`;
    const made = await imported(half);
    const held = await made.ended();
    expect(held).toMatchObject({ state: 'onHold', counts: { hold_reasons: [{ reason: 'badItems' }] } });
    await server.call(made.actor, publishImport, { id: made.feedId, import_id: held.id });
    await expect.poll(async () => (await made.ended()).state).toBe('done');
    expect((await made.again(half)).state).toBe('done');
  });

  test('from the shares that are set for its feed', async () => {
    const made = await imported(lamps(100));
    const { data: feed } = await server.call(made.actor, readFeed, { id: made.feedId });
    expect(feed?.guard).toEqual({
      fewer_items_percent: 20,
      bad_items_percent: 5,
      changed_ids_percent: 50,
      hold_zero_prices: true,
    });
    host.put(`/held-${shops}.ndjson`, lamps(60));
    const input = { ...feed!, guard: { fewer_items_percent: 40 } };
    expect((await server.call(made.actor, updateFeed, input)).data?.guard).toMatchObject({ fewer_items_percent: 40 });
    expect((await made.ended()).state).toBe('done');
    const wrong = { ...feed!, guard: { fewer_items_percent: 101 } };
    expect((await server.call(made.actor, updateFeed, wrong)).status).toBe(422);
  });
});

describe('an import on hold', () => {
  test('goes live when a person publishes it, with what came meanwhile', async () => {
    const made = await imported(lamps(10));
    const held = await made.again(lamps(3));
    expect(await made.report(held.id)).toMatchObject({ counts: { removed: 7, unchanged: 3 } });
    const feed_url = host.put('/other.ndjson', JSON.stringify({ id: 'x1', name: 'Chair' }));
    const other = await server.call(made.actor, createFeed, { name: 'Chairs', collection_id: made.collectionId, feed_url });
    await server.imported(made.actor, other.data!.id);
    await server.app.engine.change(made.collection, [{ kind: 'put', item: { id: 'own', fields: { name: 'Own' } } }]);
    const ids = { id: made.feedId, import_id: held.id };
    expect((await server.call(made.actor, publishImport, ids)).status).toBe(200);
    await expect.poll(async () => (await made.ended()).state).toBe('done');
    expect(await made.count()).toBe(5);
    expect((await made.report(held.id)).counts?.hold_reasons).toMatchObject([{ reason: 'fewerItems' }]);
    expect((await server.call(made.actor, publishImport, ids)).status).toBe(409);
    expect((await server.call(made.actor, discardImport, ids)).status).toBe(409);
  });

  test('is thrown away when a person drops it', async () => {
    const made = await imported(lamps(10));
    const held = await made.again(lamps(3));
    const ids = { id: made.feedId, import_id: held.id };
    expect((await server.call(made.actor, discardImport, ids)).status).toBe(200);
    expect((await made.ended()).state).toBe('discarded');
    expect((await server.call(made.actor, publishImport, ids)).status).toBe(409);
    expect(await made.count()).toBe(10);
  });

  test('is replaced by a newer import of its feed', async () => {
    const made = await imported(lamps(10));
    const first = await made.again(lamps(3));
    const second = await made.again(lamps(4));
    expect(second.state).toBe('onHold');
    expect((await made.again(lamps(9))).state).toBe('done');
    const { data } = await server.call(made.actor, listImports, { id: made.feedId });
    expect(data?.items.map(({ state }) => state)).toEqual(['done', 'discarded', 'discarded', 'done']);
    expect((await server.call(made.actor, publishImport, { id: made.feedId, import_id: first.id })).status).toBe(409);
  });

  test('says so when what it had built is gone', async () => {
    const made = await imported(lamps(10));
    const held = await made.again(lamps(3));
    await server.app.engine.drop(made.collection);
    await server.call(made.actor, publishImport, { id: made.feedId, import_id: held.id });
    await expect.poll(async () => (await made.ended()).failure?.code).toBe('onHoldGone');
  });

  test('fails at once when what was built is damaged, says so, and leaves what is live', async () => {
    const made = await imported(lamps(10));
    const held = await made.again(lamps(3));
    const folder = path.join(server.dataDirectory, 'search', made.collection);
    const live = (await server.app.engine.status(made.collection))?.generation;
    const built = (await readdir(folder)).filter((name) => name !== live && !name.startsWith('live'));
    expect(built.length).toBeGreaterThan(0);
    for (const name of built) await rm(path.join(folder, name, 'order.ranks'));
    await server.call(made.actor, publishImport, { id: made.feedId, import_id: held.id });
    await expect.poll(async () => (await made.ended()).failure?.code).toBe('onHoldDamaged');
    expect(await made.count()).toBe(10);
    expect((await made.again(lamps(11))).state).toBe('done');
  });
});

describe('cancelling', () => {
  test('ends an import that waits, and nothing comes of it', async () => {
    const made = await imported(lamps(10));
    const project = { id: made.projectId };
    await importStore(server.app.db).insert(project, made.feedId);
    expect((await server.call(made.actor, cancelImport, { id: made.feedId })).status).toBe(200);
    expect((await made.ended()).state).toBe('cancelled');
    expect((await server.call(made.actor, cancelImport, { id: made.feedId })).status).toBe(409);
    expect((await made.again(lamps(11))).state).toBe('done');
  });

  test('ends an import that runs; what it built is not published', async () => {
    const made = await imported(lamps(10));
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    host.reply(`/held-${shops}.ndjson`, (response) => {
      response.write(`${lamps(10)}\n`);
      asked();
      void mayEnd.then(() => response.end(lamps(12)));
    });
    await server.call(made.actor, reloadFeed, { id: made.feedId });
    await isAsked;
    expect((await server.call(made.actor, cancelImport, { id: made.feedId })).status).toBe(200);
    end();
    expect((await made.ended()).state).toBe('cancelled');
    expect((await made.again(lamps(11))).state).toBe('done');
    expect(await made.count()).toBe(11);
  });
});

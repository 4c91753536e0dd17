import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { describe, expect, test } from 'vitest';
import { createFeed, readFeed, reloadFeed, removeFeed } from '#features/data/feeds/feeds.contract.ts';
import { importGoesLive } from './imports.events.ts';
import { importStore } from './imports.store.ts';
import { listFields } from '#features/data/schema/schema.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { Actor } from '#testing/test-app.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();

const lines = (...items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n');
const chairs = (count: number): string =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ id: `c${at}`, name: `Chair ${at}`, price: at + 1 })).join('\n');

/** A shop with two feeds in one collection, lamps and chairs, both imported. */
async function twoFeeds(path: string) {
  const first = await shop(host.put(`/${path}-lamps.ndjson`, lamps(10)));
  const { actor, collectionId } = first;
  const lampFeed = await server.imported(actor, first.feedId);
  const feed_url = host.put(`/${path}-chairs.ndjson`, chairs(5));
  const { data } = await server.call(actor, createFeed, { name: 'Chairs', collection_id: collectionId, feed_url });
  await server.imported(actor, data!.id);
  return { actor, collectionId, lampFeed, chairFeedId: data!.id, collection: engineCollection(collectionId) };
}

async function importAgain(actor: Actor, id: number) {
  await server.call(actor, reloadFeed, { id });
  return server.imported(actor, id);
}
const idsIn = async (collection: string, ids: readonly string[]) =>
  (await server.app.engine.items(collection, ids)).map(({ id }) => id);
const countIn = async (collection: string) => (await server.app.engine.status(collection))?.itemCount;

describe('two feeds of one collection', () => {
  test('are counted together, field by field', async () => {
    const { actor, collectionId, lampFeed } = await twoFeeds('counted');
    const counts = async () => {
      const { items } = (await server.call(actor, listFields, { c: collectionId, per_page: 100 })).data!;
      return Object.fromEntries(items.map(({ name, found_count: count }) => [name, count]));
    };
    expect(await counts()).toMatchObject({ id: 15, name: 15 });
    await importAgain(actor, lampFeed.id);
    expect(await counts()).toMatchObject({ id: 15, name: 15 });
  });

  test("keep each other's items, and what came by single changes, whichever is imported", async () => {
    const { actor, lampFeed, chairFeedId, collection } = await twoFeeds('keep');
    expect(await countIn(collection)).toBe(15);
    await server.app.engine.change(collection, [
      { kind: 'put', item: { id: 'own', fields: { name: 'Own table' } } },
      { kind: 'patch', id: 'c1', fields: { price: 99 } },
    ]);
    host.put('/keep-lamps.ndjson', lamps(9));
    await importAgain(actor, lampFeed.id);
    expect(await idsIn(collection, ['9', '8', 'c4', 'own'])).toEqual(['8', 'c4', 'own']);
    expect((await server.app.engine.items(collection, ['c1']))[0]).toMatchObject({ source: chairFeedId, fields: { price: 99 } });
    const { data } = await server.call(actor, readFeed, { id: chairFeedId });
    expect(data).toMatchObject({ item_count: 5, last_import: { imported_count: 5 } });
    expect((await server.call(actor, readFeed, { id: lampFeed.id })).data?.item_count).toBe(9);
  });

  test('an item stays with the feed that brought it first, and the other one is told', async () => {
    const { actor, chairFeedId, collection } = await twoFeeds('first');
    host.put('/first-chairs.ndjson', `${chairs(5)}\n${lines({ id: '3', name: 'Chair that wants to be a lamp' })}`);
    await importAgain(actor, chairFeedId);
    expect((await server.app.engine.items(collection, ['3']))[0]?.fields['name']).toBe('Lamp 3');
    const { data } = await server.call(actor, listErrorData, { id: chairFeedId });
    expect(data?.items).toMatchObject([{ severity: 'error', field: 'id', value: '3 (Shop)', reason: 'otherFeedItem' }]);
  });

  test('an item that came by itself is taken over by the feed that brings it', async () => {
    const { actor, chairFeedId, collection } = await twoFeeds('over');
    await server.app.engine.change(collection, [{ kind: 'put', item: { id: 'c5', fields: { name: 'Own chair' } } }]);
    host.put('/over-chairs.ndjson', chairs(6));
    await importAgain(actor, chairFeedId);
    expect((await server.app.engine.items(collection, ['c5']))[0]).toMatchObject({
      source: chairFeedId,
      fields: { name: 'Chair 5' },
    });
  });
});

describe('a feed that is deleted', () => {
  test('leaves its items to whoever brings them, or takes them along', async () => {
    const { actor, lampFeed, chairFeedId, collection } = await twoFeeds('gone');
    await server.call(actor, removeFeed, { id: chairFeedId });
    expect(await countIn(collection)).toBe(15);
    host.put('/gone-lamps.ndjson', `${lamps(10)}\n${lines({ id: 'c2', name: 'Lamp by another id' })}`);
    await importAgain(actor, lampFeed.id);
    expect((await server.app.engine.items(collection, ['c2']))[0]).toMatchObject({ source: lampFeed.id });
    expect(await countIn(collection)).toBe(15);
    await server.app.engine.change(collection, [{ kind: 'put', item: { id: '4', fields: { name: 'Own lamp' } } }]);
    await server.call(actor, removeFeed, { id: lampFeed.id, with_items: '1' });
    await expect.poll(() => idsIn(collection, ['1', '4', 'c1', 'c2'])).toEqual(['4', 'c1']);
    expect(await countIn(collection)).toBe(5);
  });

  test('is not while an import of it goes live, and then takes its items along', async () => {
    const { actor, chairFeedId, collection } = await twoFeeds('live');
    const [begun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.app.events.on(importGoesLive, ({ feed }) => {
      if (feed.id !== chairFeedId) return Promise.resolve();
      begun.resolve();
      return mayGoOn.promise;
    });
    host.put('/live-chairs.ndjson', chairs(7));
    const importing = importAgain(actor, chairFeedId);
    await begun.promise;
    const refused = await server.call(actor, removeFeed, { id: chairFeedId, with_items: '1' });
    expect(refused).toMatchObject({ status: 409, errors: [{ code: 'importGoesLive' }] });
    mayGoOn.resolve();
    expect((await importing).last_import?.state).toBe('done');
    expect((await server.call(actor, removeFeed, { id: chairFeedId, with_items: '1' })).status).toBe(200);
    await expect.poll(() => countIn(collection)).toBe(10);
  });

  test('takes an import that waits along', async () => {
    const { actor, lampFeed, chairFeedId } = await twoFeeds('waits');
    const project = {
      id: (await server.app.db.selectFrom('feed').select('project_id').where('id', '=', lampFeed.id).executeTakeFirstOrThrow())
        .project_id,
    };
    await importStore(server.app.db).insert(project, chairFeedId);
    expect((await server.call(actor, removeFeed, { id: chairFeedId })).status).toBe(200);
    expect((await server.call(actor, readFeed, { id: chairFeedId })).status).toBe(404);
    expect((await importAgain(actor, lampFeed.id)).last_import?.state).toBe('done');
  });
});

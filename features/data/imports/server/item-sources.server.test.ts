import { listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { describe, expect, test } from 'vitest';
import { createFeed, readFeed, reloadFeed, removeFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { importGoesLive } from './imports.events.ts';
import { importStore } from './imports.store.ts';
import { listFields, inputOf, makeUnique, updateField } from '#features/data/schema/schema.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { Actor } from '#testing/test-app.ts';
import { lamps, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import type { ServerResponse } from 'node:http';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';
import { readMapping, saveMapping } from '#features/data/mapping/mapping.contract.ts';
import { listSchedules, updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { publishImport } from '#features/data/imports/imports.contract.ts';

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

let shops = 0;

const products = (count: number) =>
  `<products>${Array.from({ length: count }, (_, at) => `<product><id>${at}</id><sku>S${at}</sku><name>Lamp ${at}</name></product>`).join('')}</products>`;
const things = `<data>${'<thing><code>A</code><label>Lamp</label></thing><other><x>1</x><y>2</y></other>'.repeat(5).replace('A', 'B')}</data>`;

const hold = (path: string) => {
  const asked = Promise.withResolvers<ServerResponse>();
  return { url: host.reply(path, (response) => asked.resolve(response)), asked: asked.promise };
};

/** A shop whose feed is being imported for the second time, from a host that answers once it is released. */
async function importing() {
  const path = `/saved-${(shops += 1)}.xml`;
  const made = await shop(host.put(path, products(20)));
  const { actor, feedId, collectionId } = made;
  const { feed_url } = await server.imported(actor, feedId);
  const { asked } = hold(path);
  if ((await server.call(actor, reloadFeed, { id: feedId })).err !== 0) throw new Error('Nothing was imported');
  const held = await asked;
  return {
    ...made,
    as: { id: feedId, name: 'Shop', collection_id: collectionId, feed_url },
    async fieldNamed(name: string) {
      const { data } = await server.call(actor, listFields, { c: collectionId, search: name });
      return data!.items.find((field) => field.name === name)!;
    },
    async ended(answer = products(20)) {
      held.end(answer);
      return server.imported(actor, feedId);
    },
  };
}

test('keeps all settings of a feed that are saved during an import', async () => {
  const { actor, as, ended } = await importing();
  const settings = {
    name: 'Winter',
    tag_name: 'alpha',
    feed_type: 'csv',
    feed_language: 'de',
    feed_encoding: 'windows-1250',
    feed_separator: ';',
    feed_headers: 'a;b',
    file_name: 'winter.xml',
    activated: false,
    guard: { ...defaultGuard, fewer_items_percent: 7 },
  } as const;
  const { id: _id, ...others } = updateFeed.input.shape;
  expect(Object.keys({ ...as, ...settings }).toSorted()).toEqual(Object.keys({ ...others, id: 0 }).toSorted());
  expect((await server.call(actor, updateFeed, { ...as, ...settings })).status).toBe(200);
  expect(await ended()).toMatchObject({ ...settings, need_import: true, last_import: { state: 'done', imported_count: 20 } });
});

test('keeps another address and another collection that are saved during an import', async () => {
  const { actor, as, ended } = await importing();
  const { data: articles } = await server.call(actor, createCollection, { name: 'Articles' });
  const other = { feed_url: host.put('/other.xml', products(20)), collection_id: articles!.id };
  await server.call(actor, updateFeed, { ...as, ...other });
  expect(await ended()).toMatchObject({ ...other, need_import: true });
});

test('imports with the tag name that is chosen while an import looks for one', async () => {
  const { url, asked } = hold('/tag-name.xml');
  const { actor, feedId: id, collectionId } = await shop(url);
  const held = await asked;
  await server.call(actor, updateFeed, { id, name: 'Shop', collection_id: collectionId, feed_url: url, tag_name: 'thing' });
  host.put('/tag-name.xml', things);
  held.end(things);
  await expect
    .poll(async () => (await server.call(actor, readFeed, { id })).data, { timeout: 30_000 })
    .toMatchObject({ tag_name: 'thing', need_tag_name: false, need_import: false, last_import: { state: 'done' } });
});

test('keeps mapping, schedule and schema that are saved during an import', async () => {
  const { actor, feedId: id, fieldNamed, ended } = await importing();
  await server.call(actor, saveMapping, { id, rules: [{ to: 'sku', how: 'none' }] });
  const planned = { activated: false, schedule: 'daily', schedule_time: '05:10', availability_minutes: 30 } as const;
  await server.call(actor, updateSchedule, { id, ...planned });
  const changes = { type: 'object', archive: true, facet: true, autocomplete: false } as const;
  const name = await fieldNamed('name');
  await server.call(actor, updateField, { ...inputOf(name), id: name.id, ...changes });
  expect(await ended()).toMatchObject({ activated: false, need_import: true, last_import: { state: 'done' } });
  expect((await server.call(actor, readMapping, { id })).data).toMatchObject({ rules: [{ to: 'sku' }] });
  expect((await server.call(actor, listSchedules, {})).data).toMatchObject([planned]);
  expect(inputOf(await fieldNamed('name'))).toMatchObject(changes);
});

test('needs another import once the unique field was changed during one', async () => {
  const { actor, fieldNamed, ended } = await importing();
  const { id } = await fieldNamed('product_code');
  await server.call(actor, makeUnique, { id });
  expect(await ended()).toMatchObject({ need_import: true, last_import: { state: 'done' } });
  expect(await fieldNamed('product_code')).toMatchObject({ unique_field: '1' });
});

test('needs another import once a mapping was saved while one was held', async () => {
  const { actor, feedId: id, ended } = await importing();
  const { last_import: held } = await ended(products(2));
  expect(held).toMatchObject({ state: 'onHold' });
  await server.call(actor, saveMapping, { id, rules: [{ to: 'sku', how: 'none' }] });
  await server.call(actor, publishImport, { id, import_id: held!.id });
  expect(await server.imported(actor, id)).toMatchObject({ need_import: true, last_import: { state: 'done' } });
});

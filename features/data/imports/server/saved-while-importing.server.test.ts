import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createCollection } from '#features/data/collections/collections.contract.ts';
import { defaultGuard } from '#features/data/feed-settings/feed.contract.ts';
import { readFeed, reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { readMapping, saveMapping } from '#features/data/mapping/mapping.contract.ts';
import { listSchedules, updateSchedule } from '#features/data/schedules/schedules.contract.ts';
import { inputOf, listFields, makeUnique, updateField } from '#features/data/schema/schema.contract.ts';
import { publishImport } from '#features/data/imports/imports.contract.ts';
import { sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();
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
  await server.call(actor, saveMapping, { id, rules: [], left_out: ['sku'] });
  const planned = { activated: false, schedule: 'daily', schedule_time: '05:10', availability_minutes: 30 } as const;
  await server.call(actor, updateSchedule, { id, ...planned });
  const changes = { type: 'object', archive: true, facet: true, autocomplete: false } as const;
  const name = await fieldNamed('name');
  await server.call(actor, updateField, { ...inputOf(name), id: name.id, ...changes });
  expect(await ended()).toMatchObject({ activated: false, need_import: true, last_import: { state: 'done' } });
  expect((await server.call(actor, readMapping, { id })).data).toMatchObject({ left_out: ['sku'] });
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
  expect(held).toMatchObject({ state: 'held' });
  await server.call(actor, saveMapping, { id, rules: [], left_out: ['sku'] });
  await server.call(actor, publishImport, { id, import_id: held!.id });
  expect(await server.imported(actor, id)).toMatchObject({ need_import: true, last_import: { state: 'done' } });
});

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { recreateCollection, removeCollection, rollBackCollection } from '#features/data/collections/collections.contract.ts';
import { reloadFeed, removeFeed } from '#features/data/feeds/feeds.contract.ts';
import { type FeedShop, sharedFeedShops } from '#testing/feeds/feed-shops.ts';
import { addAisleDocument, updateAisleDocument } from '#features/developer/documents/aisle-documents.contract.ts';
import { readDocument } from '#features/developer/documents/documents.contract.ts';

const address = '/lamps.xml';
const feed = (price: string): string => `<?xml version="1.0"?>
<SHOP>
  <SHOPITEM><ITEM_ID>lamp-1</ITEM_ID><PRODUCTNAME>Reading lamp</PRODUCTNAME><DESCRIPTION>&lt;b&gt;Bright&lt;/b&gt;</DESCRIPTION>
    <PRICE_VAT>${price}</PRICE_VAT><SECRET_NOTE>not for shops</SECRET_NOTE></SHOPITEM>
</SHOP>`;

const shops = await sharedFeedShops();
let shop: FeedShop;
beforeAll(async () => {
  shop = await shops.shop(shops.host.put(address, feed('1 290,00')));
  await shops.server.imported(shop.actor, shop.feedId);
});

const read = async (itemId = 'lamp-1') =>
  (await shops.server.call(shop.actor, readDocument, { id: shop.collectionId, item_id: itemId })).data;
const valueOf = async (name: string) => (await read())?.record?.fields.find((field) => field.name === name)?.value;
const folder = () => path.join(shops.server.dataDirectory, 'records', `collection-${shop.collectionId}`);
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200 && !(await isSo()); tries += 1) await sleep(25);
}

test('an item is told as its feed has it, with what each of its fields becomes', async () => {
  const { record, fields } = (await read())!;
  expect(record).toMatchObject({ feed_id: shop.feedId, position: 1, line: expect.any(Number) });
  expect(record?.fields).toEqual([
    { name: 'ITEM_ID', value: 'lamp-1', becomes: ['id'] },
    { name: 'PRODUCTNAME', value: 'Reading lamp', becomes: ['name'] },
    { name: 'DESCRIPTION', value: '<b>Bright</b>', becomes: ['description'] },
    { name: 'PRICE_VAT', value: '1 290,00', becomes: ['price'] },
    { name: 'SECRET_NOTE', value: 'not for shops', becomes: ['secret_note'] },
  ]);
  expect(fields).toMatchObject({ description: 'Bright', price: 1290 });
});

test('a field that is met late in the feed keeps its name, and is said to', async () => {
  const items = Array.from({ length: 1_200 }, (_, at) => JSON.stringify({ id: `${at}`, name: `Lamp ${at}` }));
  const late = JSON.stringify({ id: 'late', name: 'Late lamp', bulbType: 'E27' });
  const other = await shops.shop(shops.host.put('/late.ndjson', [...items, late].join('\n')));
  await shops.server.imported(other.actor, other.feedId);
  const { data } = await shops.server.call(other.actor, readDocument, { id: other.collectionId, item_id: 'late' });
  expect(data?.record?.fields.at(-1)).toEqual({ name: 'bulbType', value: 'E27', becomes: ['bulb_type'] });
  expect(data?.fields).toMatchObject({ bulb_type: 'E27' });
});

test('what is changed by hand leaves the record as it was, and what is added by hand has none', async () => {
  const { server } = shops;
  const changed = { id: shop.collectionId, item_id: 'lamp-1', fields: { name: 'Lamp for readers' } };
  expect((await server.call(shop.actor, updateAisleDocument, changed)).status).toBe(200);
  expect(await valueOf('PRODUCTNAME')).toBe('Reading lamp');
  await server.call(shop.actor, addAisleDocument, { ...changed, item_id: 'own' });
  expect((await read('own'))?.record).toBeNull();
});

test('the record follows imports, recreates and the way back', async () => {
  const { server, host } = shops;
  host.put(address, feed('990,00'));
  await server.call(shop.actor, reloadFeed, { id: shop.feedId });
  await server.imported(shop.actor, shop.feedId);
  expect(await valueOf('PRICE_VAT')).toBe('990,00');
  expect(readdirSync(folder())).toHaveLength(2);
  await server.call(shop.actor, rollBackCollection, { id: shop.collectionId });
  expect(await valueOf('PRICE_VAT')).toBe('1 290,00');
  await server.call(shop.actor, rollBackCollection, { id: shop.collectionId });
  const before = (await server.app.engine.status(`collection-${shop.collectionId}`))?.generation;
  await server.call(shop.actor, recreateCollection, { id: shop.collectionId });
  await until(async () => (await server.app.engine.status(`collection-${shop.collectionId}`))?.generation !== before);
  expect(await valueOf('PRICE_VAT')).toBe('990,00');
});

test('a deleted collection takes its records along', async () => {
  expect(readdirSync(folder())).not.toEqual([]);
  await shops.server.call(shop.actor, removeFeed, { id: shop.feedId });
  // The recreate is just ending.
  const remove = () => shops.server.call(shop.actor, removeCollection, { id: shop.collectionId });
  await until(async () => (await remove()).status === 200);
  await expect.poll(() => existsSync(folder())).toBe(false);
});

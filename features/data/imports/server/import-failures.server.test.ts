import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FeedHost, startFeedHost } from '#testing/feeds/feed-host.ts';
import { type FeedShop, openShop } from '#testing/feeds/feed-shops.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import type { FeedInput } from '#features/data/feed-settings/feed.contract.ts';
import { uploadFile } from '#features/data/feed-settings/server/feeds.service.ts';
import { uploaded } from '#testing/shop-calls.ts';
import { importFailures, feedWarnings } from '#features/data/imports/import-texts.contract.ts';

/** These feeds have nothing in common, so nothing is compared. */
const openGuard = { fewer_items_percent: 100, bad_items_percent: 100, changed_ids_percent: 100, hold_zero_prices: false };
let server: TestApp;
let host: FeedHost;
let feed: FeedShop;

beforeAll(async () => {
  host = await startFeedHost();
  server = await startTestApp({ allowedPrivateFeeds: [host.host] });
  feed = await shop(server);
});
afterAll(async () => {
  await server.close();
  await host.close();
});

const shop = (app: TestApp) => openShop(app, host.put('/lamp.ndjson', '{"id":"1","name":"Lamp"}'), { language: 'cs' });

/** The last import of the feed, once it was read from here. */
async function imported(feed_url: string, settings: Partial<FeedInput> = {}) {
  const { actor, feedId: id, collectionId: collection_id } = feed;
  await server.imported(actor, id);
  const saved = await server.call(actor, updateFeed, {
    id,
    name: 'Shop',
    collection_id,
    feed_url,
    guard: openGuard,
    ...settings,
  });
  expect(saved.errors).toEqual([]);
  return (await server.imported(actor, id)).last_import!;
}

type Details = Readonly<Record<string, string | number>>;
const page = (body: string | Uint8Array) => () => host.put('/feed', body);
const answer = (reply: (response: ServerResponse) => void) => () => host.reply('/feed', reply);
const status = (code: number, headers = {}) => answer((response) => response.writeHead(code, headers).end());
const host127 = { host: '127.0.0.1' };

/** One failure of each step; packages/feeds tests the others. */
const failing: readonly (readonly [keyof typeof importFailures, Details, () => string, Partial<FeedInput>?])[] = [
  ['hostBusy', { status: 503, ...host127 }, status(503)],
  ['connectionCut', host127, answer((response) => response.writeHead(200).write('[', () => response.destroy()))],
  ['badCompression', {}, answer((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain text'))],
  ['malformedXml', { tag: '</b>', line: 2 }, page('<r>\n</b><item><id>1</id></item></r>')],
  ['malformedJson', {}, page('[{"id":"1","name":"Lamp"}]}')],
  ['needTagName', {}, page('<data><vec><kod>1</kod></vec><veta><kod>2</kod></veta></data>')],
  ['noUsableItem', {}, page('[{"name":""},{"name":""}]')],
  [
    'allHidden',
    { field: 'visible' },
    page(
      'handleId,fieldType,name,productImageUrl,collection,sku,ribbon,price,surcharge,visible,inventory\np1,Product,Lamp,,,,,5,,false,InStock\np2,Product,Chair,,,,,6,,false,InStock\n',
    ),
  ],
];

describe('a feed that can not be imported says why:', () => {
  test.for(failing)('%s', async ([code, details, offer, settings]) => {
    expect((await imported(offer(), settings)).failure).toEqual({ code, details });
  });

  test('uploadGone', async () => {
    const feedUrl = await uploaded(server, feed.actor, 'id;name\n1;Lamp\n');
    expect(await imported(feedUrl)).toMatchObject({ state: 'done', failure: null });
    await server.app.files.remove(uploadFile(feedUrl)!);
    await server.call(feed.actor, reloadFeed, { id: feed.feedId });
    const { last_import: last } = await server.imported(feed.actor, feed.feedId);
    expect(last).toMatchObject({ state: 'failed', failure: { code: 'uploadGone', details: {} } });
  });

  test('cutOff', async () => {
    const cutting = await startTestApp({
      allowedPrivateFeeds: [host.host],
      runImport: () => Promise.reject(new Error('The process was killed.')),
    });
    const { actor, feedId } = await shop(cutting);
    const lastTry = cutting.app.db.updateTable('job').set({ attempts: 4, run_at: 0 }).where('state', '=', 'waiting');
    await expect.poll(async () => (await lastTry.executeTakeFirst()).numUpdatedRows).toBe(1n);
    expect((await cutting.imported(actor, feedId)).last_import).toMatchObject({
      state: 'failed',
      failure: { code: 'cutOff', details: {} },
    });
    await cutting.close();
  });
});

const latin = Buffer.from('id;name\n1;\x8elut\xe1', 'latin1');
/** Items with all that customers look at. */
const manyLamps = Array.from({ length: 9_000 }, (_, at) => {
  const [image, url] = [`https://a.example/${at}.jpg`, `https://a.example/${at}`];
  return `${JSON.stringify({ id: `l${at}`, name: 'Žluťoučká lampa', price: 9, category: 'Lamps', image, url })}\n`;
}).join('');
/** Warnings that an import adds, and one of the reader's. */
const noticed: readonly (readonly [keyof typeof feedWarnings, Details, () => string, Partial<FeedInput>?])[] = [
  ['encodingMismatch', { said: 'utf-8', encoding: 'windows-1250' }, page(latin), { feed_encoding: 'utf-8' }],
  ['noneHas', { field: 'price' }, page(manyLamps.split('\n').slice(0, 60).join('\n').replaceAll('"price":9,', ''))],
  [
    'unmappedField',
    { field: 'price', from: 'price', value: 'on request' },
    page('id,name,price\n1,Lamp,on request\n2,Chair,ask us\n'),
  ],
  [
    'otherLanguage',
    { foundLanguage: 'de', expectedLanguage: 'cs' },
    page(
      `id;name;price;image;link;category\n${Array.from({ length: 60 }, (_, at) => `${at};Elektrischer Rasenmäher mit Fangkorb für den Garten;9;https://a.example/${at}.jpg;https://a.example/${at};Garten`).join('\n')}`,
    ),
  ],
  ['privateFields', { count: 1, fields: 'cost' }, page('id,name,price,cost\n1,Lamp,9,4\n2,Chair,8,3\n')],
  ['generatedIds', { field: 'link' }, page('name,link\nLamp,https://a.example/1\nLamp,https://a.example/2')],
];

describe('a feed that is read nevertheless says what was odd:', () => {
  test.for(noticed)('%s', async ([code, details, offer, settings]) => {
    const { state, warnings } = await imported(offer(), settings);
    expect([state, warnings]).toEqual(['done', expect.arrayContaining([{ code, details }])]);
  });
});

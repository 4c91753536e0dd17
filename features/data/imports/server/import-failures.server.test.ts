import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipFile } from '#feeds/testing/zip-file.ts';
import { type FeedHost, startFeedHost } from '#testing/feeds/feed-host.ts';
import { type FeedShop, openShop } from '#testing/feeds/feed-shops.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { reloadFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import type { FeedInput } from '#features/data/feed-settings/feed.contract.ts';
import { uploadFile } from '#features/data/feed-settings/server/uploads.service.ts';
import { uploaded } from '#testing/uploaded.ts';
import { feedWarnings, importFailures } from '#features/data/imports/imports.contract.ts';

/** These feeds have nothing in common, so nothing is compared. */
const openGuard = { fewer_items_percent: 100, bad_items_percent: 100, changed_ids_percent: 100, hold_zero_prices: false };
const closedPort = '127.0.0.1:1';
let server: TestApp;
let host: FeedHost;
let feed: FeedShop;

beforeAll(async () => {
  host = await startFeedHost();
  server = await startTestApp({ allowedPrivateFeeds: [host.host, closedPort] });
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
const zipped = (name: string) => ({ name, content: 'id;name\n1;Lamp\n' });
const answer = (reply: (response: ServerResponse) => void) => () => host.reply('/feed', reply);
const status = (code: number, headers = {}) => answer((response) => response.writeHead(code, headers).end());
const host127 = { host: '127.0.0.1' };
/** A feed of such lines is soon read, so that a busy machine is not long about it. */
const longLine = `\n${' '.repeat(1023)}`;
const columns = Array.from({ length: 2001 }, (_, index) => `c${index}`).join(';');

/** What a host offers, and why it can't be imported. */
const failing: readonly (readonly [keyof typeof importFailures, Details, () => string, Partial<FeedInput>?])[] = [
  ['feedGone', { status: 404, ...host127 }, () => `http://${host.host}/nothing-here`],
  ['accessDenied', { status: 401, ...host127 }, status(401)],
  ['hostBusy', { status: 503, ...host127 }, status(503)],
  ['unexpectedStatus', { status: 204, ...host127 }, status(204)],
  ['connectionFailed', { reason: 'ECONNREFUSED', ...host127 }, () => `http://${closedPort}/`],
  ['privateAddress', { host: '127.0.0.2' }, status(302, { location: 'http://127.0.0.2/' })],
  ['badProtocol', { protocol: 'ftp:' }, status(302, { location: 'ftp://shop.example/' })],
  ['badUrl', {}, status(302, { location: 'http://' })],
  ['tooManyRedirects', { maxRedirects: 5 }, status(302, { location: '/feed' })],
  ['connectionCut', host127, answer((response) => response.writeHead(200).write('[', () => response.destroy()))],
  ['unknownCompression', { compression: 'compress' }, status(200, { 'content-encoding': 'compress' })],
  ['badCompression', {}, answer((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain text'))],
  ['cutArchive', {}, page(gzipSync('{"id":"1","name":"Lamp"}').subarray(0, -10))],
  ['tooManyLayers', { maxLayers: 2 }, page(gzipSync(gzipSync(gzipSync('[]'))))],
  ['bomb', { maxRatio: 200 }, page(gzipSync(`id;name${longLine.repeat(32 * 1024)}`))],
  ['unknownEncoding', { encoding: 'utf-32' }, page(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))],
  ['emptyFeed', {}, page(' \n')],
  ['webPage', {}, page('<!doctype html><title>Sign in</title>')],
  ['archive', {}, page('Rar!\u001a\u0007\0')],
  ['archiveFiles', { first: 'a.csv', second: 'b.csv' }, page(zipFile(zipped('a.csv'), zipped('b.csv')))],
  ['archiveNoFeed', { file: 'a.pdf' }, page(zipFile(zipped('a.pdf')))],
  ['archiveLocked', { file: 'a.csv' }, page(zipFile({ ...zipped('a.csv'), isLocked: true }))],
  ['archiveMethod', { file: 'a.csv' }, page(zipFile({ ...zipped('a.csv'), isStored: true, isStreamed: true }))],
  ['pdf', {}, page('%PDF-1.7')],
  ['workbook', {}, page('PK\u0003\u0004\u0014\0\u0006\0xl/workbook.xml')],
  ['picture', {}, page('GIF89a')],
  ['binaryFile', {}, page('\u007fELF\u0002')],
  ['yaml', {}, page('- id: 1\n  name: Lamp\n')],
  ['textAnswer', {}, page('Access denied')],
  ['plainText', {}, page('Dear partner\nthe feed has moved to another place.\nBye')],
  ['errorAnswer', { message: 'The key is missing.' }, page('{"error":"denied","message":"The key is missing."}')],
  ['sitemap', {}, page('<urlset><url><loc>https://a.example/</loc></url></urlset>')],
  ['robots', {}, page('User-agent: *\nDisallow: /cart\n')],
  ['doctype', {}, page('<!DOCTYPE r [<!ENTITY a "aaa">]><r><item><id>&a;</id></item></r>')],
  ['malformedXml', { tag: '</b>', line: 2 }, page('<r>\n</b><item><id>1</id></item></r>')],
  ['malformedJson', {}, page('[{"id":"1","name":"Lamp"}]}')],
  ['truncated', { count: 1 }, page('[{"id":"1","name":"Lamp"},{"id":"2"')],
  ['tooDeep', { maxLevels: 1000 }, page(`<r>${'<a>'.repeat(1001)}`), { tag_name: 'item' }],
  ['tooManyColumns', { maxColumns: 2000 }, page(`${columns}\n1`)],
  ['lineTooLong', { line: 2, maxChars: 4 * 1024 * 1024 }, page(`id;name\n1;"${'x'.repeat(5_000_000)}`)],
  ['textTooLong', { maxChars: 8 * 1024 * 1024 }, page(`<r><item a="${'x'.repeat(9_000_000)}`), { tag_name: 'item' }],
  ['needTagName', {}, page('<data><vec><kod>1</kod></vec><veta><kod>2</kod></veta></data>')],
  ['noRows', {}, page('id;name\n')],
  ['noElement', { tagName: 'item' }, page('<r><other>1</other></r>'), { tag_name: 'item' }],
  ['noListedItem', {}, page('{\n"items":1\n}')],
  ['noItem', {}, page('<shop/>')],
  ['template', { value: '{{ p.id }}' }, page('id,title\n{{ p.id }},{{ p.title }}\n')],
  ['noUsableItem', {}, page('[{"name":""},{"name":""}]')],
];

describe('a feed that can not be imported says why:', () => {
  test.for(failing)('%s', async ([code, details, offer, settings]) => {
    expect((await imported(offer(), settings)).failure).toEqual({ code, details });
  });

  test('uploadGone', async () => {
    const feedUrl = await uploaded(server, feed.actor, 'id\n1\n');
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
const lamps = '{"id":"1","name":"Žluťoučká lampa"}';
/** Items with all that customers look at. */
const manyLamps = Array.from({ length: 9_000 }, (_, at) => {
  const [image, url] = [`https://a.example/${at}.jpg`, `https://a.example/${at}`];
  return `${JSON.stringify({ id: `l${at}`, name: 'Žluťoučká lampa', price: 9, category: 'Lamps', image, url })}\n`;
}).join('');
/** What a host offers, and what is remarked about it. */
const noticed: readonly (readonly [keyof typeof feedWarnings, Details, () => string, Partial<FeedInput>?])[] = [
  ['unsaidEncoding', { encoding: 'windows-1250' }, page(latin)],
  ['encodingMismatch', { said: 'utf-8', encoding: 'windows-1250' }, page(latin), { feed_encoding: 'utf-8' }],
  ['unknownEncoding', { said: 'klingon', encoding: 'utf-8' }, page(lamps), { feed_encoding: 'klingon' }],
  [
    'invalidBytes',
    { encoding: 'windows-1250' },
    page(Buffer.concat([Buffer.from(manyLamps), Buffer.from('{"id":"2","name":"\x8elut\xe1"}', 'latin1')])),
  ],
  [
    'completedAddresses',
    { field: 'image', base: 'https://a.example' },
    page('id;name;image;link\n1;Lamp;/img/1.jpg;https://a.example/1\n2;Chair;/img/2.jpg;https://a.example/2\n'),
  ],
  ['typeMismatch', { said: 'CSV', type: 'JSON' }, page(lamps), { feed_type: 'csv' }],
  [
    'noHeader',
    {},
    page('101;https://a.example/1;Oak chair\n102;https://a.example/2;Pine chair\n103;https://a.example/3;Elm chair'),
  ],
  ['otherEditions', { count: 1, field: 'currency' }, page('id,name,price,currency\n1,Lamp,9,EUR\n1,Lamp,230,CZK\n')],
  [
    'hiddenItems',
    { count: 1 },
    page(
      `sku,product_type,name,visibility,configurable_variations\nA,simple,Lamp,Catalog,\nB,simple,Screw,Not Visible Individually,\n`,
    ),
  ],
  ['noneHas', { field: 'price' }, page(manyLamps.split('\n').slice(0, 60).join('\n').replaceAll('"price":9,', ''))],
  ['unpublishedItems', { count: 1, field: 'Published' }, page('id,name,Published\n1,Lamp,1\n2,Chair,0\n')],
  [
    'leftOutField',
    { field: 'price', from: 'price', value: 'on request' },
    page('id,name,price\n1,Lamp,on request\n2,Chair,ask us\n'),
  ],
  [
    'otherLanguage',
    { found: 'Deutsch', expected: 'Čeština' },
    page(
      `id;name;price;image;link;category\n${Array.from({ length: 60 }, (_, at) => `${at};Elektrischer Rasenmäher mit Fangkorb für den Garten;9;https://a.example/${at}.jpg;https://a.example/${at};Garten`).join('\n')}`,
    ),
  ],
  ['privateFields', { count: 1, fields: 'cost' }, page('id,name,price,cost\n1,Lamp,9,4\n2,Chair,8,3\n')],
  ['generatedIds', { field: 'link' }, page('name,link\nLamp,https://a.example/1\nLamp,https://a.example/2')],
];

describe('a feed that is read nevertheless says what was odd:', () => {
  test.for(noticed)('%s', async ([code, details, offer, settings]) => {
    expect(await imported(offer(), settings)).toMatchObject({ state: 'done', warnings: [{ code, details }] });
  });

  test('every remark was seen above', () => {
    expect(noticed.map(([code]) => code).sort()).toEqual(Object.keys(feedWarnings).sort());
  });
});

/** They would take minutes or gigabytes here; their tests stand beside the reader. */
const slow = ['timeout', 'aborted', 'tooLarge', 'unpackedTooLarge', 'unknownHost'];

test('every other failure was seen above', () => {
  const seen = [
    ...failing.map(([code]) => code),
    'uploadGone',
    'passwordUnreadable',
    'cutOff',
    'heldGone',
    'heldDamaged',
    'noAvailability',
    'diskFull',
    'storageFailed',
    'filesAway',
    ...slow,
  ];
  expect(seen.sort()).toEqual(Object.keys(importFailures).sort());
});

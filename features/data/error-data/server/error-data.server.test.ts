import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { countErrorData, exportErrorData, listErrorData } from '#features/data/error-data/error-data.contract.ts';
import { type FeedShop, sharedFeedShops } from '#testing/feeds/feed-shops.ts';

const { server, host, shop } = await sharedFeedShops();
let feed: FeedShop;

const item = (fields: object) => JSON.stringify(fields);
const lines = [
  ...Array.from({ length: 20 }, (_, index) => item({ id: `l${index}`, name: `Lamp ${index}`, price: 5 })),
  item({ id: 'bad1', name: '=HYPERLINK("http://evil.example")', price: 'many' }),
  item({ id: 'bad2', name: '+420 lamp', price: 'few' }),
  item({ name: 'No id, no price', price: 'none' }),
  '{"broken',
  item({ id: 'l1', name: 'Twice', price: 1 }),
];

beforeAll(async () => {
  feed = await shop(host.put('/bad-items.ndjson', lines.join('\n')));
  await server.imported(feed.actor, feed.feedId);
});

const list = async (filters: object) => (await server.call(feed.actor, listErrorData, { id: feed.feedId, ...filters })).data!;
const exported = async (filters: object, language = 'en') => {
  const { data } = await server.call({ ...feed.actor, language }, exportErrorData, { id: feed.feedId, ...filters });
  return parse(data!.csv, { bom: true, columns: true }) as Record<string, string>[];
};

test('reasons are counted, and what is wrong with an item that is left out anyway is not', async () => {
  const { data } = await server.call(feed.actor, countErrorData, { id: feed.feedId });
  expect(data).toEqual([
    { reason: 'badPrice', severity: 'warning', count: 2 },
    { reason: 'duplicateItem', severity: 'error', count: 1 },
    { reason: 'malformedRecord', severity: 'error', count: 1 },
    { reason: 'missingId', severity: 'error', count: 1 },
  ]);
});

test('errors and warnings are listed apart, by reason and by search', async () => {
  expect((await list({})).total_count).toBe(5);
  expect((await list({ severity: 'error' })).items.map(({ reason }) => reason)).toEqual([
    'missingId',
    'malformedRecord',
    'duplicateItem',
  ]);
  expect((await list({ severity: 'warning' })).items.map(({ value }) => value)).toEqual(['many', 'few']);
  expect((await list({ reason: 'badPrice', search: 'FEW' })).items).toMatchObject([{ item: '+420 lamp', value: 'few' }]);
  expect((await list({ severity: 'error', reason: 'badPrice' })).total_count).toBe(0);
  expect((await server.call(feed.actor, listErrorData, { id: feed.feedId, severity: 'fatal' as never })).status).toBe(422);
});

test('the export holds what is listed, and no formula', async () => {
  const rows = await exported({ severity: 'warning' });
  expect(rows).toEqual([
    {
      'Item number': '21',
      Item: '\'=HYPERLINK("http://evil.example")',
      Field: 'price',
      Value: 'many',
      'What happened': 'Item imported',
      Reason: 'The price is not a number.',
      'Code of the reason': 'badPrice',
    },
    expect.objectContaining({ Item: "'+420 lamp", Value: 'few' }),
  ]);
  expect(await exported({})).toHaveLength(5);
  expect(await exported({ search: 'twice' })).toMatchObject([{ 'What happened': 'Item skipped', Value: 'l1' }]);
});

test('the export is in the language of whoever asks for it', async () => {
  expect(await exported({ severity: 'warning', search: 'few' }, 'cs-CZ')).toMatchObject([
    { Položka: "'+420 lamp", 'Co se stalo': 'Položka importována', Důvod: 'Cena není číslo.', 'Kód důvodu': 'badPrice' },
  ]);
});

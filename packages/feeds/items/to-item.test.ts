import { expect, test } from 'vitest';
import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import type { FieldMapping } from '#feeds/mapping/item-fields.ts';
import { inferFieldTypes } from './field-types.ts';
import { problemTexts } from '#feeds/feed-texts.ts';
import { itemMaker, toItem } from './to-item.ts';
import { languageWarnings } from './other-language.ts';
import type { FeedSettings } from '#feeds/feed-settings.ts';
import { readText } from '#feeds/testing/read-text.ts';

const record = (fields: Record<string, RecordValue>): FeedRecord => ({ position: 1, fields });
const mapping: readonly FieldMapping[] = [
  { from: 'ID', to: 'id', reason: 'feedName' },
  { from: 'TITLE', to: 'name', reason: 'feedName' },
  { from: 'SALE', to: 'price', reason: 'feedName' },
  { from: 'PRICE', to: 'price', reason: 'feedName' },
  { from: 'PRICE', to: 'price_before', reason: 'feedName' },
  { from: 'IMG', to: 'image', reason: 'feedName' },
  { from: 'SECRET', to: null, reason: 'ownName' },
  { from: 'Barva', to: 'colour', reason: 'ownName' },
];

const make = (fields: Record<string, RecordValue>) => toItem(record({ ID: '1', TITLE: 'Chair', ...fields }), mapping);
const problems = (fields: Record<string, RecordValue>) =>
  make(fields).problems.map(({ field, reason, severity }) => [field, reason, severity]);

test('fields go where the mapping says, and others keep their own names', () => {
  expect(
    make({
      PRICE: '5 000,50 Kč',
      Barva: ' červená ',
      SECRET: 'x',
      'shipping.price': '9',
      tags: ['<b>a</b>', 'b &amp; c'],
      isNew: true,
      link2: 'https://x.example/?a=1&amp;b=2',
    }),
  ).toEqual({
    item: {
      id: '1',
      fields: {
        name: 'Chair',
        price: 5000.5,
        currency: 'CZK',
        colour: 'červená',
        shipping_price: '9',
        tags: ['a', 'b & c'],
        is_new: true,
        link2: 'https://x.example/?a=1&b=2',
      },
    },
    problems: [],
  });
});

test('the first mapping with a value wins, and an equal price before is none', () => {
  expect(make({ PRICE: '100' }).item?.fields).toMatchObject({ price: 100 });
  expect(make({ PRICE: '100' }).item?.fields).not.toHaveProperty('price_before');
  expect(make({ PRICE: '100', SALE: '80' }).item?.fields).toMatchObject({ price: 80, price_before: 100 });
  expect(make({ PRICE: '100', SALE: '' }).item?.fields).toMatchObject({ price: 100 });
});

test('a bad value is a warning and the item stays', () => {
  expect(problems({ PRICE: 'ask' })).toContainEqual(['price', 'badPrice', 'warning']);
  expect(problems({ PRICE: '-3' })).toContainEqual(['price', 'negativePrice', 'warning']);
  expect(problems({ IMG: 'javascript:alert(1)' })).toEqual([['image', 'badUrl', 'warning']]);
  expect(problems({ TITLE: ' ' })).toEqual([['name', 'missingName', 'warning']]);
  expect(make({ TITLE: ' ' }).problems.map(({ value }) => value)).toEqual(['']);
  expect(make({ PRICE: 'ask' }).item?.fields).toEqual({ name: 'Chair' });
});

test('the first http address of a list is taken', () => {
  expect(make({ IMG: ['data:x', '//cdn.example/a b.jpg', 'https://x.example/b.jpg'] }).item?.fields.image).toBe(
    'https://cdn.example/a%20b.jpg',
  );
});

test('an address that would run in the pages of a shop is kept in no field', () => {
  const running = [
    'javascript:alert(1)',
    ' JavaScript: alert(1)',
    '\u0001javascript:alert`1`',
    'javascript:%61lert%281%29',
    'java&#115;cript:onerror=alert;throw 1',
    'vbscript:msgbox("x")',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:,x',
    'data: text/html ;charset=utf-8,x',
  ];
  for (const text of running) {
    expect(make({ link2: text, url_en: [text, 'https://x.example/'] }).item?.fields, text).toEqual({
      name: 'Chair',
      url_en: ['https://x.example/'],
    });
    expect(problems({ link2: text }), text).toContainEqual(['link2', 'badUrl', 'warning']);
  }
  const texts = ['JavaScript: The Good Parts', 'Data: 5 GB, 2 SIM', 'data:', 'see javascript:alert(1)', 'Database: x/y, z'];
  for (const text of texts) expect(make({ link2: text }).item?.fields['link2'], text).toBe(text);
});

test('without an id, with a huge one or with an error of the reader there is no item', () => {
  expect(make({ ID: '' })).toMatchObject({ item: null, problems: [{ reason: 'missingId', severity: 'error' }] });
  expect(make({ ID: 'x'.repeat(300) })).toMatchObject({ item: null, problems: [{ reason: 'idTooLong' }] });
  const broken: FeedRecord = {
    position: 1,
    fields: {},
    problems: [{ field: null, value: '', reason: 'malformedRecord', severity: 'error' }],
  };
  expect(toItem(broken, mapping)).toEqual({ item: null, problems: broken.problems });
});

test('generated ids are stable; equal items are told, and others of the same name get a number', () => {
  const hashed: FieldMapping[] = [
    { from: 'n', to: 'id', reason: 'generatedId', isHashed: true },
    { from: 'n', to: 'name', reason: 'feedName' },
  ];
  const run = () => {
    const makeNext = itemMaker(hashed);
    return [
      { n: 'A', p: '1' },
      { n: 'A', p: '2' },
      { n: 'A', p: '1' },
      { n: 'B', p: '1' },
      { n: 'A', p: '3' },
    ].map((fields) => makeNext(record(fields)));
  };
  const [first, second, again, other, third] = run();
  expect(second?.item?.id).toBe(`${first?.item?.id}-2`);
  expect(third?.item?.id).toBe(`${first?.item?.id}-3`);
  expect(again).toMatchObject({ item: null, problems: [{ reason: 'duplicateItem', severity: 'error' }] });
  expect(other?.item?.id).not.toBe(first?.item?.id);
  expect(run()).toEqual([first, second, again, other, third]);
});

test('types of the schema decide about own fields', () => {
  const types = { height: 'integer', weight: 'float', sale: 'boolean', code: 'text', since: 'date' } as const;
  const typed = (fields: Record<string, RecordValue>) => toItem(record({ ID: '1', TITLE: 'x', ...fields }), mapping, types);
  expect(typed({ height: '12', weight: '1,5', sale: 'true', code: 7, since: '2026-01-31' }).item?.fields).toEqual({
    name: 'x',
    height: 12,
    weight: 1.5,
    sale: true,
    code: '7',
    since: '2026-01-31',
  });
  expect(typed({ height: 'tall' })).toMatchObject({
    item: { fields: { name: 'x' } },
    problems: [{ field: 'height', value: 'tall', reason: 'wrongType', severity: 'warning' }],
  });
});

test('types are inferred from values, but codes stay text', () => {
  const items = [
    {
      id: '1',
      fields: {
        name: '5',
        price: 5,
        height: '12',
        ratio: '1,5',
        ean: '8590000000001',
        sku: '00012',
        zip: '11000',
        sale: 'true',
        since: '2026-01-31',
        reviewed: ['2026-01-31', '2026-02-01'],
        sizes: ['1', '2'],
        mix: '5',
        long: '12345678901234567890',
      },
    },
    { id: '2', fields: { name: '6', height: 7, ratio: '2', mix: 'five', sale: false, since: '2026-01-31T10:00:00Z' } },
  ];
  expect(inferFieldTypes(items)).toEqual({
    name: 'text',
    price: 'float',
    height: 'integer',
    ratio: 'float',
    ean: 'text',
    sku: 'text',
    zip: 'text',
    sale: 'boolean',
    since: 'date',
    reviewed: 'text',
    sizes: 'integer',
    mix: 'text',
    long: 'text',
  });
});

test('at most 200 fields are proposed for the schema, the most frequent ones', () => {
  const items = Array.from({ length: 30 }, (_, item) => ({
    id: String(item),
    fields: { name: 'x', often: 1, ...Object.fromEntries(Array.from({ length: 20 }, (__, field) => [`f${item}_${field}`, 1])) },
  }));
  const types = inferFieldTypes(items);
  expect(Object.keys(types)).toHaveLength(200);
  expect(types).toMatchObject({ name: 'text', often: 'integer' });
});

test('every reason has a sentence', () => {
  for (const text of Object.values(problemTexts)) expect(text).toMatch(/^[A-Z].+\.$/);
});

const czech = [
  'Sekačka na trávu s košem',
  'Zahradní hadice',
  'Hrnek s modrým vzorem',
  'Batoh na výlety',
  'Dřevěná židle do jídelny',
];
const items = (count: number, texts: readonly string[]) =>
  Array.from({ length: count }, (_, at) => ({ id: `${at}`, fields: { name: texts[at % texts.length]! } }));

test('reports a feed in another language than its project’s', async () => {
  expect(await languageWarnings(items(60, czech), 'de')).toEqual([
    { code: 'otherLanguage', details: { foundLanguage: 'cs', expectedLanguage: 'de' } },
  ]);
});

test.each([
  ['its own language', 60, czech, 'cs'],
  ['a language near it', 60, czech, 'sk'],
  ['few items', 20, czech, 'de'],
  ['codes alone', 60, ['X100', 'X200-B', 'AB 12'], 'de'],
  ['a project without a language', 60, czech, null],
])('reports nothing of %s', async (_what, count, texts, language) => {
  expect(await languageWarnings(items(count, texts), language)).toEqual([]);
});

const rows = (first: string, second: string) => `id;name;image;link\n1;a;${first}\n2;b;${second}\n`;
const addressesOf = async (text: string, settings: Partial<FeedSettings> = {}) => {
  const { all, warnings } = await readText(text, settings);
  return { images: all.map(({ fields }) => fields['image']), links: all.map(({ fields }) => fields['link']), warnings };
};

test('addresses without a host are completed by the host of the other addresses', async () => {
  const { images, warnings } = await addressesOf(rows('/img/1.jpg;https://a.example/1', 'img/2 x.png;https://a.example/2'));
  expect(images).toEqual(['https://a.example/img/1.jpg', 'https://a.example/img/2%20x.png']);
  expect(warnings).toEqual([{ code: 'completedAddresses', details: { field: 'image', base: 'https://a.example' } }]);
});

test('addresses without a host are completed by where the feed came from when nothing else says it', async () => {
  const { images, links } = await addressesOf(rows('/1.jpg;/p/1', 'https://cdn.example/2.jpg;/p/2'), {
    address: 'https://shop.example/feeds/all.csv?key=1',
  });
  expect(images).toEqual(['https://shop.example/1.jpg', 'https://cdn.example/2.jpg']);
  expect(links).toEqual(['https://shop.example/p/1', 'https://shop.example/p/2']);
});

test('a path within the pictures of Magento is completed with their folder', async () => {
  const { images } = await addressesOf(rows('/m/b/mb01.jpg;https://a.example/1', '/m/b/mb02.jpg;https://a.example/2'));
  expect(images[0]).toBe('https://a.example/media/catalog/product/m/b/mb01.jpg');
});

test('keeps an address that could belong to any folder or host', async () => {
  for (const lines of [rows('1.jpg;https://a.example/1', '2.jpg;https://a.example/2'), rows('/1.jpg;', '/2.jpg;')]) {
    const { images, warnings } = await addressesOf(lines);
    expect(images.map((image) => String(image).replace('/', ''))).toEqual(['1.jpg', '2.jpg']);
    expect(warnings).toEqual([]);
  }
});

import { expect, test } from 'vitest';
import type { FieldRule } from '#contract/values/field-kind.ts';
import { bytesOf } from '#feeds/bytes/byte-stream.ts';
import { anySettings } from '#feeds/testing/read-text.ts';
import { readItems } from './read-items.ts';
import { importProgress } from './report-progress.ts';

async function warningsOf(text: string, ownMapping: readonly FieldRule[] = [], repeatedIds = 0, currency: string | null = 'EUR') {
  const progress = importProgress({ progress() {}, problems() {}, samples() {} });
  const known = { knownTypes: {}, ownMapping, knownMapping: { mapping: [], names: [] } };
  const settings = { ...anySettings, currency, language: null, uniqueField: 'id' };
  const { batches, look, about } = await readItems(bytesOf(text), settings, known, progress);
  for await (const batch of batches) look(batch.slice(0, batch.length - repeatedIds));
  progress.close();
  return about(repeatedIds).warnings.map(({ code, details }) => [code, ...Object.values(details)].join(' '));
}

const good = (at: number) => ({
  id: `i${at}`,
  name: `Lamp ${at}`,
  price: `${at + 10}.50`,
  image: `https://lamps.example/${at}.jpg`,
  url: `https://lamps.example/${at}`,
  category: 'Lamps',
  availability: 'in stock',
});
type Fields = Readonly<Record<string, string>>;
type FieldsOf = (at: number) => Fields;

const json = (count: number, fieldsOf: FieldsOf) => JSON.stringify(Array.from({ length: count }, (_, at) => fieldsOf(at)));
const csv = (count: number, fieldsOf: FieldsOf) => {
  const rows = Array.from({ length: count }, (_, at) =>
    Object.values(fieldsOf(at))
      .map((text) => `"${text}"`)
      .join(','),
  );
  return [Object.keys(fieldsOf(0)).join(','), ...rows].join('\n');
};
const xml = (count: number, fieldsOf: FieldsOf) =>
  `<items>${Array.from(
    { length: count },
    (_, at) =>
      `<item>${Object.entries(fieldsOf(at))
        .map(([name, text]) => `<${name}>${text}</${name}>`)
        .join('')}</item>`,
  ).join('')}</items>`;
const without = (fields: Fields, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

test.each<[expected: string[], count: number, fieldsOf: FieldsOf]>([
  [[], 60, good],
  [[], 1, good],
  [['noneHas price', 'noneHas image', 'noneHas url'], 1, (at) => without(good(at), 'price', 'image', 'url')],
  [['freeItems Lamp 0'], 12, (at) => ({ ...good(at), price: at < 2 ? '0.00' : `${at + 10}` })],
  [['noneHas price'], 12, (at) => without(good(at), 'price')],
  [[], 3, (at) => without(good(at), 'category', 'availability')],
  [['noneHas category'], 4, (at) => without(good(at), 'category')],
  [['noneHas availability'], 4, (at) => without(good(at), 'availability')],
  [['unpricedItems 25'], 12, (at) => ({ ...good(at), price: at % 4 === 0 ? '' : `${at}.50` })],
  [['samePrices 1'], 3, (at) => ({ ...good(at), price: '1' })],
  [[], 9, (at) => ({ ...good(at), price: '19.90' })],
  [['samePrices 19.9'], 10, (at) => ({ ...good(at), price: '19.90' })],
  [['sameNames Lamp'], 10, (at) => ({ ...good(at), name: 'Lamp' })],
  [['outOfStock 90'], 10, (at) => ({ ...good(at), availability: at === 0 ? 'in stock' : 'out of stock' })],
  [[], 10, (at) => ({ ...good(at), availability: at < 2 ? 'in stock' : 'out of stock' })],
  [['garbledText Å½luÅ¥Ã¡ lampa 0'], 5, (at) => ({ ...good(at), name: `Å½luÅ¥Ã¡ lampa ${at}` })],
  [['noShopHost www.facebook.com'], 5, (at) => ({ ...good(at), url: `https://www.facebook.com/${at}` })],
  [['onlyPrices'], 5, (at) => ({ id: `i${at}`, price: `${at + 10}`, availability: 'in stock' })],
  [['idsRefused 25'], 400, (at) => ({ ...good(at), id: at >= 300 ? '' : `i${at}` })],
  [['idGaps 0 2'], 24, (at) => ({ ...good(at), id: at < 2 ? '' : `i${at}` })],
  [
    ['parentsBeside p0'],
    12,
    (at) => ({ ...good(at), id: at % 3 === 0 ? `p${at}` : `v${at}`, item_group_id: at % 3 === 0 ? '' : `p${at - (at % 3)}` }),
  ],
])('reports %j for %d such items, in every format', async (expected, count, fieldsOf) => {
  const texts = [json(count, fieldsOf), csv(count, fieldsOf), xml(count, fieldsOf)];
  for (const text of texts) expect(await warningsOf(text), text.slice(0, 200)).toEqual(expected);
});

test('reports prices without a currency unless items or the project have one', async () => {
  expect(await warningsOf(csv(1, good), [], 0, null)).toEqual(['noCurrency']);
  expect(await warningsOf(csv(1, good), [], 0, 'EUR')).toEqual([]);
  expect(
    await warningsOf(
      csv(2, (at) => ({ ...good(at), price: at === 0 ? '10 EUR' : '11' })),
      [],
      0,
      null,
    ),
  ).toEqual([]);
});

test('reports prices that the owner chose and that are a thousandth of their text', async () => {
  const rule = {
    to: 'price',
    how: 'first',
    from: ['worth'],
    text: '',
    split_by: '',
    strips_html: false,
    reads_as: '',
  } as FieldRule;
  const text = csv(5, (at) => ({ ...without(good(at), 'price'), worth: `${at + 2}5.000` }));
  expect(await warningsOf(text, [rule])).toEqual(['unclearPrices worth 25.000 25']);
});

test('counts no repeated items', async () => {
  const unpriced = csv(10, (at) => ({ ...good(at), price: at < 2 ? '' : `${at}.50` }));
  expect(await warningsOf(unpriced, [], 1)).toEqual(['idGaps 1 0', 'unpricedItems 22']);
});

test('reports ids that repeat in bulk', async () => {
  expect(await warningsOf(csv(20, good), [], 8)).toEqual(['idsRefused 40']);
  expect(await warningsOf(csv(20, good), [], 1)).toEqual([]);
  expect(await warningsOf(csv(19, good), [], 1)).toEqual(['idGaps 1 0']);
});

test('reports pictures that are no addresses', async () => {
  const items = csv(5, (at) => ({ ...good(at), image: at < 4 ? 'ftp://lamps.example/1.jpg' : 'https://lamps.example/5.jpg' }));
  expect((await warningsOf(items))[0]).toMatch(/^(?:badPictures|unmappedField)/);
});

test.each(['localhost', '192.168.1.4', 'shop.local'])('reports pictures and pages on %s', async (host) => {
  const items = csv(5, (at) => ({ ...good(at), image: `http://${host}/${at}.jpg`, url: `http://${host}/${at}` }));
  expect(await warningsOf(items)).toEqual([`badPictures http://${host}/0.jpg`, `noShopHost ${host}`]);
});

test.each<[page: string, pictureOf: (at: number) => string]>([
  ['https://lamps.example/0.html', (at) => `https://lamps.example/${at}.html`],
  ['https://lamps.example/0', (at) => `https://lamps.example/${at}`],
  ['https://lamps.example/1?', (at) => (at === 0 ? 'https://lamps.example/0.jpg' : `https://lamps.example/${at}?`)],
  ['https://lamps.example/view/1', (at) => `https://lamps.example/${at === 0 ? '0.jpg' : `view/${at}`}`],
])('reports pictures that are pages such as %s', async (page, pictureOf) => {
  expect(await warningsOf(csv(5, (at) => ({ ...good(at), image: pictureOf(at) })))).toEqual([`picturePages ${page}`]);
});

test.each<(at: number) => string>([
  (at) => `https://lamps.example/media/${at}`,
  (at) => `https://cdn.example/${at === 0 ? '0.jpg' : at}`,
  (at) => `https://lamps.example/thumb.php?id=${at}`,
])('reports no pictures without an ending that may be some', async (pictureOf) => {
  expect(await warningsOf(csv(5, (at) => ({ ...good(at), image: pictureOf(at) })))).toEqual([]);
});

test('reports links without a host, unless the shop’s address completes them', async () => {
  const items = csv(3, (at) => ({ ...good(at), image: `https://lamps.example/${at}.jpg`, url: `/lamps/${at}` }));
  expect(await warningsOf(items)).toEqual(['relativeLinks /lamps/0']);
});

test('reports items that are all variants of one product', async () => {
  expect(await warningsOf(csv(10, (at) => ({ ...good(at), item_group_id: 'g' })))).toEqual(['oneGroup g']);
  expect(await warningsOf(csv(9, (at) => ({ ...good(at), item_group_id: 'g' })))).toEqual([]);
});

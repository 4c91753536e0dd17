import { expect, test } from 'vitest';
import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { GeneratedIds, itemMaker } from '#feeds/items/to-item.ts';
import { GrowingMapping } from './growing-mapping.ts';
import { FieldRule } from '#contract/values/field-kind.ts';
import { proposeMapping } from './mapping.ts';
import { decideMapping } from './own-mapping.ts';

const records = (count: number, fieldsOf: (at: number) => FeedRecord['fields']): FeedRecord[] =>
  Array.from({ length: count }, (_, at) => ({ position: at + 1, fields: fieldsOf(at) }));
const lamp = (at: number) => ({ id: `${at}`, title: `Lamp ${at}`, price: '1300 CZK' });
const made = (growing: GrowingMapping, record: FeedRecord) =>
  itemMaker(growing.proposed, {}, new GeneratedIds())(record).item?.fields;

test('a reduced price that first comes after the beginning is the price of its item, and the other one what it was before', () => {
  const growing = new GrowingMapping(records(300, lamp));
  const sale = records(10, (at) => ({ ...lamp(1000 + at), sale_price: '1250 CZK' }));
  expect(growing.learn(sale)).toBe(true);
  expect(made(growing, sale[0]!)).toMatchObject({ price: 1250, price_before: 1300, currency: 'CZK' });
  expect(made(growing, records(1, lamp)[0]!)).toMatchObject({ price: 1300 });
  expect(made(growing, records(1, lamp)[0]!)).not.toHaveProperty('price_before');
});

test.each([
  ['gtin', '4006381333931', 'ean'],
  ['brand', 'Osram', 'brand'],
  ['MANUFACTURER', 'Osram', 'brand'],
  ['EAN', '4006381333931', 'ean'],
  ['ITEMGROUP_ID', 'L7', 'item_group'],
  ['image_link', 'https://shop.example/1.jpg', 'image'],
])('%s is mapped when it comes late', (name, value, to) => {
  const growing = new GrowingMapping(records(300, lamp));
  const late = records(3, (at) => ({ ...lamp(at), [name]: value }));
  expect(growing.learn(late)).toBe(true);
  expect(made(growing, late[0]!)).toMatchObject({ [to]: value });
  expect(growing.names).toContain(name);
});

test('what is mapped already stays so, whatever comes', () => {
  const growing = new GrowingMapping(records(300, lamp));
  growing.learn(records(1, (at) => ({ ...lamp(at), label: 'Another name', product_id: 'another-id', colour: 'red' })));
  const [record] = records(1, (at) => ({ ...lamp(at), label: 'Another name', product_id: 'another-id', colour: 'red' }));
  expect(made(growing, record!)).toMatchObject({ name: 'Lamp 0', colour: 'red' });
  expect(itemMaker(growing.proposed)(record!).item?.id).toBe('0');
});

test('nothing is learnt from names that are known, and each name once', () => {
  const growing = new GrowingMapping(records(300, lamp));
  expect(growing.learn(records(500, lamp))).toBe(false);
  const fresh = records(2, (at) => ({ ...lamp(at), brand: 'Osram' }));
  expect([growing.learn(fresh), growing.learn(fresh)]).toEqual([true, false]);
});

test('an id that is the same on most items is none', () => {
  const { proposed } = new GrowingMapping(
    records(12, (at) => ({ sku: 'SKU', url: `https://shop.example/${at}`, name: `Lamp ${at}` })),
  );
  expect(proposed.filter(({ to }) => to === 'id')).toEqual([
    { from: 'url', to: 'id', reason: 'generatedId', isHashed: true },
    { from: 'name', to: 'id', reason: 'generatedId', isHashed: true },
  ]);
  expect(new GrowingMapping(records(1, () => ({ sku: 'SKU', name: 'Lamp' }))).proposed[0]).toMatchObject({
    from: 'sku',
    to: 'id',
  });
});

const fields = {
  id: '1',
  title: 'Lamp',
  model: 'L-7',
  brand: 'Lumen',
  price: '12900',
  link: 'https://a.example/1',
  size: 'approx. 12,5 cm',
  labels: 'new|sale | ',
  note: '<p>Good <b>light</b></p>',
  secret: '42',
} satisfies Record<string, RecordValue>;
const record: FeedRecord = { position: 1, fields };

/** The item that comes of the record when the owner decided this. */
function itemOf(rules: readonly object[], given: FeedRecord = record) {
  const own = rules.map((rule) => FieldRule.parse(rule));
  const { mapping, prepare } = decideMapping(proposeMapping([given]), own);
  return itemMaker(mapping)(prepare(given));
}
const fieldsOf = (...rules: object[]) => itemOf(rules).item?.fields;

test('without decisions, proposals stand', () => {
  expect(fieldsOf()).toMatchObject({ name: 'Lamp', price: 12_900, brand: 'Lumen', secret: '42' });
});

test('a field is taken from where the owner says, and what stood there before stays under its own name', () => {
  const item = fieldsOf({ to: 'name', how: 'first', from: ['model'] });
  expect(item).toMatchObject({ name: 'L-7', title: 'Lamp' });
  expect(item).not.toHaveProperty('model');
});

test('the first field with a value is taken', () => {
  expect(fieldsOf({ to: 'name', how: 'first', from: ['headline', 'title'] })).toMatchObject({ name: 'Lamp' });
  expect(fieldsOf({ to: 'size_cm', how: 'first', from: ['length', 'size'] })).toMatchObject({ size_cm: 'approx. 12,5 cm' });
});

test('fields are joined, and stay', () => {
  expect(fieldsOf({ to: 'name', how: 'join', from: ['brand', 'title', 'absent', 'model'], text: ' ' })).toMatchObject({
    name: 'Lumen Lamp L-7',
    brand: 'Lumen',
    model: 'L-7',
  });
});

test('a text is split into a list, and HTML is taken out', () => {
  expect(fieldsOf({ to: 'tags', how: 'first', from: ['labels'], split_by: '|' })).toMatchObject({ tags: ['new', 'sale'] });
  expect(fieldsOf({ to: 'tags', how: 'first', from: ['labels'], split_by: '|' })).not.toHaveProperty('labels');
  expect(fieldsOf({ to: 'hint', how: 'first', from: ['note'], strips_html: true })).toMatchObject({ hint: 'Good light' });
  expect(fieldsOf({ to: 'category', how: 'first', from: ['labels'], split_by: '|' })).toMatchObject({ category: 'new > sale' });
});

test('numbers and prices are read out of texts', () => {
  expect(fieldsOf({ to: 'size', how: 'first', from: ['size'], reads_as: 'number' })).toMatchObject({ size: 12.5 });
  expect(fieldsOf({ to: 'price', how: 'first', from: ['price'], reads_as: 'cents' })).toMatchObject({ price: 129 });
  const inCents = { ...record, fields: { ...fields, price: '12900 CZK' } };
  expect(itemOf([{ to: 'price', how: 'first', from: ['price'], reads_as: 'cents' }], inCents).item?.fields).toMatchObject({
    price: 129,
    currency: 'CZK',
  });
  expect(fieldsOf({ to: 'cost', how: 'first', from: ['price'], reads_as: 'price' })).toMatchObject({ cost: 12_900 });
});

test('reports a price that cannot be read', () => {
  const { item, problems } = itemOf([{ to: 'price', how: 'first', from: ['title'], reads_as: 'cents' }]);
  expect(item?.fields).not.toHaveProperty('price');
  expect(problems).toMatchObject([{ field: 'price', value: 'Lamp', reason: 'badPrice' }]);
});

test('every item gets the same text, or nothing', () => {
  expect(fieldsOf({ to: 'currency', how: 'constant', text: 'CZK' })).toMatchObject({ currency: 'CZK' });
  expect(fieldsOf({ to: 'brand', how: 'none' })).not.toHaveProperty('brand');
  expect(itemOf([{ to: 'brand', how: 'none' }]).item?.fields).toMatchObject({ feed_brand: 'Lumen' });
});

test('drops ignored fields', () => {
  const { item } = itemOf(['secret', 'brand', 'feed_brand'].map((to) => ({ to, how: 'none' })));
  expect(item?.fields).not.toHaveProperty('secret');
  expect(item?.fields).not.toHaveProperty('brand');
  expect(item?.fields).not.toHaveProperty('feed_brand');
});

test('an id can be chosen or put together', () => {
  expect(itemOf([{ to: 'id', how: 'first', from: ['model'] }]).item?.id).toBe('L-7');
  expect(itemOf([{ to: 'id', how: 'join', from: ['brand', 'model'], text: '-' }]).item?.id).toBe('Lumen-L-7');
  expect(itemOf([{ to: 'id', how: 'none' }])).toMatchObject({ item: null, problems: [{ reason: 'missingId' }] });
});

test('names the fields of the feed in the shown mapping', () => {
  const rules = [
    FieldRule.parse({ to: 'name', how: 'join', from: ['brand', 'title'], text: ' ' }),
    FieldRule.parse({ to: 'currency', how: 'constant', text: 'CZK' }),
    FieldRule.parse({ to: 'secret', how: 'none' }),
  ];
  expect(decideMapping(proposeMapping([record]), rules).shown.slice(0, 3)).toEqual([
    { from: 'brand + title', to: 'name' },
    { from: '“CZK”', to: 'currency' },
    { from: 'secret', to: null },
  ]);
});

import { expect, test } from 'vitest';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { GeneratedIds } from '#feeds/items/generated-ids.ts';
import { itemMaker } from '#feeds/items/to-item.ts';
import { GrowingMapping } from './growing-mapping.ts';

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

import { expect, test } from 'vitest';
import { FieldRule } from '#contract/values/field-rule.ts';
import type { FeedRecord, RecordValue } from '#feeds/feed-record.ts';
import { proposeMapping } from './mapping.ts';
import { decideMapping } from './own-mapping.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

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
function itemOf(rules: readonly object[], left_out: string[] = [], given: FeedRecord = record) {
  const own = { rules: rules.map((rule) => FieldRule.parse(rule)), left_out };
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
  expect(itemOf([{ to: 'price', how: 'first', from: ['price'], reads_as: 'cents' }], [], inCents).item?.fields).toMatchObject({
    price: 129,
    currency: 'CZK',
  });
  expect(fieldsOf({ to: 'cost', how: 'first', from: ['price'], reads_as: 'price' })).toMatchObject({ cost: 12_900 });
});

test('what can not be read as a price is told, not invented', () => {
  const { item, problems } = itemOf([{ to: 'price', how: 'first', from: ['title'], reads_as: 'cents' }]);
  expect(item?.fields).not.toHaveProperty('price');
  expect(problems).toMatchObject([{ field: 'price', value: 'Lamp', reason: 'badPrice' }]);
});

test('every item gets the same text, or nothing', () => {
  expect(fieldsOf({ to: 'currency', how: 'constant', text: 'CZK' })).toMatchObject({ currency: 'CZK' });
  expect(fieldsOf({ to: 'brand', how: 'none' })).not.toHaveProperty('brand');
  expect(itemOf([{ to: 'brand', how: 'none' }]).item?.fields).toMatchObject({ feed_brand: 'Lumen' });
});

test('fields that are left out are gone', () => {
  const { item } = itemOf([], ['secret', 'brand']);
  expect(item?.fields).not.toHaveProperty('secret');
  expect(item?.fields).not.toHaveProperty('brand');
});

test('an id can be chosen or put together', () => {
  expect(itemOf([{ to: 'id', how: 'first', from: ['model'] }]).item?.id).toBe('L-7');
  expect(itemOf([{ to: 'id', how: 'join', from: ['brand', 'model'], text: '-' }]).item?.id).toBe('Lumen-L-7');
  expect(itemOf([{ to: 'id', how: 'none' }])).toMatchObject({ item: null, problems: [{ reason: 'missingId' }] });
});

test('what is shown of a mapping names the fields of the feed', () => {
  const rules = [
    FieldRule.parse({ to: 'name', how: 'join', from: ['brand', 'title'], text: ' ' }),
    FieldRule.parse({ to: 'currency', how: 'constant', text: 'CZK' }),
  ];
  expect(decideMapping(proposeMapping([record]), { rules, left_out: ['secret'] }).shown.slice(0, 3)).toEqual([
    { from: 'brand + title', to: 'name' },
    { from: '“CZK”', to: 'currency' },
    { from: 'secret', to: null },
  ]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AisleItem } from '#contract/values/aisle-feed.ts';
import type { FieldValue } from '#contract/item.ts';
import { inferFieldTypes } from '#feeds/items/field-types.ts';
import { itemFields } from '#feeds/mapping/item-fields.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readPath } from '#feeds/testing/read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

const example = (file: string) => path.join(import.meta.dirname, 'testing/shop-feeds', file);
const lines = readFileSync(example('aisle.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, FieldValue>);

/** Items with the types that an import finds. */
async function itemsOf(file: string) {
  const { all, source } = await readPath(example(file));
  const mapping = proposeMapping(all);
  const types = inferFieldTypes(all.flatMap((record) => itemMaker(mapping)(record).item ?? []));
  const make = itemMaker(mapping, types);
  return { source, items: all.map((record) => make(record)) };
}

test('the published schema is the one that is meant, and knows every standard field', () => {
  const published: unknown = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../docs/aisle-feed.schema.json'), 'utf8'),
  );
  expect(published).toEqual({ title: 'An item of an Aisle feed', ...z.toJSONSchema(AisleItem) });
  expect(Object.keys(AisleItem.def.shape)).toEqual(['id', ...Object.keys(itemFields)]);
});

test('the examples fit the schema, and what does not is refused by it', () => {
  for (const line of lines) expect(AisleItem.safeParse(line).error).toBeUndefined();
  for (const wrong of [
    { name: 'x' },
    { id: '1' },
    { id: '1', name: 'x', price: '5' },
    { id: '1', name: 'x', availability: 'maybe' },
    { id: '1', name: 'x', own: { nested: 1 } },
  ])
    expect(AisleItem.safeParse(wrong).success).toBe(false);
});

test('an item arrives as it was written, field by field, and is the same in XML', async () => {
  const [ndjson, xml] = [await itemsOf('aisle.ndjson'), await itemsOf('aisle.xml')];
  expect(xml.source).toBe('aisle');
  expect(ndjson.items.flatMap(({ problems }) => problems)).toEqual([]);
  // A list of one value is that value, as XML can't tell them apart.
  const expected = [
    { ...lines[0], description: 'For small lawns.' },
    { ...lines[1], colours: 'green' },
  ];
  expect(ndjson.items.map(({ item }) => ({ id: item?.id, ...item?.fields }))).toEqual(expected);
  expect(xml.items).toEqual(ndjson.items);
});

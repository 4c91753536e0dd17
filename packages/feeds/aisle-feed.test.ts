import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { FieldValue } from '#contract/item.ts';
import { inferFieldTypes } from './items/field-types.ts';
import { itemFields } from './mapping/item-fields.ts';
import { proposeMapping } from './mapping/mapping.ts';
import { readPath } from './testing/read-text.ts';
import { itemMaker } from './items/to-item.ts';

/** The four words for whether an item can be bought. */
const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const;

const described = <Schema extends z.ZodMiniType>(schema: Schema, meaning: string): Schema =>
  schema.check(z.describe(meaning)) as Schema;
const text = (description: string) => described(z.string(), description);
const optionalText = (description: string) => z.optional(text(description));
const amount = (description: string) => z.optional(described(z.number().check(z.minimum(0)), description));
const oneOrMore = (description: string) => z.optional(described(z.union([z.string(), z.array(z.string())]), description));

/** One item of the feed format that is Aisle's own. Whatever else an item has are fields of the shop's own. */
const AisleItem = z.catchall(
  z.object({
    id: described(z.string().check(z.minLength(1), z.maxLength(256)), 'Unique in the feed and the same in every import.'),
    name: text('What customers see.'),
    description: optionalText('Plain text or HTML, which is read as plain text.'),
    brand: optionalText('Who makes it.'),
    category: oneOrMore('A path such as "Garden > Mowers". Several paths, each of two levels or more, are a list.'),
    price: amount('What a customer pays, tax included.'),
    price_before: amount('The price before a discount.'),
    currency: z.optional(described(z.string().check(z.regex(/^[A-Z]{3}$/)), 'ISO 4217, such as "CZK".')),
    image: optionalText('The address of a picture, http or https.'),
    url: optionalText('The address of the page of the item, http or https.'),
    availability: z.optional(described(z.enum(availabilities), 'Whether it can be bought.')),
    ean: oneOrMore('EAN, UPC or ISBN. Leading zeros count.'),
    product_code: oneOrMore('The code of the shop or of the maker.'),
    item_group: optionalText('The same for all variants of one product, which are shown as one result.'),
    popularity: z.optional(described(z.number(), 'More is shown higher, such as pieces sold in a month.')),
  }),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]),
);

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

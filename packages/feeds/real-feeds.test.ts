import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FieldValue, Item } from '#contract/item.ts';
import { sharedData } from '#scripts/shared-data.ts';
import { inferFieldTypes } from './items/field-types.ts';
import { sampleSize } from './limits.ts';
import { proposeMapping } from './mapping/mapping.ts';
import { errorCode, readPath } from './testing/read-text.ts';
import { itemMaker } from './items/to-item.ts';
import path from 'node:path';

type Fields = Readonly<Record<string, FieldValue>>;

/** Checked as far as given, in a feed read without settings. */
interface Expected {
  readonly tagName?: string;
  readonly source?: string;
  readonly encoding?: string;
  readonly warnings?: readonly string[];
  readonly items?: number;
  readonly ids?: number;
  readonly problems?: number;
  readonly priced?: number;
  readonly typeCount?: number;
  readonly types?: Readonly<Record<string, string>>;
  /** Some fields of items, by place. */
  readonly at?: Readonly<Record<number, Fields>>;
  /** Some fields of items, by id. */
  readonly some?: Readonly<Record<string, Fields>>;
  /** All fields of items, by id. */
  readonly whole?: Readonly<Record<string, Fields>>;
}

const expected = JSON.parse(readFileSync(new URL('testing/real-feeds.expected.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Expected>
>;

async function importFeed(path: string) {
  const feed = await readPath(sharedData(path) ?? '');
  const results = feed.all.map(itemMaker(proposeMapping(feed.all.slice(0, sampleSize))));
  const items: Item[] = results.flatMap(({ item }) => item ?? []);
  return { feed, items, problems: results.flatMap(({ problems }) => problems) };
}

/** It takes as long as all the others, so it is read at night. */
const largest = 'relevance/icecat/products.jsonl';
const readFeeds = Object.entries(expected).filter(
  ([feed]) => process.env['AISLE_TEST_EVERYTHING'] !== undefined || feed !== largest,
);

describe.skipIf(sharedData('feeds') === null)('real feeds beside the checkout', () => {
  test.each(readFeeds)('reads %s', async (path, { at = {}, some = {}, whole = {}, types = {}, ...counts }) => {
    const { feed, items, problems } = await importFeed(path);
    const found = inferFieldTypes(items.slice(0, 1000));
    expect({
      tagName: feed.tagName,
      source: feed.source,
      encoding: feed.encoding,
      warnings: feed.warnings.map(({ code }) => code),
      items: items.length,
      ids: new Set(items.map(({ id }) => id)).size,
      problems: problems.length,
      priced: items.filter(({ fields }) => Number(fields.price) > 0).length,
      typeCount: Object.keys(found).length,
    }).toMatchObject(counts);
    expect(found).toMatchObject(types);
    for (const [place, fields] of Object.entries(at)) expect(items[Number(place)]?.fields).toMatchObject(fields);
    for (const [id, fields] of Object.entries(some)) expect(items.find((one) => one.id === id)?.fields).toMatchObject(fields);
    for (const [id, fields] of Object.entries(whole)) expect(items.find((one) => one.id === id)?.fields).toEqual(fields);
  });

  test('reads the same items from XML attributes and from CSV', async () => {
    const [xml, csv] = await Promise.all(['xml', 'csv'].map((type) => importFeed(`feeds/${type}/bagisto_products.${type}`)));
    expect(new Map(xml!.items.map((item) => [item.id, item]))).toEqual(new Map(csv!.items.map((item) => [item.id, item])));
  });

  test.each(['google_base_rss2', 'google_base_atom_attributes'])('reads a name and an id of each item in %s', async (folder) => {
    for (const file of readdirSync(sharedData(`feeds/xml/${folder}`) ?? '')) {
      const { feed, items } = await importFeed(`feeds/xml/${folder}/${file}`);
      expect([feed.source, items.length], file).toEqual(['google', feed.all.length]);
      expect(
        items.filter(({ id, fields }) => id === '' || typeof fields.name !== 'string'),
        file,
      ).toEqual([]);
    }
  });

  test('reads variants with their own prices from rows that continue a product', async () => {
    const { items } = await importFeed('feeds/csv/spree_products.csv');
    const variants = items.filter(({ fields }) => fields.name !== undefined);
    expect([variants.length, new Set(variants.map(({ fields }) => fields.item_group)).size]).toEqual([87, 37]);
    expect(variants.filter(({ fields }) => !(Number(fields.price) > 0))).toEqual([]);
  });

  test('generates ids of their own for products of the same name', async () => {
    const { items } = await importFeed('catalogues/bestbuy_typesense.json');
    expect(items.filter(({ id }) => id.includes('-'))).toHaveLength(62);
    expect(items.filter(({ fields }) => String(fields.name).includes('&#'))).toEqual([]);
  });

  test.each(['aws_retail_products.yaml', 'shopify_vision_database.yml'])('refuses %s', async (file) => {
    expect(await errorCode(readPath(sharedData(`catalogues/${file}`) ?? ''))).toBe('yaml');
  });
});

describe('feeds of shop systems', () => {
  /** Expected fields by file and item id, without any setting; null where a field must be missing. */
  type Expected = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, FieldValue | null>>>>>>;

  describe.each(['testing/shop-feeds', 'samples'])('%s', (name) => {
    const folder = path.join(import.meta.dirname, name);
    const list = path.join(import.meta.dirname, 'testing', `${path.basename(name)}.expected.json`);
    const feeds = JSON.parse(readFileSync(list, 'utf8')) as Expected;

    test('expects something of every file', () => {
      const files = readdirSync(folder).filter((file) => !file.startsWith('aisle.'));
      expect(files.toSorted()).toEqual(Object.keys(feeds).toSorted());
    });

    test.each(Object.entries(feeds))('reads %s without settings', async (file, expected) => {
      const { all } = await readPath(path.join(folder, file), name === 'samples' ? { siteAddress: 'https://shop.example/' } : {});
      const results = all.map(itemMaker(proposeMapping(all.slice(0, sampleSize))));
      if (name !== 'samples') expect(results.flatMap(({ problems }) => problems)).toEqual([]);
      const items = results.flatMap(({ item }) => item ?? []);
      expect(items.map(({ id }) => id).toSorted()).toEqual(Object.keys(expected).toSorted());
      for (const { id, fields } of items)
        for (const [field, value] of Object.entries(expected[id] ?? {}))
          expect(fields[field], `${id}: ${field}`).toEqual(value ?? undefined);
      if (name === 'samples')
        for (const { fields } of items) expect(fields['image']).toMatch(/^https:\/\/(?:shop|cdn)\.example\//);
    });
  });
});

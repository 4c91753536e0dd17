import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { sampleSize } from './limits.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readPath } from '#feeds/testing/read-text.ts';
import { itemMaker } from '#feeds/items/to-item.ts';

type Fields = Readonly<Record<string, FieldValue>>;

/** Small feeds as shop systems write them, with what must arrive of their items, by id, when nothing at all is set by hand. */
const feeds = JSON.parse(readFileSync(path.join(import.meta.dirname, 'testing/shop-feeds.expected.json'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, Fields>>>
>;

test('every feed of the folder is tried', () => {
  const files = readdirSync(path.join(import.meta.dirname, 'testing/shop-feeds')).filter((file) => !file.startsWith('aisle.'));
  expect(files.toSorted()).toEqual(Object.keys(feeds).toSorted());
});

for (const [file, expected] of Object.entries(feeds)) {
  test(`${file} needs nothing set by hand`, async () => {
    const { all } = await readPath(path.join(import.meta.dirname, 'testing/shop-feeds', file));
    const make = itemMaker(proposeMapping(all.slice(0, sampleSize)));
    const results = all.map(make);
    expect(results.flatMap(({ problems }) => problems)).toEqual([]);
    const items = results.flatMap(({ item }) => item ?? []);
    expect(items.map(({ id }) => id).toSorted()).toEqual(Object.keys(expected).toSorted());
    for (const { id, fields } of items) expect(fields, id).toMatchObject(expected[id] ?? {});
  });
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FieldValue } from '#contract/item.ts';
import { itemMaker } from './items/to-item.ts';
import { proposeMapping } from '#feeds/mapping/mapping.ts';
import { readPath } from '#feeds/testing/read-text.ts';
import { sampleSize } from './limits.ts';

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
    if (name === 'samples') for (const { fields } of items) expect(fields['image']).toMatch(/^https:\/\/(?:shop|cdn)\.example\//);
  });
});

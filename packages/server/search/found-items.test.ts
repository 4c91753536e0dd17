import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { planOf, publishItems } from '#engine/testing/catalogue.ts';
import { jsonBytes } from '#server/formats/json-body.ts';
import { foundItemsPieces } from './shown-answer.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-found-items-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const plain: Item = { id: 'a', fields: { name: 'lamp', text: 'nothing of its own' } };
const clashing: Item = { id: 'b', fields: { name: 'lamp', id: 'mine', score: 'best', is_promoted: true } };
const said = { score: expect.any(Number) as number, variant_count: 1, is_promoted: false };

/** As a shop gets them, by their ids. */
async function foundItems(): Promise<unknown> {
  const engine = openEmbeddedEngine({ directory });
  const { hits } = await engine.search('shop', planOf([]));
  await engine.close();
  return JSON.parse(jsonBytes(foundItemsPieces(hits.toSorted((one, other) => (one.id < other.id ? -1 : 1)))).toString());
}

async function publish(items: readonly Item[]): Promise<CollectionFiles> {
  const engine = openEmbeddedEngine({ directory });
  await publishItems(engine, 'shop', items);
  await engine.close();
  return new CollectionFiles(directory, 'shop');
}

const manifestOf = (files: CollectionFiles) => files.manifest(files.live()!.current)!;
const expected = [
  { ...plain.fields, id: 'a', ...said },
  { ...clashing.fields, id: 'b', ...said },
];

test('metadata of an item overrides its fields', async () => {
  expect(manifestOf(await publish([plain, clashing])).namesClash).toBe(true);
  expect(await foundItems()).toEqual(expected);
});

test('metadata overrides fields of an item added after the build', async () => {
  expect(manifestOf(await publish([plain])).namesClash).toBe(false);
  const engine = openEmbeddedEngine({ directory });
  await engine.change('shop', [{ kind: 'put', item: clashing }]);
  await engine.close();
  expect(await foundItems()).toEqual(expected);
});

test('the same where the build did not look', async () => {
  const files = await publish([plain, clashing]);
  const { namesClash: _, ...manifest } = manifestOf(files);
  files.writeManifest(files.live()!.current, manifest);
  expect(await foundItems()).toEqual(expected);
});

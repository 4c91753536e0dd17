import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Item } from '#contract/item.ts';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { CollectionFiles } from '#engine/embedded/files/generation-files.ts';
import { slowColumnMinValues, warmUpAfterSearches, warmUpMinPostings } from '#engine/embedded/limits.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { readGeneration } from './generation-parts.ts';
import { LoadedGeneration } from './loaded-generation.ts';

const items = Array.from({ length: warmUpMinPostings }, (_, at) => ({ id: `item-${at}`, fields: { name: 'lamp' } }));
const priced = Array.from({ length: slowColumnMinValues }, (_, at) => ({
  id: `item-${at}`,
  fields: { name: 'lamp', price: at },
}));
const { fields } = planOf([group('lamp')]);
let directory: string;
let generation: LoadedGeneration;

async function loaded(items: readonly Item[]): Promise<LoadedGeneration> {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-loaded-'));
  const engine = openEmbeddedEngine({ directory, searchThreads: 0 });
  await publishItems(engine, 'shop', items);
  await engine.close();
  const files = new CollectionFiles(directory, 'shop');
  return new LoadedGeneration(await readGeneration(files, files.live()!.current));
}

afterEach(() => {
  generation.close();
  rmSync(directory, { recursive: true, force: true });
});

const impacts = () => generation.impacts(fields, 'exact').flatMap(({ values }) => [...values]);

it('impacts of frequent words are there before they are searched', async () => {
  generation = await loaded(items);
  expect(impacts().some((impact) => impact > 0)).toBe(false);
  await generation.prepareImpacts(fields, 'exact');
  expect(impacts().some((impact) => impact > 0)).toBe(true);
});

it('nothing more is prepared once nobody wants it', async () => {
  generation = await loaded(items);
  const preparing = generation.prepareImpacts(fields, 'exact');
  generation.stopPreparing();
  await preparing;
  expect(impacts().some((impact) => impact > 0)).toBe(false);
});

it('columns of many values are there before they are counted', async () => {
  generation = await loaded(priced);
  for (let search = 0; search < warmUpAfterSearches; search++) impacts();
  const before = generation.heldBytes;
  const bytes = slowColumnMinValues * (Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT);
  await vi.waitFor(() => expect(generation.heldBytes - before).toBeGreaterThanOrEqual(bytes), 120_000);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Item } from '#contract/item.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { slowColumnMinValues, warmUpAfterSearches, warmUpMinPostings } from '#engine/index/limits.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { readGeneration, LoadedGeneration } from './loaded-generation.ts';

const items = Array.from({ length: warmUpMinPostings }, (_, at) => ({ id: `item-${at}`, fields: { name: 'lamp' } }));
const priced = Array.from({ length: slowColumnMinValues }, (_, at) => ({
  id: `item-${at}`,
  fields: { name: 'lamp', price: at },
}));
const { fields } = planOf([group('lamp')]);
let directory: string;
let generation: LoadedGeneration;

async function loaded(items: readonly Item[], kernelAtLeast?: number, sliceMs?: number): Promise<LoadedGeneration> {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-loaded-'));
  const engine = openEmbeddedEngine({ directory, searchThreads: 0 });
  await publishItems(engine, 'shop', items);
  await engine.close();
  const files = new CollectionFiles(directory, 'shop');
  return new LoadedGeneration(await readGeneration(files, files.live()!.current, kernelAtLeast), sliceMs);
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

const cheap = { boosts: [{ kind: 'value', field: 'price', anyOf: [7], factor: 2 }], today: 0 } as const;
const dear = { boosts: [{ ...cheap.boosts[0], anyOf: [8] }], today: 0 } as const;
const arePlaced = (of: LoadedGeneration, plan: typeof cheap | typeof dear) =>
  of.boosts(plan).every(({ places }) => places !== null);

it('what boosts that come again make of all items is there before a listing ranks by it, and in the next generation at once', async () => {
  generation = await loaded(priced, 0);
  const other = new LoadedGeneration(await readGeneration(new CollectionFiles(directory, 'shop'), generation.name, 0));
  arePlaced(generation, dear);
  for (let search = 0; search < warmUpAfterSearches; search++) expect(arePlaced(generation, cheap)).toBe(false);
  await vi.waitFor(() => expect(arePlaced(generation, cheap)).toBe(true), 120_000);
  expect(arePlaced(generation, dear)).toBe(false);
  await other.prepareAs(generation);
  expect([arePlaced(other, cheap), arePlaced(other, dear)]).toEqual([true, false]);
  other.close();
});

it('items are ordered by groups before they are searched, in the next generation at once, and not as they were before a change', async () => {
  generation = await loaded(priced, 0, 0);
  const other = new LoadedGeneration(await readGeneration(new CollectionFiles(directory, 'shop'), generation.name, 0));
  const bytes = 3 * priced.length * Uint32Array.BYTES_PER_ELEMENT;
  const added = async (to: LoadedGeneration, prepare: () => Promise<unknown>): Promise<number> => {
    const before = to.heldBytes;
    await prepare();
    return to.heldBytes - before;
  };
  vi.spyOn(generation.store, 'followChanges').mockReturnValue();
  const gone = { segments: [], ranks: new Float64Array(), dead: [0], patches: [], patched: [], newest: 1 };
  generation.column('model');
  // To follow takes fewer turns of the event loop.
  const both = () => Promise.all([generation.follow(gone), generation.prepareGroupOrder()]);
  expect(await added(generation, both)).toBeLessThan(bytes);
  expect(await added(generation, () => generation.prepareGroupOrder())).toBeGreaterThanOrEqual(bytes);
  expect(await added(other, () => other.prepareAs(generation))).toBeGreaterThanOrEqual(bytes);
  other.close();
});

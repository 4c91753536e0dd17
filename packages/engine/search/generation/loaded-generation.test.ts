import { createHash } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Item } from '#contract/item.ts';
import { slowColumnMinValues, warmUpAfterSearches } from '#engine/index/limits.ts';
import { searchGeneration } from '#engine/search/questions/search-generation.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { atEnd, partsOf, scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';
import { type GenerationParts, LoadedGeneration } from './loaded-generation.ts';

const priced = Array.from({ length: slowColumnMinValues }, (_, at) => ({
  id: `item-${at}`,
  fields: { name: 'lamp', price: at },
}));
const { fields } = planOf([group('lamp')]);
let directory: string;
beforeEach(() => {
  directory = scratchFolder();
});

function load(parts: GenerationParts, sliceMs?: number): LoadedGeneration {
  const generation = new LoadedGeneration(parts, sliceMs);
  atEnd(() => generation.close());
  return generation;
}

async function publish(items: readonly Item[], kernelAtLeast?: number): Promise<GenerationParts> {
  const engine = scratchEngine({ directory });
  await publishItems(engine, 'shop', items);
  await engine.close();
  return partsOf(directory, 'shop', kernelAtLeast);
}

it('columns of many values are there before they are counted', async () => {
  const generation = load(await publish(priced));
  for (let search = 0; search < warmUpAfterSearches; search++) generation.impacts(fields, 'exact');
  const before = generation.cachedBytes;
  const bytes = slowColumnMinValues * (Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT);
  await vi.waitFor(() => expect(generation.cachedBytes - before).toBeGreaterThanOrEqual(bytes), 120_000);
});

const cheap = { boosts: [{ kind: 'value', field: 'price', anyOf: [7], factor: 2 }], today: 0 } as const;
const dear = { boosts: [{ ...cheap.boosts[0], anyOf: [8] }], today: 0 } as const;
const arePlaced = (of: LoadedGeneration, plan: typeof cheap | typeof dear) =>
  of.boosts(plan).every(({ places }) => places !== null);

it('what boosts that come again make of all items is there before a listing ranks by it, and in the next generation at once', async () => {
  const generation = load(await publish(priced, 0));
  const other = load(await partsOf(directory, 'shop', 0));
  arePlaced(generation, dear);
  for (let search = 0; search < warmUpAfterSearches; search++) expect(arePlaced(generation, cheap)).toBe(false);
  await vi.waitFor(() => expect(arePlaced(generation, cheap)).toBe(true), 120_000);
  expect(arePlaced(generation, dear)).toBe(false);
  await other.prepareAs(generation);
  expect([arePlaced(other, cheap), arePlaced(other, dear)]).toEqual([true, false]);
});

it('items are ordered by groups before they are searched, in the next generation at once, and not as they were before a change', async () => {
  const generation = load(await publish(priced, 0), 0);
  const other = load(await partsOf(directory, 'shop', 0));
  const bytes = 3 * priced.length * Uint32Array.BYTES_PER_ELEMENT;
  const added = async (to: LoadedGeneration, prepare: () => Promise<unknown>): Promise<number> => {
    const before = to.cachedBytes;
    await prepare();
    return to.cachedBytes - before;
  };
  vi.spyOn(generation.store, 'followChanges').mockReturnValue();
  const gone = { segments: [], ranks: new Float64Array(), dead: [0], patches: [], patched: [], newest: 1 };
  generation.column('model');
  // To follow takes fewer turns of the event loop.
  const both = () => Promise.all([generation.follow(gone), generation.prepareGroupOrder()]);
  expect(await added(generation, both)).toBeLessThan(bytes);
  expect(await added(generation, () => generation.prepareGroupOrder())).toBeGreaterThanOrEqual(bytes);
  expect(await added(other, () => other.prepareAs(generation))).toBeGreaterThanOrEqual(bytes);
});

it('a facet of a field that no item has leaves the memory of the kernel as it is', async () => {
  const parts = await publish(priced.slice(0, 300), 0);
  const bytes = () => parts.segments.map((segment) => createHash('sha256').update(segment).digest('hex'));
  const before = bytes();
  const plan = planOf([group('lamp')], { facets: [{ field: 'none', limit: 3 }] });
  const { totalCount, facets } = searchGeneration(load(parts), plan);
  expect([totalCount, facets]).toEqual([300, [{ field: 'none', values: [] }]]);
  expect(bytes()).toEqual(before);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { LoadedCollections } from './loaded-collections.ts';
import { OwnGeneration, type ServedGeneration } from './threads/served-generation.ts';
import { readGeneration, LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import { SearchThreads } from './threads/threaded-generation.ts';
import { catalogue, group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { memoryBudgetOf } from './embedded-engine.ts';

const itemCount = 2_000;
const filterCount = 20;
const gigabyte = 1024 ** 3;

let directory: string;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-memory-'));
  const engine = openEmbeddedEngine({ directory });
  for (const collection of ['one', 'other']) await publishItems(engine, collection, [...catalogue(itemCount)]);
  await engine.close();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const partsOf = (collection: string) => {
  const files = new CollectionFiles(directory, collection);
  return readGeneration(files, files.live()!.current);
};

async function filterOften(generation: ServedGeneration): Promise<void> {
  for (let to = 1; to <= filterCount; to += 1)
    await generation.ask('search', planOf([group('lamp')], { filters: [{ field: 'price', to }] }));
}

describe.each(['in this thread', 'in other threads'])('a generation that is searched %s', (where) => {
  it('tells what searches have left in memory', async () => {
    const threads = new SearchThreads(2, (error) => expect.fail(error.message));
    const parts = await partsOf('one');
    const generation = where === 'in this thread' ? new OwnGeneration(new LoadedGeneration(parts)) : await threads.open(parts);
    const loaded = generation.bytes;
    await filterOften(generation);
    const filtered = generation.bytes;
    expect(filtered - loaded).toBeGreaterThanOrEqual(filterCount * itemCount);
    await generation.ask('search', planOf([group('lamp')], { size: 500 }));
    expect(generation.bytes - filtered).toBeGreaterThan(500 * 100);
    const shown = generation.bytes;
    await generation.ask(
      'search',
      planOf([], { facets: [{ field: 'brand', limit: 5 }], sort: [{ field: 'sizes', order: 'asc' }] }),
    );
    expect(generation.bytes).toBeGreaterThan(shown);
    generation.close();
    await threads.close();
  });
});

it('what searches leave in memory lets the collection go that was searched longest ago', async () => {
  const open = async (collection: string) => new OwnGeneration(new LoadedGeneration(await partsOf(collection)));
  const [one, other] = [await open('one'), await open('other')];
  const loaded = new LoadedCollections(one.bytes + other.bytes + itemCount);
  await loaded.get('one', () => Promise.resolve(one));
  await loaded.get('other', () => Promise.resolve(other));
  expect(await loaded.known('one')).toBe(one);
  await filterOften(other);
  expect(await loaded.get('other', () => expect.fail('It is loaded.'))).toBe(other);
  expect(await loaded.known('one')).toBeNull();
  expect(await loaded.known('other')).toBe(other);
  await loaded.close();
});

it.each([
  ['of a machine', 16 * gigabyte, 0, 8 * gigabyte],
  ['of a container with less', 16 * gigabyte, 2 * gigabyte, gigabyte],
  ['of a container without a limit, which some systems tell as a huge one', 16 * gigabyte, 2 ** 63, 8 * gigabyte],
])('indexes may take half %s', (_, machine, limit, budget) => {
  expect(memoryBudgetOf(machine, limit)).toBe(budget);
});

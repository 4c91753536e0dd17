import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { readGeneration, LoadedGeneration } from '#engine/search/generation/loaded-generation.ts';
import { searchGeneration } from '#engine/search/questions/search-generation.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';

const items = Array.from({ length: 300 }, (_, at) => ({ id: `item-${at}`, fields: { name: 'lamp', price: at } }));

it('a facet of a field that no item has leaves the memory of the kernel as it is', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-facets-'));
  const engine = openEmbeddedEngine({ directory, searchThreads: 0 });
  await publishItems(engine, 'shop', items);
  await engine.close();
  const files = new CollectionFiles(directory, 'shop');
  const parts = await readGeneration(files, files.live()!.current, 0);
  const bytes = () => parts.segments.map((segment) => createHash('sha256').update(segment).digest('hex'));
  const before = bytes();
  const generation = new LoadedGeneration(parts);
  const { totalCount, facets } = searchGeneration(generation, planOf([group('lamp')], { facets: [{ field: 'none', limit: 3 }] }));
  expect([totalCount, facets]).toEqual([items.length, [{ field: 'none', values: [] }]]);
  expect(bytes()).toEqual(before);
  generation.close();
  rmSync(directory, { recursive: true, force: true });
});

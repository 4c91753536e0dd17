import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { CollectionFiles } from '#engine/embedded/files/generation-files.ts';
import { warmUpMinPostings } from '#engine/embedded/limits.ts';
import { group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { readGeneration } from './generation-parts.ts';
import { LoadedGeneration } from './loaded-generation.ts';

const items = Array.from({ length: warmUpMinPostings }, (_, at) => ({ id: `item-${at}`, fields: { name: 'lamp' } }));
const { fields } = planOf([group('lamp')]);
let directory: string;
let generation: LoadedGeneration;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-loaded-'));
  const engine = openEmbeddedEngine({ directory, searchThreads: 0 });
  await publishItems(engine, 'shop', items);
  await engine.close();
  const files = new CollectionFiles(directory, 'shop');
  generation = new LoadedGeneration(await readGeneration(files, files.live()!.current));
});
afterEach(() => {
  generation.close();
  rmSync(directory, { recursive: true, force: true });
});

const impacts = () => generation.impacts(fields, 'exact').flatMap(({ values }) => [...values]);

it('impacts of frequent words are there before they are searched', async () => {
  expect(impacts().some((impact) => impact > 0)).toBe(false);
  await generation.prepareImpacts(fields, 'exact');
  expect(impacts().some((impact) => impact > 0)).toBe(true);
});

it('nothing more is prepared once nobody wants it', async () => {
  const preparing = generation.prepareImpacts(fields, 'exact');
  generation.stopPreparing();
  await preparing;
  expect(impacts().some((impact) => impact > 0)).toBe(false);
});

import { readdirSync, rmSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { publishSource } from '#engine/testing/compliance-sources.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { catalogue, layout } from '#engine/testing/catalogue.ts';
import { scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';
import { asideAfterCount } from './index-aside.ts';
import { EmbeddedBuild } from './generation-build.ts';

let directory: string;
beforeEach(() => {
  directory = scratchFolder();
});

it('removes what a source began with once it is published', async () => {
  const engine = scratchEngine({ directory });
  for (const source of [1, 2])
    await publishSource(engine, source, [{ id: `${source}`, fields: { name: 'lamp' } }], undefined, 'shop');
  const files = new CollectionFiles(directory, 'shop');
  for (const generation of files.generations())
    expect(readdirSync(files.generationFolder(generation)).filter((name) => name.startsWith('base'))).toEqual([]);
});

const batchSize = 300;

function start(collection: string, indexesAside: boolean): { readonly build: EmbeddedBuild; readonly folder: string } {
  const files = new CollectionFiles(directory, collection);
  const build = new EmbeddedBuild(files, layout, { indexesAside, flushItemCount: 1_000 });
  return { build, folder: files.generationFolder(build.generation) };
}

async function addAll(build: EmbeddedBuild, count: number): Promise<void> {
  const items = [...catalogue(count)];
  for (let at = 0; at < count; at += batchSize) await build.add(items.slice(at, at + batchSize));
}

/** Its files by name, without those that contain a time. */
async function built(collection: string, indexesAside: boolean, count: number): Promise<ReadonlyMap<string, Buffer>> {
  const { build, folder } = start(collection, indexesAside);
  await addAll(build, count);
  await build.finish();
  const names = readdirSync(folder).filter((name) => name.endsWith('.segment') || name.startsWith('ranks'));
  return new Map(names.toSorted().map((name) => [name, readFileSync(path.join(folder, name))]));
}

it.each([
  ['few', asideAfterCount - 1],
  ['many', asideAfterCount * 2 + 17],
])('a thread of its own indexes %s items as the thread that builds does', async (_, count) => {
  const here = await built('here', false, count);
  expect(here.size).toBeGreaterThan(1);
  expect(await built('aside', true, count)).toEqual(here);
});

it('a build whose segments can not be written fails', async () => {
  const { build, folder } = start('shop', true);
  await addAll(build, asideAfterCount);
  rmSync(folder, { recursive: true });
  await expect(addAll(build, asideAfterCount).then(() => build.finish())).rejects.toThrow(/ENOENT|disk I\/O|readonly/);
  await build.abandon();
});

it('a build that is given up leaves nothing behind, and nobody who goes on writing', async () => {
  const { build, folder } = start('shop', true);
  await addAll(build, asideAfterCount * 2);
  await build.abandon();
  await expect(build.add([...catalogue(1)])).rejects.toThrow('abandoned');
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

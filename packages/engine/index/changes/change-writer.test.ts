import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';
import { catalogue, layout, publishItems } from '#engine/testing/catalogue.ts';
import { ChangeWriter } from './change-writer.ts';

/** On a busy machine either may be first. One that had to wait would be second however often it is tried. */
const retry = 4;

test('a collection does not wait for another one, whose whole catalogue is merged', { retry }, async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'aisle-turns-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const engine = openEmbeddedEngine({ directory });
  const items = [...catalogue(9_000)];
  for (const collection of ['small', 'large'])
    await publishItems(engine, collection, items.slice(0, collection === 'small' ? 10 : 9_000));
  const live = await publishItems(engine, 'large', items);
  const build = await engine.build('large', layout, 1);
  await build.finish();
  await engine.close();

  const generation = (collection: string, name?: string) => {
    const files = new CollectionFiles(directory, collection);
    const own = name ?? files.live()!.current;
    return files.changed(own, files.manifest(own)!);
  };
  const writer = new ChangeWriter();
  onTestFinished(() => writer.close());
  const settled: string[] = [];
  // Another generation than the one that the build began with, so that all items are compared.
  const merge = {
    live: { folder: generation('large').folder, name: live },
    built: generation('large', build.generation).folder,
    base: { source: 1, generation: 'g-before', upTo: 0 },
  };
  const merging = writer.merge(merge, generation('large', build.generation)).then(() => settled.push('large'));
  const asking = writer.state(generation('small')).then(() => settled.push('small'));
  await Promise.all([merging, asking]);
  expect(settled).toEqual(['small', 'large']);
});

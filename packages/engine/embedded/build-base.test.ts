import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { planOf, publishItems } from '#engine/testing/catalogue.ts';
import { publishSource } from '#engine/testing/compliance-sources.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { CollectionFiles, itemsFile } from './generation-files.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-base-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const itemOf = (id: string, price: number): Item => ({ id, fields: { name: `lamp ${id}`, price } });
const open = () => openEmbeddedEngine({ directory, onProblem: (message) => expect.unreachable(message) });

/** A generation as it was written before items knew who had brought them. */
async function publishOld(items: readonly Item[]): Promise<void> {
  const engine = open();
  const generation = await publishItems(engine, 'shop', items);
  await engine.close();
  const files = new CollectionFiles(directory, 'shop');
  const stored = new DatabaseSync(path.join(files.generationFolder(generation), itemsFile));
  stored.exec('drop index items_source; alter table items drop column source');
  stored.close();
  const { hasSources: _hasSources, ...manifest } = files.manifest(generation)!;
  files.writeManifest(generation, manifest);
}

it('items that came before sources were noted are those of the feed that is imported first', async () => {
  await publishOld(['a', 'b', 'c'].map((id) => itemOf(id, 1)));
  const engine = open();
  await engine.change('shop', [{ kind: 'patch', id: 'a', fields: { price: 2 } }]);
  const { gone } = await publishSource(
    engine,
    1,
    [itemOf('a', 3), itemOf('b', 3)],
    async () => {
      await engine.change('shop', [{ kind: 'patch', id: 'b', fields: { price: 4 } }]);
    },
    'shop',
  );
  expect(gone).toEqual(['c']);
  const { hits } = await engine.search('shop', planOf([]));
  expect(hits.map(({ id, item }) => [id, item.source, item.fields['price']])).toEqual([
    ['a', 1, 3],
    ['b', 1, 4],
  ]);
  await engine.close();
});

it('what a build began with is gone once it is published', async () => {
  const engine = open();
  for (const source of [1, 2]) await publishSource(engine, source, [itemOf(`${source}`, 1)], undefined, 'shop');
  const files = new CollectionFiles(directory, 'shop');
  for (const generation of files.generations())
    expect(readdirSync(files.generationFolder(generation)).filter((name) => name.startsWith('base'))).toEqual([]);
  await engine.close();
});

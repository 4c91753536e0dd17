import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { publishSource } from '#engine/testing/compliance-sources.ts';
import { openEmbeddedEngine } from '#engine/live/embedded-engine.ts';
import { CollectionFiles } from '#engine/index/files/generation-files.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-base-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const itemOf = (id: string, price: number): Item => ({ id, fields: { name: `lamp ${id}`, price } });
const open = () => openEmbeddedEngine({ directory, onProblem: (message) => expect.unreachable(message) });

it('what a build began with is gone once it is published', async () => {
  const engine = open();
  for (const source of [1, 2]) await publishSource(engine, source, [itemOf(`${source}`, 1)], undefined, 'shop');
  const files = new CollectionFiles(directory, 'shop');
  for (const generation of files.generations())
    expect(readdirSync(files.generationFolder(generation)).filter((name) => name.startsWith('base'))).toEqual([]);
  await engine.close();
});

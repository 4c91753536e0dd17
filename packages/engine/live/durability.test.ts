import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogue, group, layout, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-durability-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function generationFolders(): string[] {
  const folder = path.join(directory, 'products');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Inverts one byte in the middle of a file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

describe('damaged files', () => {
  const items = [...catalogue(200)];
  const problems: string[] = [];
  const open = (): ReturnType<typeof openEmbeddedEngine> =>
    openEmbeddedEngine({ directory, onProblem: (message) => problems.push(message) });

  beforeEach(() => {
    problems.length = 0;
  });

  const added = { kind: 'put', item: { id: 'added', fields: { name: 'added lamp' } } } as const;

  it.each(['0000.segment', 'order.ranks'])(
    'in %s are noticed and told; the generation before serves until it is built again from its items',
    async (file) => {
      const engine = open();
      await publishItems(engine, 'products', items);
      const second = await publishItems(engine, 'products', items.slice(0, 100));
      await engine.change('products', [added]);
      await engine.close();
      damage(path.join(directory, 'products', second, file));
      const reopened = open();
      expect((await reopened.search('products', planOf([]))).totalCount).toBe(200);
      expect(problems.join()).toContain("can't be read");
      await expect.poll(async () => (await reopened.status('products'))?.itemCount).toBe(101);
      expect((await reopened.search('products', planOf([group('added')]))).hits.map(({ id }) => id)).toEqual(['added']);
      expect(await reopened.rollback('products')).not.toBe(second);
      expect((await reopened.search('products', planOf([]))).totalCount).toBe(200);
      await reopened.close();
      expect(problems).toHaveLength(1);
    },
  );

  it('in the only generation are mended before the first search is answered', async () => {
    const engine = open();
    const only = await publishItems(engine, 'products', items);
    await engine.close();
    damage(path.join(directory, 'products', only, '0000.segment'));
    const reopened = open();
    expect((await reopened.search('products', planOf([]))).totalCount).toBe(200);
    await reopened.close();
  });

  it.each(['manifest.json', 'items.sqlite'])(
    'in %s, without which nothing can be built again, leave the one before',
    async (file) => {
      const engine = open();
      const first = await publishItems(engine, 'products', items);
      const second = await publishItems(engine, 'products', items.slice(0, 100));
      await engine.close();
      const own = (name: string): string => path.join(directory, 'products', second, name);
      damage(own('0000.segment'));
      if (file === 'items.sqlite') truncateSync(own(file), 8_192);
      else for (const name of [file, 'manifest.copy.json']) damage(own(name));
      const reopened = open();
      expect((await reopened.search('products', planOf([]))).totalCount).toBe(200);
      expect((await reopened.status('products'))?.generation).toBe(first);
      await expect.poll(() => problems.join()).toContain("can't be built again");
      expect((await reopened.search('products', planOf([]))).totalCount).toBe(200);
      await reopened.close();
    },
  );

  it('refuse to be published', async () => {
    const engine = open();
    const live = await publishItems(engine, 'products', items);
    const build = await engine.build('products', layout);
    await build.add(items);
    await build.finish();
    damage(path.join(directory, 'products', build.generation, '0000.segment'));
    await expect(engine.publish('products', build.generation)).rejects.toThrow('checksum');
    expect((await engine.status('products'))?.generation).toBe(live);
    await engine.close();
  });

  it('in live.json give way to the newest generation', async () => {
    const engine = open();
    await publishItems(engine, 'products', items);
    const second = await publishItems(engine, 'products', items);
    await engine.close();
    writeFileSync(path.join(directory, 'products', 'live.json'), '{"current":');
    const reopened = open();
    expect((await reopened.status('products'))?.generation).toBe(second);
    expect(problems).toHaveLength(1);
    await reopened.close();
  });
});

describe('generations', () => {
  it('beyond the last two are deleted, held ones when a later one is published', async () => {
    const engine = openEmbeddedEngine({ directory });
    const items = [...catalogue(20)];
    const held = await engine.build('products', layout);
    await held.finish();
    const names = [
      await publishItems(engine, 'products', items),
      await publishItems(engine, 'products', items),
      await publishItems(engine, 'products', items),
    ];
    expect(generationFolders().sort()).toEqual(names.slice(1).sort());
    await engine.close();
  });

  it('of many collections share a memory budget', async () => {
    const engine = openEmbeddedEngine({ directory, memoryBudgetBytes: 1 });
    for (const collection of ['a', 'b', 'c']) await publishItems(engine, collection, [...catalogue(50)]);
    for (const collection of ['a', 'b', 'c', 'a']) expect((await engine.search(collection, planOf([]))).totalCount).toBe(50);
    await engine.close();
  });
});

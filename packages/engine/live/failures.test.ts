import { mkdirSync, readdirSync, rmdirSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { ItemChange, SearchEngine } from '#engine/port.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { catalogue, group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { flipByte, scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';

const items = [...catalogue(300)];
const added: ItemChange = { kind: 'put', item: { id: 'added', fields: { name: 'added lamp' } } };
const problems: string[] = [];
let directory: string;
let engine: SearchEngine;

const open = (options = {}): SearchEngine =>
  scratchEngine({ directory, onProblem: (message) => problems.push(message), ...options });
const fileOf = (generation: string, name: string): string => path.join(directory, 'shop', generation, name);

beforeEach(() => {
  problems.length = 0;
  directory = scratchFolder();
  engine = open();
});

const foundCount = async (collection = 'shop'): Promise<number> => (await engine.search(collection, planOf([]))).totalCount;

test.each(['0000.segment', 'order.ranks'])(
  'damage of %s is reported; the generation before serves until the live one is built again from its items',
  async (file) => {
    await publishItems(engine, 'shop', items);
    const second = await publishItems(engine, 'shop', items.slice(0, 100));
    await engine.change('shop', [added]);
    await engine.close();
    flipByte(fileOf(second, file));
    engine = open();
    expect(await foundCount()).toBe(300);
    expect(problems.join()).toContain("can't be read");
    await expect.poll(async () => (await engine.status('shop'))?.itemCount).toBe(101);
    expect((await engine.search('shop', planOf([group('added')]))).hits.map(({ id }) => id)).toEqual(['added']);
    expect(await engine.rollback('shop')).not.toBe(second);
    expect(await foundCount()).toBe(300);
    expect(problems).toHaveLength(1);
  },
);

test.each(['manifest.json', 'items.sqlite'])(
  'the generation before serves when %s is damaged too, without which nothing can be built again',
  async (file) => {
    const first = await publishItems(engine, 'shop', items);
    const second = await publishItems(engine, 'shop', items.slice(0, 100));
    await engine.close();
    flipByte(fileOf(second, '0000.segment'));
    if (file === 'items.sqlite') truncateSync(fileOf(second, file), 8_192);
    else for (const name of [file, 'manifest.copy.json']) flipByte(fileOf(second, name));
    engine = open();
    expect(await foundCount()).toBe(300);
    expect((await engine.status('shop'))?.generation).toBe(first);
    await expect.poll(() => problems.join()).toContain("can't be built again");
    expect(await foundCount()).toBe(300);
  },
);

test('a change while a damaged index is built again is refused until it is, and is there afterwards', async () => {
  await publishItems(engine, 'shop', items.slice(0, 100));
  const live = await publishItems(engine, 'shop', items);
  await engine.close();
  flipByte(fileOf(live, '0000.segment'));
  engine = open();
  expect(await foundCount()).toBe(100);
  const first = await engine.change('shop', [added]).catch((error: unknown) => error);
  expect(first).toBeInstanceOf(SearchDownError);
  await expect.poll(() => engine.change('shop', [added]).catch(() => null)).toEqual(['created']);
  expect(await foundCount()).toBe(301);
  expect(problems).toHaveLength(1);
});

test('a change of an index that has to be built again first waits for that', async () => {
  const only = await publishItems(engine, 'shop', items);
  await engine.close();
  flipByte(fileOf(only, '0000.segment'));
  engine = open();
  expect(await engine.change('shop', [added])).toEqual(['created']);
  expect(await foundCount()).toBe(301);
});

test('what fails for the moment is no damage: nothing is built again, and no lock is left behind', async () => {
  const live = await publishItems(engine, 'shop', items);
  await engine.close();
  mkdirSync(fileOf(live, 'changes.sqlite'));
  engine = open();
  await expect(engine.search('shop', planOf([]))).rejects.toBeInstanceOf(SearchDownError);
  await expect(Promise.try(() => engine.status('shop'))).rejects.toBeInstanceOf(SearchDownError);
  await expect(engine.change('shop', [added])).rejects.toBeInstanceOf(SearchDownError);
  rmdirSync(fileOf(live, 'changes.sqlite'));
  expect(await engine.change('shop', [added])).toEqual(['created']);
  expect(await foundCount()).toBe(301);
  expect((await engine.status('shop'))?.generation).toBe(live);
  expect(problems).toEqual([]);
});

test('a change log that is emptied while the engine runs is written again from its journal', async () => {
  const live = await publishItems(engine, 'shop', items);
  await engine.change('shop', [added]);
  await engine.close();
  engine = open();
  truncateSync(fileOf(live, 'changes.sqlite'));
  expect((await engine.status('shop'))?.generation).toBe(live);
  expect(await foundCount()).toBe(301);
  expect(problems.join()).toContain('written again from its journal');
});

test('an index of which nothing can be read is told once, whoever searches, until something is published', async () => {
  const both = [await publishItems(engine, 'shop', items), await publishItems(engine, 'shop', items)];
  await engine.close();
  for (const generation of both) {
    flipByte(fileOf(generation, '0000.segment'));
    rmSync(fileOf(generation, 'items.sqlite'));
  }
  engine = open();
  const search = (): Promise<unknown> => engine.search('shop', planOf([])).catch((error: unknown) => error);
  for (const failure of [...(await Promise.all([search(), search(), search()])), await search(), await search()])
    expect(failure).toBeInstanceOf(SearchDownError);
  expect(problems.map((message) => message.replace(/:.*/s, ''))).toEqual([
    "The live generation of shop can't be read and is built again",
    "The live generation of shop can't be built again",
  ]);
  const build = await engine.build('shop', { language: 'en', groupField: null, fields: [] }, 1);
  await build.add(items);
  await build.carryOver();
  await build.finish();
  await engine.publish('shop', build.generation);
  expect(await foundCount()).toBe(300);
});

test('a publish whose pointer is written and not its copy is served at once, as after a restart', async () => {
  await publishItems(engine, 'shop', items.slice(0, 100));
  const refusing = path.join(directory, 'shop', 'live.copy.json.tmp');
  mkdirSync(refusing);
  await expect(publishItems(engine, 'shop', items)).rejects.toThrow('EISDIR');
  rmdirSync(refusing);
  const found = await foundCount();
  expect(await engine.change('shop', [added])).toEqual(['created']);
  await engine.close();
  engine = open();
  expect([found, await foundCount()]).toEqual([300, 301]);
});

test('an index that is being changed stays in memory, however little there is', async () => {
  await engine.close();
  engine = open({ memoryBudgetBytes: 1 });
  for (const collection of ['shop', 'other']) await publishItems(engine, collection, items);
  for (let round = 0; round < 3; round += 1) {
    const many = Array.from({ length: 2_000 }, (_, at): ItemChange => ({
      kind: 'put',
      item: { id: `new-${at}`, fields: { name: `lamp ${round}` } },
    }));
    const changing = engine.change('shop', many).catch((error: Error) => error);
    await foundCount('other');
    expect(await changing).toHaveLength(2_000);
  }
});

test('how many items there are is known without loading them', async () => {
  const live = await publishItems(engine, 'shop', items);
  await engine.change('shop', [added, { kind: 'remove', id: 'item-1' }, { kind: 'remove', id: 'item-2' }]);
  await engine.close();
  for (const name of readdirSync(path.join(directory, 'shop', live)).filter((file) => file.endsWith('.segment')))
    flipByte(fileOf(live, name));
  engine = open();
  expect((await engine.status('shop'))?.itemCount).toBe(299);
  expect((await engine.generations('shop')).map(({ itemCount }) => itemCount)).toEqual([299]);
  expect(problems).toEqual([]);
});

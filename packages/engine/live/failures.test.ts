import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedEngine } from './embedded-engine.ts';
import type { ItemChange, SearchEngine } from '#engine/port.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { catalogue, layout, planOf, publishItems } from '#engine/testing/catalogue.ts';

const items = [...catalogue(300)];
const added: ItemChange = { kind: 'put', item: { id: 'added', fields: { name: 'added lamp' } } };
const problems: string[] = [];
let directory: string;
let engine: SearchEngine;

const open = (options = {}): SearchEngine =>
  openEmbeddedEngine({ directory, onProblem: (message) => problems.push(message), ...options });
const fileOf = (generation: string, name: string): string => path.join(directory, 'shop', generation, name);

/** Inverts a byte in the middle of a file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

beforeEach(() => {
  problems.length = 0;
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-failures-'));
  engine = open();
});
afterEach(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const foundCount = async (collection = 'shop'): Promise<number> => (await engine.search(collection, planOf([]))).totalCount;

test('a change while a damaged index is built again is refused until it is, and is there afterwards', async () => {
  await publishItems(engine, 'shop', items.slice(0, 100));
  const live = await publishItems(engine, 'shop', items);
  await engine.close();
  damage(fileOf(live, '0000.segment'));
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
  damage(fileOf(only, '0000.segment'));
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
  await expect(engine.status('shop')).rejects.toBeInstanceOf(SearchDownError);
  await expect(engine.change('shop', [added])).rejects.toBeInstanceOf(SearchDownError);
  rmdirSync(fileOf(live, 'changes.sqlite'));
  expect(await engine.change('shop', [added])).toEqual(['created']);
  expect(await foundCount()).toBe(301);
  expect((await engine.status('shop'))?.generation).toBe(live);
  expect(problems).toEqual([]);
});

test.each(['0 bytes', 'a header'])('serves and changes a collection whose change log has %s and no table', async (left) => {
  const live = await publishItems(engine, 'shop', items);
  await engine.close();
  const log = new DatabaseSync(fileOf(live, 'changes.sqlite'));
  if (left === 'a header') log.exec('pragma journal_mode = wal');
  log.close();
  engine = open();
  expect((await engine.status('shop'))?.itemCount).toBe(300);
  expect(await foundCount()).toBe(300);
  const build = await engine.build('shop', layout, 1);
  await build.carryOver();
  await build.abandon();
  expect(await engine.change('shop', [added])).toEqual(['created']);
  expect(await foundCount()).toBe(301);
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
    damage(fileOf(generation, '0000.segment'));
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
  engine = open({ memoryBudgetBytes: 1, searchThreads: 1 });
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
    damage(fileOf(live, name));
  engine = open();
  expect((await engine.status('shop'))?.itemCount).toBe(299);
  expect((await engine.generations('shop')).map(({ itemCount }) => itemCount)).toEqual([299]);
  expect(problems).toEqual([]);
});

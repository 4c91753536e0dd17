import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, test } from 'vitest';
import { memoryBudgetOf } from './embedded-engine.ts';
import { LoadedCollections } from './loaded-collections.ts';
import { OwnGeneration, type ServedGeneration } from './served-generation.ts';
import { catalogue, group, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { flipByte, partsOf, scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';

const itemCount = 2_000;
const filterCount = 20;
const gigabyte = 1024 ** 3;

let directory: string;

beforeEach(() => {
  directory = scratchFolder();
});

const open = () => scratchEngine({ directory, onProblem: () => undefined });

async function publishBoth(): Promise<void> {
  const engine = open();
  for (const collection of ['one', 'other']) await publishItems(engine, collection, [...catalogue(itemCount)]);
  await engine.close();
}

async function filterOften(generation: ServedGeneration): Promise<void> {
  for (let to = 1; to <= filterCount; to += 1)
    await generation.ask('search', planOf([group('lamp')], { filters: [{ field: 'price', to }] }));
}

it('evicts the least recently searched collection when searches leave more in memory', async () => {
  await publishBoth();
  const load = async (collection: string) => new OwnGeneration(await partsOf(directory, collection));
  const [one, other] = [await load('one'), await load('other')];
  const loaded = new LoadedCollections(one.bytes + other.bytes + itemCount);
  await loaded.get('one', () => Promise.resolve(one));
  await loaded.get('other', () => Promise.resolve(other));
  expect(loaded.known('one')).toBe(one);
  await filterOften(other);
  expect(await loaded.get('other', () => expect.fail('It is loaded.'))).toBe(other);
  expect(loaded.known('one')).toBeNull();
  expect(loaded.known('other')).toBe(other);
  await loaded.close();
});

it.each([
  ['of a machine', 16 * gigabyte, 0, 8 * gigabyte],
  ['of a container with less', 16 * gigabyte, 2 * gigabyte, gigabyte],
  ['of a container without a limit, which some systems tell as a huge one', 16 * gigabyte, 2 ** 63, 8 * gigabyte],
])('indexes may take half %s', (_, machine, limit, budget) => {
  expect(memoryBudgetOf(machine, limit)).toBe(budget);
});

const fileOf = (generation: string, ending: string): string => {
  const folder = path.join(directory, 'kept', generation);
  return path.join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? '');
};

async function publishTwo(): Promise<readonly [string, string]> {
  const engine = open();
  const names = [await publishItems(engine, 'kept', [...catalogue(50)]), await publishItems(engine, 'kept', [...catalogue(60)])];
  await engine.close();
  return [names[0]!, names[1]!];
}

test('a live generation that cannot be read is degraded, though the one before serves', async () => {
  const [, live] = await publishTwo();
  flipByte(fileOf(live, '.segment'));
  flipByte(fileOf(live, 'items.sqlite'));
  const engine = open();
  await engine.search('kept', planOf([]));
  expect((await engine.generations('kept')).map(({ health, isLive }) => [health, isLive])).toEqual([
    ['degraded', true],
    ['good', false],
  ]);
  await engine.close();
});

test('a generation that lacks a file is bad', async () => {
  const [previous] = await publishTwo();
  rmSync(fileOf(previous, '.segment'));
  const engine = open();
  expect((await engine.generations('kept')).map(({ health }) => health)).toEqual(['good', 'bad']);
  await engine.close();
});

test('the size grows with what is changed, and the items of the one before are counted with their changes', async () => {
  const engine = open();
  await publishItems(engine, 'kept', [...catalogue(50)]);
  const [before] = await engine.generations('kept');
  await engine.change('kept', [
    { kind: 'remove', id: 'item-1' },
    { kind: 'put', item: { id: 'new', fields: { name: 'lamp '.repeat(200) } } },
    { kind: 'put', item: { id: 'newer', fields: { name: 'lamp' } } },
    { kind: 'put', item: { id: 'gone', fields: { name: 'lamp' } } },
    { kind: 'remove', id: 'gone' },
  ]);
  const [after] = await engine.generations('kept');
  expect(after).toMatchObject({ itemCount: 51, isLive: true });
  expect(after!.bytes).toBeGreaterThan(before!.bytes);
  await publishItems(engine, 'kept', [...catalogue(10)]);
  expect((await engine.generations('kept')).map(({ itemCount }) => itemCount)).toEqual([10, 51]);
  await engine.close();
});

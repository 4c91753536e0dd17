import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalogue, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { openEmbeddedEngine } from './embedded-engine.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-kept-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (onProblem: (message: string) => void = () => undefined) => openEmbeddedEngine({ directory, onProblem });
const fileOf = (generation: string, ending: string): string => {
  const folder = path.join(directory, 'kept', generation);
  return path.join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? '');
};

/** Inverts one byte in the middle of a file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

async function publishTwo(): Promise<readonly [string, string]> {
  const engine = open();
  const names = [await publishItems(engine, 'kept', [...catalogue(50)]), await publishItems(engine, 'kept', [...catalogue(60)])];
  await engine.close();
  return [names[0]!, names[1]!];
}

test('a live generation that can not be read is told from one that is whole, though the one before serves', async () => {
  const [, live] = await publishTwo();
  damage(fileOf(live, '.segment'));
  damage(fileOf(live, 'items.sqlite'));
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

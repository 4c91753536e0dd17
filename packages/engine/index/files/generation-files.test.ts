import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, test, describe } from 'vitest';
import type { SearchEngine } from '#engine/port.ts';
import { GenerationDamagedError, SearchDownError } from '#engine/port-errors.ts';
import { catalogue, layout, planOf, publishItems } from '#engine/testing/catalogue.ts';
import { scratchEngine, scratchFolder } from '#engine/testing/scratch.ts';
import { CollectionFiles, formatVersion, storedVersion } from './generation-files.ts';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { holdLock, openStored } from './databases.ts';

const builder = fileURLToPath(import.meta.resolve('#engine/testing/build-and-wait.ts'));
const items = [...catalogue(20)];

let directory: string;
let files: CollectionFiles;

beforeEach(() => {
  directory = scratchFolder();
  files = new CollectionFiles(directory, 'shop');
});

it('what another process builds is left alone, and goes once that process is killed', async () => {
  const child = spawn(process.execPath, [builder, directory, 'shop'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const generation = said.toString().trim();
  files.removeOrphans();
  expect(files.generations()).toEqual([generation]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await files.removeOrphansAside();
  expect(readdirSync(files.folder)).toEqual([]);
});

it('a build of this process is left alone until it ends, and leaves nothing but its generation', async () => {
  const engine = scratchEngine({ directory });
  const build = await engine.build('shop', layout);
  files.removeOrphans();
  expect(files.generations()).toEqual([build.generation]);
  await build.abandon();
  expect(readdirSync(files.folder)).toEqual([]);
  const published = await publishItems(engine, 'shop', items);
  expect(readdirSync(files.folder).toSorted()).toEqual([published, 'live.copy.json', 'live.json'].toSorted());
});

it('removes a finished generation at the start that nobody is going to publish', async () => {
  let engine = scratchEngine({ directory });
  const live = await publishItems(engine, 'shop', items);
  const [left, held] = [await engine.build('shop', layout), await engine.build('shop', layout, 1)];
  for (const build of [left, held]) {
    await build.add([{ id: 'new', fields: { name: 'lamp' } }]);
    await build.finish();
  }
  await engine.close();
  engine = scratchEngine({ directory });
  expect(files.generations().toSorted()).toEqual([live, held.generation].toSorted());
});

async function allItems(engine: SearchEngine) {
  const { hits } = await engine.search('shop', { ...planOf([]), size: 100 });
  return hits.map(({ item: { id, fields } }) => ({ id, fields })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

it.each(['newer', 'older'])('recreates what a %s version has indexed, with every change', async (which) => {
  let engine = scratchEngine({ directory });
  await publishItems(engine, 'shop', items);
  const generation = await publishItems(engine, 'shop', items);
  await engine.change('shop', [
    { kind: 'put', item: { id: 'sent', fields: { name: 'sent lamp' } } },
    { kind: 'patch', id: items[0]!.id, fields: { price: 7 } },
    { kind: 'remove', id: items[1]!.id },
  ]);
  const before = await allItems(engine);
  await engine.close();
  const version = formatVersion + (which === 'newer' ? 1 : -1);
  files.writeManifest(generation, { ...files.manifest(generation)!, version });
  // A server of that version may have been killed before its index went live.
  files.writeManifest(files.live()!.previous!, { ...files.manifest(files.live()!.previous!)!, version });

  engine = scratchEngine({ directory });
  expect(await engine.outdated()).toEqual(['shop']);
  expect((await engine.generations('shop')).map(({ health }) => health)).toEqual(['outdated']);
  await expect(engine.search('shop', planOf([]))).rejects.toThrow(SearchDownError);
  await expect(engine.change('shop', [{ kind: 'remove', id: 'sent' }])).rejects.toThrow(SearchDownError);
  expect(await engine.rollback('shop')).toBeNull();
  const { itemCount } = await engine.recreate('shop', layout);
  expect([itemCount, await engine.outdated()]).toEqual([items.length, []]);
  expect(await allItems(engine)).toEqual(before);
  expect(files.generations()).toEqual([files.live()!.current]);
  expect(await engine.rollback('shop')).toBeNull();
});

it('keeps items that a newer version has stored, and says what reads them', async () => {
  let engine = scratchEngine({ directory });
  const generation = await publishItems(engine, 'shop', items);
  await engine.close();
  const newer = { version: formatVersion + 1, stored: storedVersion + 1 };
  files.writeManifest(generation, { ...files.manifest(generation)!, ...newer });
  const before = readdirSync(files.generationFolder(generation));
  engine = scratchEngine({ directory });
  await expect(engine.recreate('shop', layout)).rejects.toThrow('start that version or a newer one');
  await expect(engine.build('shop', layout, 1)).rejects.toThrow('start that version or a newer one');
  await engine.close();
  expect(readdirSync(files.generationFolder(generation))).toEqual(before);
});

it('loses a collection of another version only where most of its items are damaged', async () => {
  const problems: string[] = [];
  let engine = scratchEngine({ directory });
  const generation = await publishItems(engine, 'shop', items);
  await engine.close();
  files.writeManifest(generation, { ...files.manifest(generation)!, version: formatVersion + 1 });
  writeFileSync(path.join(files.generationFolder(generation), 'items.sqlite'), 'no database');
  engine = scratchEngine({ directory, onProblem: (message) => problems.push(message) });
  await expect(engine.recreate('shop', layout)).rejects.toThrow(GenerationDamagedError);
  expect(await engine.outdated()).toEqual([]);
  await expect(engine.search('shop', planOf([]))).rejects.toThrow('Import its feeds again');
  await publishItems(engine, 'shop', items);
  expect((await engine.search('shop', planOf([]))).totalCount).toBe(items.length);
});

it('takes the items of other sources over from a generation of another version', async () => {
  let engine = scratchEngine({ directory });
  const generation = await publishItems(engine, 'shop', items);
  await engine.change('shop', [{ kind: 'put', item: { id: 'sent', fields: { name: 'sent lamp' } } }]);
  await engine.close();
  files.writeManifest(generation, { ...files.manifest(generation)!, version: formatVersion + 1 });
  engine = scratchEngine({ directory });
  const build = await engine.build('shop', layout, 1);
  await build.add([{ id: 'brought', fields: { name: 'brought lamp' }, source: 1 }]);
  await build.carryOver();
  await build.finish();
  await engine.publish('shop', build.generation);
  expect((await engine.search('shop', planOf([]))).totalCount).toBe(items.length + 2);
  expect([await engine.outdated(), files.generations()]).toEqual([[], [build.generation]]);
});

describe('databases of the index', () => {
  test('keeps others out until it is closed', () => {
    const file = path.join(scratchFolder(), 'changes.lock');
    const lock = holdLock(file, 0);
    expect(() => holdLock(file, 0)).toThrow('locked');
    lock.close();
    holdLock(file, 0).close();
  });

  test('writes nothing, so that it can be held on a full disk', () => {
    const folder = scratchFolder();
    const lock = holdLock(path.join(folder, 'changes.lock'), 0);
    expect(readdirSync(folder)).toEqual(['changes.lock']);
    expect(statSync(path.join(folder, 'changes.lock')).size).toBe(0);
    lock.close();
  });

  /** Locks the file for 100 ms, as the last one to close it does. */
  const holder = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData);
  database.exec('begin exclusive');
  parentPort.postMessage('held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  database.close();
`;

  test('waits for a file that another process is just closing', async () => {
    const file = path.join(scratchFolder(), 'changes.sqlite');
    const made = new DatabaseSync(file);
    made.exec('create table changes (id text)');
    made.close();
    const worker = new Worker(holder, { eval: true, workerData: file });
    await once(worker, 'message');
    const database = openStored(file);
    expect(database.prepare('select count(*) as count from changes').get()).toEqual({ count: 0 });
    database.close();
    await once(worker, 'exit');
  });
});

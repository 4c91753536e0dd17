import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbeddedEngine } from '#engine/embedded/embedded-engine.ts';
import { EngineSettingError } from '#engine/port-errors.ts';
import { catalogue, layout, publishItems } from '#engine/testing/catalogue.ts';
import { writeChecked } from './checked-file.ts';
import { CollectionFiles, formatVersion } from './generation-files.ts';

const builder = fileURLToPath(import.meta.resolve('#engine/testing/build-and-wait.ts'));
const items = [...catalogue(20)];

let directory: string;
let files: CollectionFiles;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'aisle-generation-files-'));
  files = new CollectionFiles(directory, 'shop');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

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

it('what a killed process has built goes, although its number is that of another process by now', () => {
  const folder = files.generationFolder('g-left');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'items.sqlite'), '');
  // As if it was this one's parent, which runs.
  writeChecked(path.join(folder, 'builder.json'), { pid: process.ppid });
  writeFileSync(path.join(files.folder, '.building-g-left'), '');
  files.removeOrphans();
  expect(existsSync(folder)).toBe(false);
});

it('a build of this process is left alone until it ends, and leaves nothing but its generation', async () => {
  const engine = openEmbeddedEngine({ directory });
  const build = await engine.build('shop', layout);
  files.removeOrphans();
  expect(files.generations()).toEqual([build.generation]);
  await build.abandon();
  expect(readdirSync(files.folder)).toEqual([]);
  const published = await publishItems(engine, 'shop', items);
  expect(readdirSync(files.folder).toSorted()).toEqual([published, 'live.copy.json', 'live.json'].toSorted());
  await engine.close();
});

it.each(['newer', 'older'])(
  'an index that a %s version has written is refused with what to do, and left as it is',
  async (which) => {
    const engine = openEmbeddedEngine({ directory });
    const generation = await publishItems(engine, 'shop', items);
    await engine.close();
    const version = formatVersion + (which === 'newer' ? 1 : -1);
    files.writeManifest(generation, { ...files.manifest(generation)!, version });
    const before = readdirSync(files.generationFolder(generation));
    const open = (): unknown => openEmbeddedEngine({ directory });
    expect(open).toThrow(EngineSettingError);
    expect(open).toThrow(
      `The index in ${files.generationFolder(generation)} was written by another version of Aisle. Delete ${files.folder}, start again, and recreate the collection by importing its feeds.`,
    );
    expect(readdirSync(files.generationFolder(generation))).toEqual(before);
  },
);

import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { folderFiles } from './folder-files.ts';
import { filesFacts } from './testing/files-facts.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'aisle-files-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const files = folderFiles(directory);

filesFacts(() => files);

test('a file that is kept is for its owner alone', async () => {
  await files.put('own/one', Readable.from([Buffer.from('x')]));
  expect(statSync(path.join(directory, 'own', 'one')).mode & 0o777).toBe(0o600);
});

test('of parts that were cut off, those of a beginning and an age are removed, and no whole file', async () => {
  for (const name of ['7.a', '7.b', '71.a']) await files.put(`parts/${name}`, Readable.from([Buffer.from('x')]));
  for (const name of ['7.c.part', '71.c.part']) writeFileSync(path.join(directory, 'parts', name), '');
  const longAgo = new Date(2020, 1, 1);
  utimesSync(path.join(directory, 'parts', '7.c.part'), longAgo, longAgo);
  await files.removeUnfinished('parts/', longAgo.getTime());
  expect(readdirSync(path.join(directory, 'parts'))).toHaveLength(5);
  await files.removeUnfinished('parts/', Date.now() - 60_000);
  expect(readdirSync(path.join(directory, 'parts')).toSorted()).toEqual(['7.a', '7.b', '71.a', '71.c.part']);
  await files.removeUnfinished('parts/7.');
  expect(readdirSync(path.join(directory, 'parts'))).toContain('71.c.part');
  await files.removeUnfinished('parts/');
  expect(readdirSync(path.join(directory, 'parts')).toSorted()).toEqual(['7.a', '7.b', '71.a']);
});

import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { createRecordFile, readRecord } from './record-file.ts';
import { folderFiles } from '#server/files/folder-files.ts';
import type { Files } from '#server/files/files.ts';

let folder: string;
let files: Files;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'aisle-records-'));
  files = folderFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const record = (position: number, text = ''): FeedRecord => ({
  position,
  fields: { 'g:title': `Kettle ${position} ${text}`, 'g:size': ['S', 'M'] },
});
async function write(name: string, records: readonly (readonly [string, FeedRecord])[]): Promise<string> {
  const writer = createRecordFile(files, name);
  for (let at = 0; at < records.length; at += 100) await writer.add(records.slice(at, at + 100));
  await writer.finish();
  return name;
}
async function recordOf(name: string, itemId: string): Promise<FeedRecord | null> {
  const file = await files.open(name);
  try {
    return await readRecord(file!, itemId);
  } finally {
    await file!.close();
  }
}

test('every record is found by the id of its item, in a fraction of its size', async () => {
  const text = 'A kettle that boils water in no time. '.repeat(20);
  const records = Array.from({ length: 3_000 }, (_, at) => [`item-${at}`, record(at, text)] as const);
  const file = await write('many', records);
  for (const at of [0, 1, 99, 100, 1_500, 2_999]) expect(await recordOf(file, `item-${at}`)).toEqual(record(at, text));
  expect(await recordOf(file, 'item-3000')).toBeNull();
  expect((await stat(path.join(folder, file))).size).toBeLessThan(JSON.stringify(records).length / 5);
});

test('ids may hold anything, and those of one hash are told apart', async () => {
  // Both have the CRC-32 4ddb0c25.
  const ids = ['plumless', 'buckeroo', '', 'a","b', 'žluťoučký 🐎', 'a\nb'];
  const file = await write(
    'odd',
    ids.map((id, at) => [id, record(at)] as const),
  );
  for (const [at, id] of ids.entries()) expect(await recordOf(file, id), id).toEqual(record(at));
});

test('of several records of an item, the first is found', async () => {
  const filler = Array.from({ length: 500 }, (_, at) => [`other-${at}`, record(at, 'x'.repeat(1_000))] as const);
  const file = await write('repeated', [['one', record(1)], ['one', record(2)], ...filler, ['one', record(3)]]);
  expect(await recordOf(file, 'one')).toEqual(record(1));
});

test('a file without records, and one that was cut off, have none', async () => {
  const file = await write('empty', []);
  expect(await recordOf(file, 'one')).toBeNull();
  const cut = await write('cut', [['one', record(1)]]);
  await truncate(path.join(folder, cut), (await stat(path.join(folder, cut))).size - 1);
  expect(await recordOf(cut, 'one')).toBeNull();
});

test('what is abandoned is gone, with what was written of it', async () => {
  const writer = createRecordFile(files, 'abandoned');
  await writer.add([['one', record(1)]]);
  await writer.abandon();
  expect(await files.open('abandoned')).toBeNull();
  expect((await readdir(folder)).filter((name) => name.startsWith('abandoned'))).toEqual([]);
});

test('a file that can not be kept fails whoever writes it, at the latest at its end', async () => {
  await writeFile(path.join(folder, 'occupied'), '');
  const writer = createRecordFile(files, 'occupied/by-a-file');
  await expect(writer.add([['one', record(1)]]).then(() => writer.finish())).rejects.toThrow(/ENOTDIR|EEXIST/);
  await writer.abandon();
});

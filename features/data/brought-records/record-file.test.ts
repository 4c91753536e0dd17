import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { createRecordFile, readRecord } from './record-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'aisle-records-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const record = (position: number, text = ''): FeedRecord => ({
  position,
  fields: { 'g:title': `Kettle ${position} ${text}`, 'g:size': ['S', 'M'] },
});
async function write(name: string, records: readonly (readonly [string, FeedRecord])[]): Promise<string> {
  const file = path.join(folder, name);
  const writer = await createRecordFile(file);
  for (let at = 0; at < records.length; at += 100) await writer.add(records.slice(at, at + 100));
  await writer.finish();
  return file;
}

test('every record is found by the id of its item, in a fraction of its size', async () => {
  const text = 'A kettle that boils water in no time. '.repeat(20);
  const records = Array.from({ length: 3_000 }, (_, at) => [`item-${at}`, record(at, text)] as const);
  const file = await write('many', records);
  for (const at of [0, 1, 99, 100, 1_500, 2_999]) expect(await readRecord(file, `item-${at}`)).toEqual(record(at, text));
  expect(await readRecord(file, 'item-3000')).toBeNull();
  expect((await stat(file)).size).toBeLessThan(JSON.stringify(records).length / 5);
});

test('ids may hold anything, and those of one hash are told apart', async () => {
  // Both have the CRC-32 4ddb0c25.
  const ids = ['plumless', 'buckeroo', '', 'a","b', 'žluťoučký 🐎', 'a\nb'];
  const file = await write(
    'odd',
    ids.map((id, at) => [id, record(at)] as const),
  );
  for (const [at, id] of ids.entries()) expect(await readRecord(file, id), id).toEqual(record(at));
});

test('of several records of an item, the first is found', async () => {
  const filler = Array.from({ length: 500 }, (_, at) => [`other-${at}`, record(at, 'x'.repeat(1_000))] as const);
  const file = await write('repeated', [['one', record(1)], ['one', record(2)], ...filler, ['one', record(3)]]);
  expect(await readRecord(file, 'one')).toEqual(record(1));
});

test('a file without records, and one that was cut off, have none', async () => {
  const file = await write('empty', []);
  expect(await readRecord(file, 'one')).toBeNull();
  const cut = await write('cut', [['one', record(1)]]);
  await truncate(cut, (await stat(cut)).size - 1);
  expect(await readRecord(cut, 'one')).toBeNull();
});

test('what is abandoned is gone', async () => {
  const file = path.join(folder, 'abandoned');
  const writer = await createRecordFile(file);
  await writer.add([['one', record(1)]]);
  await writer.abandon();
  await expect(readRecord(file, 'one')).rejects.toThrow('ENOENT');
});

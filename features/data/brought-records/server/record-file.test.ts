import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedRecord } from '#feeds/feed-record.ts';
import { createRecordFile, readRecord } from './record-file.ts';
import { folderFiles } from '#server/files/folder-files.ts';
import { type Files, FilesAwayError } from '#server/files/files.ts';
import { s3Files } from '#server/files/s3-files.ts';

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

/** Incompressible. */
const text = (): string => randomBytes(60_000).toString('base64');
const recordsOfBatch = 20;
const mostBatches = 100;

test('fails the writer with FilesAwayError when the bucket dies while records are written', async () => {
  let parts = 0;
  const server = createServer((request, response) => {
    if (request.url?.includes('uploads')) {
      response.setHeader('content-type', 'application/xml');
      return void response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
    }
    request.resume().on('end', () => {
      parts += 1;
      if (parts > 1) request.socket.destroy();
      else response.setHeader('etag', '"1"').end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { key: 'key', secret: 'secret' };
  const files = s3Files({ endpoint, bucket: 'bucket', prefix: '', region: 'here', credentials });
  const writer = createRecordFile(files, 'records/one');
  const write = async (): Promise<void> => {
    for (let batch = 0; batch < mostBatches; batch += 1)
      await writer.add(
        Array.from({ length: recordsOfBatch }, (_, at) => [`${batch}-${at}`, { position: at, fields: { text: text() } }]),
      );
    await writer.finish();
  };
  await expect(write()).rejects.toThrow(FilesAwayError);
  expect(parts).toBeGreaterThan(1);
  await writer.abandon();
  files.close();
  server.closeAllConnections();
  server.close();
});

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, type Bytes } from './byte-stream.ts';
import { unpackFile } from './unpack.ts';
import { errorCode, readText } from '#feeds/testing/read-text.ts';
import { zipFile, type ZippedFile } from '#feeds/testing/zip-file.ts';

const content = `id;name\n${Array.from({ length: 800 }, (_, at) => `${at * 7919};Židle ${at}\n`).join('')}`;
const feed = { name: 'feed.csv', content };

async function unzipped(archive: Bytes | Uint8Array): Promise<string> {
  const { bytes } = await unpackFile(archive instanceof Uint8Array ? bytesOf(archive) : archive, 64);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each<[string, ZippedFile[]]>([
  ['packed', [feed]],
  ['stored', [{ ...feed, isStored: true }]],
  ['written while it is sent', [{ ...feed, isStreamed: true }]],
  [
    'in a folder',
    [
      { name: 'export/', content: '', isStored: true },
      { ...feed, name: 'export/feed.csv' },
    ],
  ],
  [
    'beside what is no feed',
    [
      { name: '__MACOSX/._feed.csv', content: 'x', isStreamed: true },
      { name: 'logo.png', content: 'x' },
      feed,
      { name: 'readme.txt', content: 'x' },
    ],
  ],
  ['in gzip itself', [{ name: 'feed.csv.gz', content: gzipSync(content) }]],
])('a feed %s is read from its archive, however it is cut', async (_how, files) => {
  const archive = zipFile(...files);
  expect(await unzipped(archive)).toBe(content);
  for (const size of [1, 7, 100]) expect(await unzipped(inPieces(archive, size))).toBe(content);
});

test('the items of a feed in an archive are read like others', async () => {
  const { all, type } = await readText(
    zipFile({ name: 'Export.XML', content: '<shop><item><id>1</id><name>Lamp</name></item></shop>' }),
  );
  expect([type, all.length]).toEqual(['xml', 1]);
});

test('archives with several feeds, with none, with a password or packed otherwise are refused with the names of files', async () => {
  expect(await errorCode(unzipped(zipFile(feed, { ...feed, name: 'other.csv' })))).toBe('archiveFiles');
  await expect(unzipped(zipFile(feed, { ...feed, name: 'other.csv' }))).rejects.toThrow(/“feed.csv” and “other.csv”/);
  await expect(unzipped(zipFile({ name: 'inner.zip', content: zipFile(feed) }))).rejects.toThrow(/no XML.*“inner.zip”/);
  expect(await errorCode(unzipped(zipFile({ ...feed, isLocked: true })))).toBe('archiveLocked');
  expect(await errorCode(unzipped(zipFile({ ...feed, isStored: true, isStreamed: true })))).toBe('archiveMethod');
});

test('an archive that is cut short or broken is told as such', async () => {
  const archive = zipFile(feed);
  expect(await errorCode(unzipped(archive.subarray(0, 100)))).toBe('cutArchive');
  expect(await errorCode(unzipped(archive.subarray(0, archive.length - 64)))).toBe('cutArchive');
  expect(await errorCode(unzipped(Buffer.from(archive).fill(0xff, 60, 80)))).toBe('badCompression');
  const otherSum = Buffer.from(archive);
  otherSum.writeUInt32LE(1, 14);
  expect(await errorCode(unzipped(otherSum))).toBe('badCompression');
});

test('a bomb in an archive is refused long before it is unpacked, in its feed and beside it', async () => {
  const zeros = Buffer.alloc(100 * 1024 * 1024);
  expect(await errorCode(unzipped(zipFile({ name: 'feed.csv', content: zeros })))).toBe('bomb');
  const many = Array.from({ length: 3 }, (_, at) => ({ name: `${at}.bin`, content: zeros, isStreamed: true }));
  const archive = zipFile(...many, feed);
  const before = process.memoryUsage.rss();
  expect(await errorCode(unzipped(archive))).toBe('bomb');
  expect(process.memoryUsage.rss() - before).toBeLessThan(80 * 1024 * 1024);
});

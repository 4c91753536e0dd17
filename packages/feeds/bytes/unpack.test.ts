import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync, crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, type Bytes } from './byte-stream.ts';
import { unpackLimits } from '#feeds/limits.ts';
import { errorCode, readText } from '#feeds/testing/read-text.ts';
import { unpackFile, unpackNamed } from './unpack.ts';

interface ZippedFile {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** Sizes stand behind the bytes, as where an archive is written while it is sent. */
  readonly isStreamed?: boolean;
  readonly isStored?: boolean;
  readonly isLocked?: boolean;
}

/** An archive with these files, as programs write them, with the beginning of its list of files. */
function zipFile(...files: readonly ZippedFile[]): Buffer {
  return Buffer.concat([...files.map(zipped), Buffer.from('PK\u0001\u0002'), Buffer.alloc(60)]);
}

function zipped({ name, content, isStreamed = false, isStored = false, isLocked = false }: ZippedFile): Buffer {
  const bytes = Buffer.from(content);
  const packed = isStored ? bytes : deflateRawSync(bytes);
  const sums = [crc32(bytes), packed.length, bytes.length];
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE((isStreamed ? 8 : 0) + (isLocked ? 1 : 0) + 0x800, 6);
  header.writeUInt16LE(isStored ? 0 : 8, 8);
  if (!isStreamed) header.set(numbers(sums), 14);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  const behind = isStreamed ? [Buffer.from('PK\u0007\u0008'), numbers(sums)] : [];
  return Buffer.concat([header, Buffer.from(name), packed, ...behind]);
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

const text = 'id;name\n1;Židle\n'.repeat(50);

async function read(bytes: Bytes): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function readFile(packed: Uint8Array, limits = unpackLimits): Promise<string> {
  return read((await unpackFile(bytesOf(packed), 64, limits)).bytes);
}

const packers = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync };

for (const [name, pack] of Object.entries(packers)) {
  test(`${name} transport encoding is undone`, async () => {
    expect(await read(unpackNamed(bytesOf(pack(text)), name, ''))).toBe(text);
  });
}

test('two encodings are undone in reverse order', async () => {
  expect(await read(unpackNamed(bytesOf(brotliCompressSync(gzipSync(text))), 'gzip, br', ''))).toBe(text);
});

test('files are unpacked by their first bytes, also one inside another', async () => {
  expect(await readFile(Buffer.from(text))).toBe(text);
  expect(await readFile(gzipSync(text))).toBe(text);
  expect(await readFile(zstdCompressSync(gzipSync(text)))).toBe(text);
});

test('a file in brotli is unpacked by its name or address, and other names change nothing', async () => {
  const packed = brotliCompressSync(text);
  for (const name of ['feed.csv.br', 'FEED.BR', 'https://shop.example/feed.xml.br?key=1'])
    expect(await read(unpackNamed(bytesOf(packed), null, name)), name).toBe(text);
  for (const name of ['feed.csv', 'https://shop.br/feed.csv?format=.br', ''])
    expect(await read(unpackNamed(bytesOf(text), null, name)), name).toBe(text);
});

test('more layers than two are refused', async () => {
  expect(await errorCode(readFile(gzipSync(gzipSync(gzipSync(text)))))).toBe('tooManyLayers');
  expect(() => unpackNamed(bytesOf(), 'gzip, gzip, gzip', '')).toThrow(/over 2 times/);
});

test('a bomb is refused long before it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(250_000);
  const before = process.memoryUsage.rss();
  expect(await errorCode(readFile(bomb))).toBe('bomb');
  expect(process.memoryUsage.rss() - before).toBeLessThan(80 * 1024 * 1024);
  expect(await errorCode(readFile(gzipSync(bomb)))).toBe('bomb');
});

test('a bomb in brotli or zstd is refused too, as a file and on the way', async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const [brotli, zstd] = [
    brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    zstdCompressSync(zeros),
  ];
  expect(await errorCode(readFile(zstd))).toBe('bomb');
  expect(await errorCode(read(unpackNamed(bytesOf(brotli), null, 'feed.br')))).toBe('bomb');
  expect(await errorCode(read(unpackNamed(bytesOf(brotli), 'br', '')))).toBe('bomb');
  expect(await errorCode(read(unpackNamed(bytesOf(zstd), 'zstd', '')))).toBe('bomb');
});

test('a file in brotli or zstd that is cut short or broken is told as such', async () => {
  const [brotli, zstd] = [brotliCompressSync(text), zstdCompressSync(text)];
  expect(await errorCode(readFile(zstd.subarray(0, -8)))).toBe('cutArchive');
  expect(await errorCode(read(unpackNamed(bytesOf(brotli.subarray(0, -8)), null, 'a.br')))).toBe('cutArchive');
  expect(await errorCode(read(unpackNamed(bytesOf('id;name and other plain text'), null, 'a.br')))).toBe('badCompression');
  zstd.fill(0xff, 6, 20);
  expect(await errorCode(readFile(zstd))).toBe('badCompression');
});

test('the unpacked size has a limit of its own', async () => {
  expect(await errorCode(readFile(gzipSync(text), { ...unpackLimits, maxBytes: 100 }))).toBe('unpackedTooLarge');
});

test('an unknown encoding, broken bytes and a file cut short are told apart', async () => {
  expect(() => unpackNamed(bytesOf(), 'compress', '')).toThrow(/“compress”/);
  const packed = gzipSync(text);
  expect(await errorCode(readFile(packed.subarray(0, packed.length - 12)))).toBe('cutArchive');
  packed.fill(0xff, 12, 30);
  expect(await errorCode(readFile(packed))).toBe('badCompression');
  expect(await errorCode(read(unpackNamed(bytesOf('plain text'), 'gzip', '')))).toBe('badCompression');
});

test('layers that each unpack little enough are a bomb together', async () => {
  const member = gzipSync(Buffer.concat([randomBytes(300), Buffer.alloc(60_000)]));
  const inner = Buffer.concat(Array.from({ length: 200 }, () => member));
  const bomb = gzipSync(inner);
  // Each of them alone stays below the limit.
  expect((await readFile(inner)).length).toBeGreaterThan(10_000_000);
  expect(inner.length / bomb.length).toBeLessThan(unpackLimits.maxRatio);
  expect(await errorCode(readFile(bomb))).toBe('bomb');
  expect(await errorCode(read(unpackNamed(bytesOf(bomb), 'gzip, gzip', '')))).toBe('bomb');
  const onTheWay = unpackNamed(bytesOf(bomb), 'gzip', '');
  const both = async () => read((await unpackFile(onTheWay, 64, unpackLimits, () => bomb.length)).bytes);
  expect(await errorCode(both())).toBe('bomb');
});

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

test('reports an archive that is cut short or broken', async () => {
  const archive = zipFile(feed);
  expect(await errorCode(unzipped(archive.subarray(0, 100)))).toBe('cutArchive');
  expect(await errorCode(unzipped(archive.subarray(0, archive.length - 64)))).toBe('cutArchive');
  expect(await errorCode(unzipped(Buffer.from(archive).fill(0xff, 60, 80)))).toBe('badCompression');
  const otherSum = Buffer.from(archive);
  otherSum.writeUInt32LE(1, 14);
  expect(await errorCode(unzipped(otherSum))).toBe('badCompression');
});

test('a bomb in an archive is refused long before it is unpacked, in its feed and beside it', async () => {
  const zeros = Buffer.alloc(40 * 1024 * 1024);
  expect(await errorCode(unzipped(zipFile({ name: 'feed.csv', content: zeros })))).toBe('bomb');
  const many = Array.from({ length: 3 }, (_, at) => ({ name: `${at}.bin`, content: zeros, isStreamed: true }));
  const archive = zipFile(...many, feed);
  const before = process.memoryUsage.rss();
  expect(await errorCode(unzipped(archive))).toBe('bomb');
  expect(process.memoryUsage.rss() - before).toBeLessThan(80 * 1024 * 1024);
});

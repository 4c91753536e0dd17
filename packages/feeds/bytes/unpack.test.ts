import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, type Bytes } from './byte-stream.ts';
import { unpackLimits } from '#feeds/limits.ts';
import { errorCode } from '#feeds/testing/read-text.ts';
import { unpackFile, unpackNamed } from './unpack.ts';

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
  expect(() => unpackNamed(bytesOf(), 'gzip, gzip, gzip', '')).toThrow(/more than 2 times/);
});

test('a bomb is refused long before it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
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

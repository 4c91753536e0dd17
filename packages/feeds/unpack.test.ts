import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, type Bytes } from './byte-stream.ts';
import { unpackLimits } from './limits.ts';
import { errorCode } from './testing/read-text.ts';
import { unpackEncodings, unpackFile } from './unpack.ts';

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
    expect(await read(unpackEncodings(bytesOf(pack(text)), name))).toBe(text);
  });
}

test('two encodings are undone in reverse order', async () => {
  expect(await read(unpackEncodings(bytesOf(brotliCompressSync(gzipSync(text))), 'gzip, br'))).toBe(text);
});

test('files are unpacked by their first bytes, also one inside another', async () => {
  expect(await readFile(Buffer.from(text))).toBe(text);
  expect(await readFile(gzipSync(text))).toBe(text);
  expect(await readFile(zstdCompressSync(gzipSync(text)))).toBe(text);
});

test('more layers than two are refused', async () => {
  expect(await errorCode(readFile(gzipSync(gzipSync(gzipSync(text)))))).toBe('tooManyLayers');
  expect(() => unpackEncodings(bytesOf(), 'gzip, gzip, gzip')).toThrow(/more than 2 times/);
});

test('a bomb is refused long before it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(250_000);
  const before = process.memoryUsage.rss();
  expect(await errorCode(readFile(bomb))).toBe('bomb');
  expect(process.memoryUsage.rss() - before).toBeLessThan(80 * 1024 * 1024);
  expect(await errorCode(readFile(gzipSync(bomb)))).toBe('bomb');
});

test('the unpacked size has a limit of its own', async () => {
  expect(await errorCode(readFile(gzipSync(text), { ...unpackLimits, maxBytes: 100 }))).toBe('unpackedTooLarge');
});

test('an unknown encoding, broken bytes and a file cut short are told apart', async () => {
  expect(() => unpackEncodings(bytesOf(), 'compress')).toThrow(/“compress”/);
  const packed = gzipSync(text);
  expect(await errorCode(readFile(packed.subarray(0, packed.length - 12)))).toBe('cutArchive');
  packed.fill(0xff, 12, 30);
  expect(await errorCode(readFile(packed))).toBe('badCompression');
  expect(await errorCode(read(unpackEncodings(bytesOf('plain text'), 'gzip')))).toBe('badCompression');
});

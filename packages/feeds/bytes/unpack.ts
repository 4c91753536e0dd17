import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { peekBytes, type Bytes, type PeekedBytes } from './byte-stream.ts';
import { FeedError } from '#feeds/feed-error.ts';
import { unpackLimits, type UnpackLimits } from '#feeds/limits.ts';
import { isWorkbook } from '#feeds/recognise/refuse-binary.ts';
import { refuseBomb } from './bomb.ts';
import { isZip, zippedFeed } from './zip.ts';

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** How many bytes have come in so far, before anything was unpacked: layers of a bomb multiply, so all of them are measured by these. */
export type ReceivedBytes = () => number;

const unknown: ReceivedBytes = () => Infinity;

/** The transport encodings that we ask hosts for and can undo. */
export const acceptedEncodings = 'gzip, br, zstd, deflate';

/**
 * Undoes the Content-Encoding header, last encoding first.
 * @throws FeedError `unknownCompression`, and `tooManyLayers` for more of them than a feed has.
 */
export function unpackEncodings(bytes: Bytes, contentEncoding: string | null, limits: UnpackLimits = unpackLimits): Bytes {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const layers = names.filter((name) => name !== '' && name !== 'identity').reverse();
  if (layers.length > limits.maxLayers) throw tooManyLayers(limits);
  const counted = countedBytes(bytes);
  return layers.reduce((packed, name) => {
    const create = unpackers[name];
    if (!create) throw new FeedError('unknownCompression', { compression: name });
    return unpack(packed, create(), limits, counted.receivedBytes);
  }, counted.bytes);
}

function countedBytes(bytes: Bytes): { readonly bytes: Bytes; readonly receivedBytes: ReceivedBytes } {
  let count = 0;
  const counted = async function* () {
    for await (const chunk of bytes) {
      count += chunk.length;
      yield chunk;
    }
  };
  return { bytes: counted(), receivedBytes: () => count };
}

/** Undoes brotli, which can't be told by its first bytes, where the name of a file says that it is. Names may be addresses. */
export function unpackNamed(bytes: Bytes, fileName: string, receivedBytes: ReceivedBytes = unknown): Bytes {
  const path = URL.parse(fileName)?.pathname ?? fileName;
  if (!path.toLowerCase().endsWith('.br')) return bytes;
  const counted = countedBytes(bytes);
  return unpack(counted.bytes, createBrotliDecompress(), unpackLimits, lesser(counted.receivedBytes, receivedBytes));
}

const lesser =
  (one: ReceivedBytes, other: ReceivedBytes): ReceivedBytes =>
  () =>
    Math.min(one(), other());

/**
 * Looks at the first bytes and unpacks .gz, .zst and .zip files, also when one is inside another.
 * @throws FeedError `bomb`, `tooManyLayers`, `unpackedTooLarge`, `badCompression`, `cutArchive`, and those of `zippedFeed`.
 */
export async function unpackFile(
  bytes: Bytes,
  headBytes: number,
  limits: UnpackLimits = unpackLimits,
  receivedBytes: ReceivedBytes = unknown,
): Promise<PeekedBytes> {
  const counted = countedBytes(bytes);
  const received = lesser(counted.receivedBytes, receivedBytes);
  let peeked = await peekBytes(counted.bytes, headBytes);
  for (let layer = 0; ; layer += 1) {
    const unpacked = unpackerOf(peeked.head, limits);
    if (!unpacked) return peeked;
    if (layer === limits.maxLayers) {
      await peeked.close();
      throw tooManyLayers(limits);
    }
    peeked = await peekBytes(measured(unpacked(peeked.bytes), limits, received), headBytes);
  }
}

function unpackerOf(head: Uint8Array, limits: UnpackLimits): ((packed: Bytes) => Bytes) | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return (packed) => throughUnpacker(packed, createGunzip());
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd)
    return (packed) => throughUnpacker(packed, createZstdDecompress());
  return isZip(head) && !isWorkbook(head) ? (packed) => zippedFeed(packed, limits) : null;
}

function unpack(packed: Bytes, unpacker: Transform, limits: UnpackLimits, receivedBytes: ReceivedBytes): Bytes {
  return measured(throughUnpacker(packed, unpacker), limits, receivedBytes);
}

async function* throughUnpacker(packed: Bytes, unpacker: Transform): AsyncGenerator<Uint8Array> {
  // The failure reaches the reader through the unpacker, which the pipeline destroys with it.
  pipeline(Readable.from(packed, { objectMode: false }), unpacker, () => undefined);
  try {
    yield* unpacker as AsyncIterable<Uint8Array>;
  } finally {
    unpacker.destroy();
  }
}

async function* measured(unpacked: Bytes, limits: UnpackLimits, receivedBytes: ReceivedBytes): AsyncGenerator<Uint8Array> {
  let unpackedBytes = 0;
  try {
    for await (const chunk of unpacked) {
      unpackedBytes += chunk.length;
      refuseBomb(receivedBytes(), unpackedBytes, limits);
      yield chunk;
    }
  } catch (error) {
    throw unpackFailure(error);
  }
}

function unpackFailure(error: unknown): unknown {
  if (error instanceof FeedError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(String(error))) return new FeedError('cutArchive');
  return /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_|ZSTD_|BROTLI_)/.test(code) ? new FeedError('badCompression') : error;
}

function tooManyLayers(limits: UnpackLimits): FeedError {
  return new FeedError('tooManyLayers', { maxLayers: limits.maxLayers });
}

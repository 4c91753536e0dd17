import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { peekBytes, type Bytes, type PeekedBytes } from './byte-stream.ts';
import { FeedError } from '#feeds/feed-error.ts';
import { unpackLimits, type UnpackLimits } from '#feeds/limits.ts';

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
 * Looks at the first bytes and unpacks .gz and .zst files, also when one is inside another.
 * @throws FeedError `bomb`, `tooManyLayers`, `unpackedTooLarge`, `badCompression`, `cutArchive`.
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
    const create = unpackerOf(peeked.head);
    if (!create) return peeked;
    if (layer === limits.maxLayers) {
      await peeked.close();
      throw tooManyLayers(limits);
    }
    peeked = await peekBytes(unpack(peeked.bytes, create(), limits, received), headBytes);
  }
}

function unpackerOf(head: Uint8Array): (() => Transform) | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return createGunzip;
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return createZstdDecompress;
  return null;
}

async function* unpack(
  packed: Bytes,
  unpacker: Transform,
  limits: UnpackLimits,
  receivedBytes: ReceivedBytes,
): AsyncGenerator<Uint8Array> {
  let unpackedBytes = 0;
  // The failure reaches the reader through the unpacker, which the pipeline destroys with it.
  pipeline(Readable.from(packed, { objectMode: false }), unpacker, () => undefined);
  try {
    for await (const chunk of unpacker as AsyncIterable<Uint8Array>) {
      unpackedBytes += chunk.length;
      refuseBomb(receivedBytes(), unpackedBytes, limits);
      yield chunk;
    }
  } catch (error) {
    throw unpackFailure(error);
  } finally {
    unpacker.destroy();
  }
}

function refuseBomb(receivedBytes: number, unpackedBytes: number, limits: UnpackLimits): void {
  if (unpackedBytes > limits.maxBytes) throw new FeedError('unpackedTooLarge', { maxBytes: limits.maxBytes });
  if (unpackedBytes > limits.ratioFreeBytes && unpackedBytes > receivedBytes * limits.maxRatio) {
    throw new FeedError('bomb', { maxRatio: limits.maxRatio });
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

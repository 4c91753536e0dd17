import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { peekBytes, type Bytes, type PeekedBytes, refuseBomb } from './byte-stream.ts';
import { FeedError } from '#feeds/feed-error.ts';
import { unpackLimits, type UnpackLimits } from '#feeds/limits.ts';
import { isWorkbook } from '#feeds/recognise/sniff-type.ts';
import { isZip, zippedFeed } from './zip.ts';

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Bytes received before any unpacking. Layers of a bomb multiply, so all of them are measured against it. */
type ReceivedBytes = () => number;

export const acceptedEncodings = 'gzip, br, zstd, deflate';

/**
 * Undoes the Content-Encoding header, last encoding first, and brotli by the name of the file or address: it has no magic bytes.
 * @throws FeedError `unknownCompression`, `tooManyLayers`
 */
export function unpackNamed(
  bytes: Bytes,
  contentEncoding: string | null,
  fileName: string,
  limits: UnpackLimits = unpackLimits,
): Bytes {
  const layers = encodingsOf(contentEncoding);
  if (layers.length > limits.maxLayers) throw tooManyLayers(limits);
  const path = URL.parse(fileName)?.pathname ?? fileName;
  // Hosts that serve such a file as `Content-Encoding: br` mean the same layer.
  if (path.toLowerCase().endsWith('.br') && !layers.includes('br')) layers.push('br');
  const counted = countedBytes(bytes);
  return layers.reduce((packed, name) => {
    const create = unpackers[name];
    if (!create) throw new FeedError('unknownCompression', { compression: name });
    return measured(throughUnpacker(packed, create()), limits, counted.receivedBytes);
  }, counted.bytes);
}

const encodingsOf = (contentEncoding: string | null): string[] =>
  (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();

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

/**
 * Unpacks gzip, zstd and ZIP by their first bytes, also nested.
 * @param receivedBytes of a feed that was unpacked on the way already.
 * @throws FeedError `bomb`, `tooManyLayers`, `unpackedTooLarge`, `badCompression`, `cutArchive`, and those of `zippedFeed`
 */
export async function unpackFile(
  bytes: Bytes,
  headBytes: number,
  limits: UnpackLimits = unpackLimits,
  receivedBytes: ReceivedBytes = () => Infinity,
): Promise<PeekedBytes> {
  const counted = countedBytes(bytes);
  const received = (): number => Math.min(counted.receivedBytes(), receivedBytes());
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

async function* throughUnpacker(packed: Bytes, unpacker: Transform): AsyncGenerator<Uint8Array> {
  // A failure reaches the reader through the unpacker, which the pipeline destroys.
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

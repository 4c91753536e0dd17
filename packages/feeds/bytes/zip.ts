import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { type Bytes, refuseBomb } from './byte-stream.ts';
import { FeedError } from '#feeds/feed-error.ts';
import type { UnpackLimits } from '#feeds/limits.ts';

const localHeader = 0x04034b50;
const descriptor = 0x08074b50;
const headerBytes = 30;
const stored = 0;
const deflated = 8;
const isInExtra = 0xffffffff;
const zip64Field = 0x0001;

interface ZipEntry {
  readonly name: string;
  readonly isLocked: boolean;
  readonly isReadable: boolean;
  readonly isDeflated: boolean;
  /** null when they follow the bytes. */
  readonly check: { readonly packedBytes: number; readonly crc: number } | null;
}

/** Null at the central directory. */
async function nextEntry(input: ZipInput): Promise<ZipEntry | null> {
  const mark = await input.take(4);
  if (mark.readUInt32LE() !== localHeader) return null;
  const header = Buffer.concat([mark, await input.take(headerBytes - mark.length)]);
  const flags = header.readUInt16LE(6);
  const method = header.readUInt16LE(8);
  const nameBytes = await input.take(header.readUInt16LE(26));
  const extra = await input.take(header.readUInt16LE(28));
  const isToldBehind = (flags & 8) !== 0;
  const packedBytes = sizeOf(header.readUInt32LE(18), extra);
  return {
    name: nameBytes.toString((flags & 0x800) === 0 ? 'latin1' : 'utf8'),
    isLocked: (flags & 1) !== 0,
    isReadable: method === deflated || (method === stored && !isToldBehind),
    isDeflated: method === deflated,
    check: isToldBehind ? null : { packedBytes, crc: header.readUInt32LE(14) },
  };
}

function sizeOf(size: number, extra: Buffer): number {
  if (size !== isInExtra) return size;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === zip64Field && at + 20 <= extra.length) return Number(extra.readBigUInt64LE(at + 12));
  }
  return size;
}

/** @throws FeedError `badCompression` for a wrong checksum */
async function* entryBytes(input: ZipInput, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let crc = 0;
  const unpacked = entry.isDeflated ? inflated(input) : input.pieces(entry.check?.packedBytes ?? 0);
  for await (const chunk of unpacked) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== (entry.check?.crc ?? (await crcBehind(input)))) throw new FeedError('badCompression');
}

/** The checksum, optionally after a mark, and two sizes of four or eight bytes. */
async function crcBehind(input: ZipInput): Promise<number> {
  const first = (await input.take(4)).readUInt32LE();
  const crc = first === descriptor ? (await input.take(4)).readUInt32LE() : first;
  await input.take(8);
  const next = await input.take(2);
  if (next.toString('latin1') === 'PK') input.giveBack(next);
  else await input.take(6);
  return crc;
}

/** Reads a stream by counts of bytes, which can be given back. */
class ZipInput {
  #rest: Uint8Array = new Uint8Array();
  readonly #source: AsyncIterator<Uint8Array>;

  constructor(bytes: Bytes) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  takenBytes = 0;

  /** At most `maxBytes`; null at the end. */
  async next(maxBytes: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return null;
      this.#rest = value;
    }
    const next = this.#rest.subarray(0, maxBytes);
    this.#rest = this.#rest.subarray(next.length);
    this.takenBytes += next.length;
    return next;
  }

  giveBack(bytes: Uint8Array): void {
    this.takenBytes -= bytes.length;
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([bytes, this.#rest]);
  }

  /** @throws FeedError `cutArchive` */
  async take(count: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for await (const piece of this.pieces(count)) taken.push(piece);
    return Buffer.concat(taken);
  }

  /** @throws FeedError `cutArchive` */
  async *pieces(count: number): AsyncGenerator<Uint8Array> {
    for (let missing = count; missing > 0;) {
      const piece = await this.next(missing);
      if (piece === null) throw new FeedError('cutArchive');
      yield piece;
      missing -= piece.length;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Unpacks to a few megabytes at most before the size is checked. */
const pieceBytes = 4096;

/** Deflated bytes mark their own end; the rest stays in the input. @throws FeedError `cutArchive` */
async function* inflated(input: ZipInput): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw();
  let unpacked: Uint8Array[] = [];
  let givenBytes = 0;
  inflater.on('data', (chunk: Uint8Array) => void unpacked.push(chunk));
  const end = Promise.withResolvers<void>();
  inflater.once('end', end.resolve).once('error', end.reject);
  end.promise.catch(() => undefined);
  try {
    for (let isOver = false; !isOver;) {
      const piece = await input.next(pieceBytes);
      if (piece === null) throw new FeedError('cutArchive');
      givenBytes += piece.length;
      await Promise.race([written(inflater, piece), end.promise]);
      const leftBytes = givenBytes - inflater.bytesWritten;
      isOver = leftBytes > 0;
      if (isOver) {
        input.giveBack(piece.subarray(piece.length - leftBytes));
        await end.promise;
      }
      const ready = unpacked;
      unpacked = [];
      yield* ready;
    }
  } finally {
    inflater.destroy();
  }
}

function written(inflater: InflateRaw, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => void inflater.write(piece, () => resolve()));
}

const feedName = /\.(?:xml|csv|tsv|tab|txt|json|jsonl|ndjson|rss|atom|yml|gz|zst)$/i;
const beside = /\/$|(?:^|\/)(?:__MACOSX\/|\.|thumbs\.db$|desktop\.ini$|(?:readme|licen[cs]e|changelog)(?:\.|$))/i;

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

/**
 * The only feed in the archive, unpacked as a stream.
 * @throws FeedError `bomb`, `archiveFiles`, `archiveNoFeed`, `archiveLocked`, `archiveMethod`, `cutArchive`, `badCompression`
 */
export async function* zippedFeed(packed: Bytes, limits: UnpackLimits): AsyncGenerator<Uint8Array> {
  const input = new ZipInput(packed);
  const others: string[] = [];
  let found: string | null = null;
  try {
    for (let entry = await nextEntry(input); entry !== null; entry = await nextEntry(input)) {
      if (!isFeed(entry)) {
        if (!beside.test(entry.name)) others.push(entry.name);
        await skip(input, entry, limits);
      } else if (found === null) {
        found = entry.name;
        refuseUnreadable(entry);
        yield* entryBytes(input, entry);
      } else throw new FeedError('archiveFiles', { first: found, second: entry.name });
    }
    if (found === null) throw new FeedError('archiveNoFeed', { file: others[0] ?? '' });
  } finally {
    await input.close();
  }
}

function isFeed({ name }: ZipEntry): boolean {
  return feedName.test(name) && !beside.test(name);
}

async function skip(input: ZipInput, entry: ZipEntry, limits: UnpackLimits): Promise<void> {
  if (entry.check !== null) {
    for await (const _ of input.pieces(entry.check.packedBytes));
    return;
  }
  refuseUnreadable(entry);
  let unpackedBytes = 0;
  for await (const chunk of entryBytes(input, entry)) {
    unpackedBytes += chunk.length;
    refuseBomb(input.takenBytes, unpackedBytes, limits);
  }
}

function refuseUnreadable({ name, isLocked, isReadable }: ZipEntry): void {
  if (isLocked) throw new FeedError('archiveLocked', { file: name });
  if (!isReadable) throw new FeedError('archiveMethod', { file: name });
}

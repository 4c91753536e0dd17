import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, zstdCompress, zstdDecompress } from 'node:zlib';
import type { FeedRecord } from '#feeds/feed-record.ts';
import type { Files, OpenedFile } from '#server/files/files.ts';

/**
 * The records of one import, found by item id. Packed blocks of records; then where each block begins, and the sorted hashes of
 * ids with their block number; then a footer with the position and sizes of that index.
 */
const magic = Buffer.from('AISLEREC');
const numberBytes = Float64Array.BYTES_PER_ELEMENT;
const footerBytes = 3 * numberBytes + magic.length;
/** In characters. Larger blocks pack better, but a read unpacks a whole one. */
const blockChars = 128 * 1024;
const maximumBlocks = 2 ** 20;

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);
/** Packs feeds to about a fifth. */
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export interface RecordFile {
  /** The first record of an item wins. */
  add(records: readonly (readonly [itemId: string, record: FeedRecord])[]): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Takes constant memory and 8 bytes per record. */
export function createRecordFile(files: Files, name: string): RecordFile {
  const sink = new PassThrough();
  const kept = files.put(name, sink);
  // Reported by the next write.
  kept.catch(() => undefined);
  const blockStarts: number[] = [];
  const keys: number[] = [];
  let size = 0;
  let lines: string[] = [];
  let lineChars = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(bytes: Buffer): Promise<void> {
    // The sink of a failed file discards what is written.
    if (sink.destroyed) await kept;
    if (!sink.write(bytes)) await Promise.race([once(sink, 'drain').catch(() => kept), kept]);
    size += bytes.length;
  }

  /** One block at a time, so that memory stays bounded. */
  async function endBlock(): Promise<void> {
    const text = lines.join('\n');
    lines = [];
    lineChars = 0;
    await writing;
    writing = pack(text, packing).then((packed) => {
      blockStarts.push(size);
      return write(packed);
    });
    // Reported when it is awaited.
    writing.catch(() => undefined);
  }
  let blockCount = 0;

  return {
    async add(records) {
      for (const [itemId, { position, line, fields }] of records) {
        const text = JSON.stringify([itemId, { position, line, fields }]);
        lines.push(text);
        lineChars += text.length;
        keys.push(hashOf(itemId) * maximumBlocks + blockCount);
        if (lineChars < blockChars) continue;
        blockCount += 1;
        await endBlock();
      }
    },
    async finish() {
      if (lines.length > 0) await endBlock();
      await writing;
      const index = Float64Array.from(keys).sort();
      const footer = Float64Array.of(size, blockStarts.length, index.length);
      await write(bytesOf(Float64Array.from([...blockStarts, size])));
      await write(bytesOf(index));
      await write(Buffer.concat([bytesOf(footer), magic]));
      sink.end();
      await kept;
    },
    async abandon() {
      await writing.catch(() => undefined);
      sink.destroy(new Error('The records of an import are given up.'));
      await kept.catch(() => undefined);
    },
  };
}

/** Null when the file lacks it or is incomplete. */
export async function readRecord(file: OpenedFile, itemId: string): Promise<FeedRecord | null> {
  if (file.sizeBytes < footerBytes) return null;
  const footer = await file.read(file.sizeBytes - footerBytes, footerBytes);
  if (!footer.subarray(-magic.length).equals(magic)) return null;
  const [indexAt = 0, blockCount = 0, recordCount = 0] = numbersOf(footer.subarray(0, 3 * numberBytes));
  const numbers = numbersOf(await file.read(indexAt, (blockCount + 1 + recordCount) * numberBytes));
  const [blockStarts, keys] = [numbers.subarray(0, blockCount + 1), numbers.subarray(blockCount + 1)];
  const hash = hashOf(itemId);
  for (let at = firstNotBelow(keys, hash * maximumBlocks); Math.floor(keys[at]! / maximumBlocks) === hash; at += 1) {
    const block = keys[at]! % maximumBlocks;
    const start = blockStarts[block] ?? 0;
    const packed = await file.read(start, (blockStarts[block + 1] ?? 0) - start);
    const record = recordIn((await unpack(packed)).toString(), itemId);
    if (record) return record;
  }
  return null;
}

function recordIn(block: string, itemId: string): FeedRecord | null {
  const beginning = `[${JSON.stringify(itemId)},`;
  const line = block.split('\n').find((each) => each.startsWith(beginning));
  return line === undefined ? null : (JSON.parse(line) as [string, FeedRecord])[1];
}

const hashOf = (itemId: string): number => crc32(itemId);

function firstNotBelow(keys: Float64Array, wanted: number): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (keys[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

const bytesOf = (numbers: Float64Array): Buffer => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
/** Copied, because the numbers may not be aligned. */
const numbersOf = (bytes: Buffer): Float64Array => new Float64Array(Uint8Array.from(bytes).buffer);

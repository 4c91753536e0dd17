import { crc32 } from 'node:zlib';
import { FeedError } from '#feeds/feed-error.ts';
import { inflated } from './inflate.ts';
import type { ZipInput } from './zip-input.ts';

/** After APPNOTE.TXT of PKWARE: what stands before the bytes of each file. */
const localHeader = 0x04034b50;
const descriptor = 0x08074b50;
const headerBytes = 30;
const stored = 0;
const deflated = 8;
/** Sizes of this value stand in the extra field. */
const isInExtra = 0xffffffff;
const zip64Field = 0x0001;

export interface ZipEntry {
  readonly name: string;
  readonly isLocked: boolean;
  /** Whether its bytes can be unpacked here. */
  readonly isReadable: boolean;
  readonly isDeflated: boolean;
  /** null where they are told behind the bytes. */
  readonly check: { readonly packedBytes: number; readonly crc: number } | null;
}

/** The next file of an archive; null where its list of files begins. */
export async function nextEntry(input: ZipInput): Promise<ZipEntry | null> {
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
    // The unpacked size stands first, then the packed one.
    if (extra.readUInt16LE(at) === zip64Field && at + 20 <= extra.length) return Number(extra.readBigUInt64LE(at + 12));
  }
  return size;
}

/** What a file unpacks to. @throws FeedError `badCompression` where the bytes are not what the archive says. */
export async function* entryBytes(input: ZipInput, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let crc = 0;
  const unpacked = entry.isDeflated ? inflated(input) : input.pieces(entry.check?.packedBytes ?? 0);
  for await (const chunk of unpacked) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== (entry.check?.crc ?? (await crcBehind(input)))) throw new FeedError('badCompression');
}

/** The check sum, with or without a mark before it, and two sizes of four or eight bytes behind it. */
async function crcBehind(input: ZipInput): Promise<number> {
  const first = (await input.take(4)).readUInt32LE();
  const crc = first === descriptor ? (await input.take(4)).readUInt32LE() : first;
  await input.take(8);
  const next = await input.take(2);
  if (next.toString('latin1') === 'PK') input.giveBack(next);
  else await input.take(6);
  return crc;
}

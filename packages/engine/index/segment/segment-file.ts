import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { DamagedFileError } from '#engine/index/files/checksums.ts';

/** Aligned sections, a table of contents, and a trailer with a checksum. Segments are searched as they are stored. */
export type Section = Uint8Array | Uint16Array | Uint32Array | Float64Array;

interface Contents<Meta> {
  readonly meta: Meta;
  readonly sections: Readonly<Record<string, readonly [offset: number, byteLength: number]>>;
}

const magic = 0x314c5341;
const trailerBytes = 16;
const alignment = 8;
const readBytes = 4 * 1024 * 1024;

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at);
}

type Sections = Readonly<Record<string, Section>>;

function* encoded(meta: object, sections: Sections): Generator<Uint8Array> {
  let offset = 0;
  let checksum = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    checksum = crc32(bytes, checksum);
    offset += bytes.length;
    return bytes;
  };
  const places: Record<string, [number, number]> = {};
  for (const [name, section] of Object.entries(sections)) {
    places[name] = [offset, section.byteLength];
    yield counted(new Uint8Array(section.buffer, section.byteOffset, section.byteLength));
    if (offset % alignment !== 0) yield counted(new Uint8Array(alignment - (offset % alignment)));
  }
  const contents = Buffer.from(JSON.stringify({ meta, sections: places }));
  const contentsOffset = offset;
  yield counted(contents);
  const trailer = new DataView(new ArrayBuffer(trailerBytes));
  trailer.setUint32(0, contentsOffset, true);
  trailer.setUint32(4, contents.length, true);
  trailer.setUint32(8, checksum, true);
  trailer.setUint32(12, magic, true);
  yield new Uint8Array(trailer.buffer);
}

export function writeSegmentFile(path: string, meta: object, sections: Sections): number {
  const file = openSync(path, 'w');
  try {
    let size = 0;
    for (const bytes of encoded(meta, sections)) {
      writeAll(file, bytes);
      size += bytes.length;
    }
    fsyncSync(file);
    return size;
  } finally {
    closeSync(file);
  }
}

export function segmentBytes(meta: object, sections: Sections): Uint8Array {
  return new Uint8Array(Buffer.concat([...encoded(meta, sections)]));
}

export class SegmentFile<Meta> {
  readonly bytes: Uint8Array;
  readonly meta: Meta;
  readonly #sections: Contents<Meta>['sections'];

  constructor(bytes: Uint8Array, contents: Contents<Meta>) {
    this.bytes = bytes;
    this.meta = contents.meta;
    this.#sections = contents.sections;
  }

  #place(name: string): readonly [buffer: ArrayBufferLike, offset: number, byteLength: number] {
    const place = this.#sections[name];
    if (place === undefined) throw new DamagedFileError(`The segment has no section ${name}.`);
    return [this.bytes.buffer, this.bytes.byteOffset + place[0], place[1]];
  }

  bytesOf(name: string): Uint8Array {
    return new Uint8Array(...this.#place(name));
  }

  uint16(name: string): Uint16Array {
    const [buffer, offset, byteLength] = this.#place(name);
    return new Uint16Array(buffer, offset, byteLength / 2);
  }

  uint32(name: string): Uint32Array {
    const [buffer, offset, byteLength] = this.#place(name);
    return new Uint32Array(buffer, offset, byteLength / 4);
  }

  float64(name: string): Float64Array {
    const [buffer, offset, byteLength] = this.#place(name);
    return new Float64Array(buffer, offset, byteLength / 8);
  }
}

export function openSegment<Meta>(bytes: Uint8Array): SegmentFile<Meta> {
  const own = bytes.byteOffset % alignment === 0 ? bytes : new Uint8Array(bytes);
  const trailer = new DataView(own.buffer, own.byteOffset + own.byteLength - trailerBytes);
  const contents = own.subarray(trailer.getUint32(0, true), trailer.getUint32(0, true) + trailer.getUint32(4, true));
  return new SegmentFile<Meta>(own, JSON.parse(Buffer.from(contents).toString()) as Contents<Meta>);
}

export type BytesRoom = (length: number) => Uint8Array;

const sharedBytes: BytesRoom = (length) => new Uint8Array(new SharedArrayBuffer(length));

/** Throws `DamagedFileError`. */
export async function readSegmentFile<Meta>(path: string, room: BytesRoom = sharedBytes): Promise<SegmentFile<Meta>> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new DamagedFileError(`${path} is missing.`) : error;
  });
  try {
    const { size } = await file.stat();
    if (size < trailerBytes) throw new DamagedFileError(`${path} is cut short.`);
    const bytes = room(size);
    const body = size - trailerBytes;
    let checksum = 0;
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(readBytes, size - at), at);
      if (bytesRead === 0) throw new DamagedFileError(`${path} is cut short.`);
      checksum = crc32(bytes.subarray(at, Math.min(at + bytesRead, body)), checksum);
      at += bytesRead;
    }
    const trailer = new DataView(bytes.buffer, bytes.byteOffset + body);
    if (trailer.getUint32(12, true) !== magic || trailer.getUint32(8, true) !== checksum)
      throw new DamagedFileError(`${path} does not have the bytes that were written: its checksum differs.`);
    return openSegment(bytes);
  } finally {
    await file.close();
  }
}

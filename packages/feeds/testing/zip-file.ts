import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** Sizes stand behind the bytes, as where an archive is written while it is sent. */
  readonly isStreamed?: boolean;
  readonly isStored?: boolean;
  readonly isLocked?: boolean;
}

/** An archive with these files, as programs write them, with the beginning of its list of files. */
export function zipFile(...files: readonly ZippedFile[]): Buffer {
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

/** Whole numbers, each as wide as the widest of them needs. */
export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const kinds = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array] as const;
/** What typed arrays have to begin at a multiple of. */
const alignment = 8;
const aligned = (offset: number): number => Math.ceil(offset / alignment) * alignment;

function kindFor(values: ArrayLike<number>): number {
  let [least, most] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least < 0) return least >= -0x80000000 && most <= 0x7fffffff ? 3 : 4;
  if (most <= 0xff) return 0;
  if (most <= 0xffff) return 1;
  return most <= 0xffffffff ? 2 : 4;
}

/** Columns of whole numbers, of the same length, as a text: of base64, which both databases keep and move as it is. */
export function packColumns(columns: readonly ArrayLike<number>[]): string {
  const rows = columns[0]?.length ?? 0;
  const kindsUsed = columns.map(kindFor);
  let length = aligned(8 + columns.length);
  const offsets = kindsUsed.map((kind) => {
    const offset = length;
    length = aligned(offset + rows * kinds[kind]!.BYTES_PER_ELEMENT);
    return offset;
  });
  const bytes = new Uint8Array(length);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, rows, true);
  head.setUint32(4, columns.length, true);
  for (const [at, values] of columns.entries()) {
    bytes[8 + at] = kindsUsed[at]!;
    new kinds[kindsUsed[at]!]!(bytes.buffer, offsets[at], rows).set(values);
  }
  return Buffer.from(bytes.buffer).toString('base64');
}

/** The columns of `packColumns`. */
export function unpackColumns(text: string): Column[] {
  const bytes = new Uint8Array(aligned(Buffer.byteLength(text, 'base64')));
  Buffer.from(bytes.buffer).write(text, 'base64');
  const head = new DataView(bytes.buffer);
  const [rows, count] = [head.getUint32(0, true), head.getUint32(4, true)];
  let offset = aligned(8 + count);
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[bytes[8 + at]!]!;
    const column = new kind(bytes.buffer, offset, rows);
    offset = aligned(offset + column.byteLength);
    return column;
  });
}

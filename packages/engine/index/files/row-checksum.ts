import { crc32 } from 'node:zlib';
import { DamagedFileError } from './damaged-file.ts';

/** An item as a table holds it; without fields it is gone. */
export interface ItemRow {
  readonly id: string;
  /** JSON. */
  readonly fields: string | null;
  readonly source: number | null;
}

/** The same with its fields as text or in UTF-8. */
type ReadRow = Omit<ItemRow, 'fields'> & { readonly fields: string | Uint8Array | null };

/** CRC-32 of what a row says. SQLite notices no byte that changed within a value. */
export const rowChecksum = ({ id, fields, source }: ReadRow): number =>
  crc32(fields ?? '', crc32(`${id}\n${source ?? ''}\n${fields === null ? 'gone' : ''}`));

/** Throws `DamagedFileError` when the row does not say what was written. */
export function checkRow(row: ReadRow, checksum: unknown): void {
  if (rowChecksum(row) !== checksum) throw new DamagedFileError('A stored item does not have the bytes that were written.');
}

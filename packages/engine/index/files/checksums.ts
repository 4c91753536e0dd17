import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { keepErrorClass } from '#process-kit/channel.ts';
import { replaceFile, replaceFileAside } from '#process-kit/durable-files.ts';

export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}
keepErrorClass(DamagedFileError);

const damageCodes: ReadonlySet<number> = new Set([11, 26]);
const shortRead = 522;
const primaryBits = 0xff;

export function asDamage(error: unknown, file: string): unknown {
  const code = (error as { readonly errcode?: number } | null)?.errcode;
  const isDamage = code !== undefined && (damageCodes.has(code & primaryBits) || code === shortRead);
  // A file without its tables was emptied.
  if (!isDamage && !(error instanceof Error && error.message.startsWith('no such table'))) return error;
  return new DamagedFileError(`${file} is damaged: ${(error as Error).message}.`, { cause: error });
}

/** Throws `DamagedFileError` where that is damaged. */
export function reading<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw asDamage(error, file);
  }
}

interface Checked<Value> {
  readonly checksum: number;
  readonly content: Value;
}

const checkedText = (content: object): string =>
  JSON.stringify({ checksum: crc32(JSON.stringify(content)), content } satisfies Checked<object>);

export const writeChecked = (file: string, content: object): void => replaceFile(file, checkedText(content));

export const writeCheckedAside = (file: string, content: object): Promise<void> => replaceFileAside(file, checkedText(content));

export function readChecked<Value>(file: string): Value | null {
  try {
    const { checksum, content } = JSON.parse(readFileSync(file, 'utf8')) as Checked<Value>;
    return crc32(JSON.stringify(content)) === checksum ? content : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return null;
    throw error;
  }
}

export interface ItemRow {
  readonly id: string;
  readonly fields: string | null;
  readonly source: number | null;
}

type ReadRow = Omit<ItemRow, 'fields'> & { readonly fields: string | Uint8Array | null };

/** CRC-32 of what a row says. SQLite notices no byte that changed within a value. */
export const rowChecksum = ({ id, fields, source }: ReadRow): number =>
  crc32(fields ?? '', crc32(`${id}\n${source ?? ''}\n${fields === null ? 'gone' : ''}`));

/** Throws `DamagedFileError` when the row does not say what was written. */
export function checkRow(row: ReadRow, checksum: unknown): void {
  if (rowChecksum(row) !== checksum) throw new DamagedFileError('A stored item does not have the bytes that were written.');
}

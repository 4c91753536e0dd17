import { keepErrorClass } from '#process-kit/failure.ts';

/** A file whose bytes are not those that were written. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}
keepErrorClass(DamagedFileError);

/** SQLite's codes for a file that is damaged, is no database, or ends too soon. */
const damageCodes: ReadonlySet<number> = new Set([11, 26]);
const shortRead = 522;
const primaryBits = 0xff;

/** The error as `DamagedFileError` where SQLite says that the file is damaged. */
export function asDamage(error: unknown, file: string): unknown {
  const code = (error as { readonly errcode?: number } | null)?.errcode;
  const isDamage = code !== undefined && (damageCodes.has(code & primaryBits) || code === shortRead);
  // A file without its tables was emptied.
  if (!isDamage && !(error instanceof Error && error.message.startsWith('no such table'))) return error;
  return new DamagedFileError(`${file} is damaged: ${(error as Error).message}.`, { cause: error });
}

/** Reads something of an SQLite file. Throws `DamagedFileError` where that is damaged. */
export function reading<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw asDamage(error, file);
  }
}

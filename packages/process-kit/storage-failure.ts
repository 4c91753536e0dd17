/** System errors of a disk that is broken, read-only or not writable for this user. */
const failureCodes: ReadonlySet<string> = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENXIO', 'ENODEV', 'ESTALE']);
/** Of SQLite: no permission, read-only, input or output failed, a file can't be opened. */
const sqliteFailures: ReadonlySet<number> = new Set([3, 8, 10, 14]);
const sqlitePrimaryBits = 0xff;

/** What a disk said that failed otherwise than by being full, such as `EROFS`; null when it was no disk. */
export function storageFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code !== undefined && failureCodes.has(code)) return code;
  if (errcode !== undefined && sqliteFailures.has(errcode & sqlitePrimaryBits)) return error.message;
  return storageFailure(error.cause);
}

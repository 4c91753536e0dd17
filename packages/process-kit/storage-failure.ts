/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE for the log's index. */
const sqliteFull: ReadonlySet<number> = new Set([13, 4874]);
/** Operating system, quotas, PostgreSQL. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** True for a full disk; codes survive threads and processes. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return fullCodes.has(code ?? '') || sqliteFull.has(errcode ?? 0) || isDiskFull(error.cause);
}

/** A broken, read-only or unwritable disk. */
const failureCodes: ReadonlySet<string> = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENXIO', 'ENODEV', 'ESTALE']);
/** SQLite: permission, read-only, I/O error, can't open. */
const sqliteFailures: ReadonlySet<number> = new Set([3, 8, 10, 14]);
const sqlitePrimaryBits = 0xff;

/** The disk's error code such as `EROFS`, except a full disk; null for other errors. */
export function storageFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code !== undefined && failureCodes.has(code)) return code;
  if (errcode !== undefined && sqliteFailures.has(errcode & sqlitePrimaryBits)) return error.message;
  return storageFailure(error.cause);
}

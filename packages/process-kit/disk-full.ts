/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE where the index of a write-ahead log finds no room. */
const sqliteFull: ReadonlySet<number> = new Set([13, 4874]);
/** Of the operating system, of its quotas, and of PostgreSQL. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether something failed because there was no room on a disk. Errors of other processes and threads keep their codes (`process-kit`). */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return fullCodes.has(code ?? '') || sqliteFull.has(errcode ?? 0) || isDiskFull(error.cause);
}

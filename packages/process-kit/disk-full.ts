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

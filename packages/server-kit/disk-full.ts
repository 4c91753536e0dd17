const sqliteFull = 13;
/** Of the operating system, of its quotas, and of PostgreSQL. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** Errors of other processes are known by what they say alone. */
const fullText = /\b(?:ENOSPC|EDQUOT)\b|database or disk is full/;

/** Whether something failed because there was no room on a disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return fullCodes.has(code ?? '') || errcode === sqliteFull || fullText.test(error.message) || isDiskFull(error.cause);
}

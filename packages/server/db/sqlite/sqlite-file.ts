import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { syncFile, temporary } from '#process-kit/durable-files.ts';
import type { DatabaseFile } from '#server/db/dialects.ts';
import type { Database } from '#server/db/schema.ts';
import { DatabaseStartError } from '#server/db/errors.ts';

const checkedLogBytes = 256 * 1024 * 1024;
const [headerBytes, frameHeaderBytes] = [32, 24];
const [headerSummed, frameHeaderSummed] = [24, 8];

/**
 * True if a WAL is damaged before its last commit. SQLite ignores everything after the first bad frame, as after a power cut;
 * but commits are synced, so a bad frame followed by a commit is damage. Format:
 * https://sqlite.org/fileformat2.html#walformat
 */
export function isLogDamaged(file: string): boolean {
  const size = existsSync(file) ? statSync(file).size : 0;
  if (size <= headerBytes || size > checkedLogBytes) return false;
  const bytes = readFileSync(file);
  const isBigEndian = (bytes.readUInt32BE(0) & 1) === 1;
  const sums: [number, number] = [0, 0];
  const add = (from: number, length: number): void => {
    for (let at = from; at < from + length; at += 8) {
      sums[0] = (sums[0] + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + sums[1]) >>> 0;
      sums[1] = (sums[1] + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + sums[0]) >>> 0;
    }
  };
  const isSummed = (at: number): boolean => bytes.readUInt32BE(at) === sums[0] && bytes.readUInt32BE(at + 4) === sums[1];
  add(0, headerSummed);
  if (!isSummed(headerSummed)) return true;
  const pageBytes = bytes.readUInt32BE(8);
  const salts = bytes.subarray(16, 24);
  let isCutOff = false;
  let isCommitted = false;
  for (let at = headerBytes; at + frameHeaderBytes + pageBytes <= size; at += frameHeaderBytes + pageBytes) {
    const isOfLog = bytes.subarray(at + 8, at + 16).equals(salts);
    if (isCutOff && isCommitted && isOfLog) return true;
    if (!isCutOff) {
      add(at, frameHeaderSummed);
      add(at + frameHeaderBytes, pageBytes);
      isCutOff = !isOfLog || !isSummed(at + 16);
    }
    if (isCutOff) isCommitted ||= isOfLog && bytes.readUInt32BE(at + 4) !== 0;
  }
  return false;
}

/** Checking takes 1 to 2 s per GB. */
const checkedBytes = 1024 * 1024 * 1024;
const readBytes = 1024 * 1024;
/** Earlier versions can corrupt a WAL database. Source: https://sqlite.org/releaselog/3_51_3.html */
const leastVersion = '3.51.3';

/** Synchronous but for `keepCopy`. */
export const databaseFile = (file: string): DatabaseFile => {
  const copy = `${file}.before-update`;
  const closed = `${file}.closed`;
  return {
    check: () => {
      assertVersion(process.versions.sqlite);
      const size = existsSync(file) ? statSync(file).size : 0;
      const isAsClosed = existsSync(closed) && readFileSync(closed, 'utf8') === stateOf(file);
      // A server that crashes leaves no such note.
      rmSync(closed, { force: true });
      if (isLogDamaged(`${file}-wal`))
        throw new DatabaseStartError(
          `The log ${file}-wal is damaged, and changes in it would be lost. Nothing was changed. Restore a backup, or delete ${file}-wal to go on with what was saved before it.`,
        );
      if (size > 0 && size <= checkedBytes && !isAsClosed) assertWhole(file);
    },
    noteClosed() {
      try {
        writeFileSync(closed, stateOf(file));
      } catch {
        // Full disk: the next start checks the file.
      }
    },
    async keepCopy(db: Database) {
      const unfinished = `${copy}${temporary}`;
      rmSync(unfinished, { force: true });
      await sql`vacuum into ${unfinished}`.execute(db);
      syncFile(unfinished);
      renameSync(unfinished, copy);
    },
    dropCopy: () => rmSync(copy, { force: true }),
    restoring: `A copy from before is kept at ${copy}; to go back to the earlier version of Aisle, stop it, put that copy in place of ${file}, and delete ${file}-wal and ${file}-shm.`,
  };
};

/** Changes with any write to the file or its log. */
function stateOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file);
  const log = `${file}-wal`;
  const logged = existsSync(log) ? statSync(log).size : 0;
  return JSON.stringify({ size, modified: Math.floor(mtimeMs), number: ino, logged });
}

/** Throws `DatabaseStartError` for SQLite before 3.51.3. */
export function assertVersion(version: string | undefined): void {
  const isOld = (version ?? '').localeCompare(leastVersion, 'en', { numeric: true }) < 0;
  if (isOld)
    throw new DatabaseStartError(
      `This Node brings SQLite ${version}, which can damage a database; use a Node with SQLite ${leastVersion} or newer.`,
    );
}

/** Read-only, so a damaged file isn't made worse. */
function assertWhole(file: string): void {
  const found = problemOf(file);
  if (found === null) return;
  throw new DatabaseStartError(
    `The database ${file} is damaged (${found}). Nothing was changed. Put ${file} back from a backup and delete ${file}-wal and ${file}-shm, or save what can be read with: sqlite3 ${file} .recover | sqlite3 recovered.sqlite`,
  );
}

function problemOf(file: string): string | null {
  let database: DatabaseSync | null = null;
  try {
    readInOrder(file);
    database = new DatabaseSync(file, { readOnly: true });
    const [row] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
    return row?.quick_check === 'ok' ? null : (row?.quick_check.split('\n').at(-1) ?? 'it can not be read');
  } catch (error) {
    return (error as Error).message;
  } finally {
    database?.close();
  }
}

/** Fills the page cache sequentially; SQLite's check reads pages in random order. */
function readInOrder(file: string): void {
  const opened = openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(readBytes);
    while (readSync(opened, buffer) > 0);
  } finally {
    closeSync(opened);
  }
}

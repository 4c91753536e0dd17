import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLogDamaged } from './sqlite-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = path.join(folder, 'log');
const again = path.join(folder, 'again');
const rows = 20;

/** As a killed server leaves it: the database is still open. */
beforeAll(() => {
  const database = new DatabaseSync(path.join(folder, 'one.sqlite'));
  database.exec('pragma journal_mode = wal; create table one (text text)');
  const fill = () => {
    for (let at = 0; at < rows; at += 1) database.prepare('insert into one values (?)').run('x'.repeat(3_000));
  };
  fill();
  copyFileSync(`${database.location()!}-wal`, log);
  database.exec('pragma wal_checkpoint(restart)');
  database.prepare('insert into one values (?)').run('overwrites the log from its beginning');
  copyFileSync(`${database.location()!}-wal`, again);
  database.close();
});

const frameBytes = 24 + 4096;
const damaged = (at: number): string => {
  const copy = path.join(folder, `damaged${at}`);
  const bytes = readFileSync(log);
  bytes[at] = bytes[at]! ^ 0xff;
  writeFileSync(copy, bytes);
  return copy;
};

test('a log as it was written, also over an older one, is whole, and so is none', () => {
  expect([log, again, path.join(folder, 'none')].map(isLogDamaged)).toEqual([false, false, false]);
});

test.each([100, 5_000, 12_345])('a log that ends after %i bytes is one that was cut off', (bytes) => {
  const copy = path.join(folder, `cut${bytes}`);
  copyFileSync(log, copy);
  truncateSync(copy, bytes);
  expect(isLogDamaged(copy)).toBe(false);
});

test.each([
  ['the header', 9],
  ['the salts', 17],
  ["a frame's page", 32 + 3 * frameBytes + 1_000],
  ["a frame's salts", 32 + 3 * frameBytes + 9],
  ["a frame's checksum", 32 + 3 * frameBytes + 17],
])('a byte that is flipped in %s is damage', (_where, at) => {
  expect(isLogDamaged(damaged(at))).toBe(true);
});

test('a bad frame in the last transaction may have been cut off', () => {
  expect(isLogDamaged(damaged(readFileSync(log).length - 100))).toBe(false);
});

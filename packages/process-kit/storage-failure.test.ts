import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { errorOf, failureOf } from './channel.ts';
import { storageFailure } from './storage-failure.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

test('what a disk refuses is told by its code, also through other errors, processes and threads, and not by what a message says', () => {
  const refused = Object.assign(new Error('EROFS: read-only file system, mkdir'), { code: 'EROFS' });
  expect(storageFailure(refused)).toBe('EROFS');
  expect(storageFailure(new Error('The build failed', { cause: refused }))).toBe('EROFS');
  expect(storageFailure(errorOf(structuredClone(failureOf(new Error('The build failed', { cause: refused })))))).toBe('EROFS');
  expect(storageFailure(new Error('The item EROFS is not known.'))).toBeNull();
});

test('a database that can not be written is told', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-storage-'));
  const file = path.join(folder, 'database');
  new DatabaseSync(file).exec('create table numbers (number)');
  const database = new DatabaseSync(file, { readOnly: true });
  expect(storageFailure(thrownBy(() => database.exec('insert into numbers values (1)')))).toBe(
    'attempt to write a readonly database',
  );
  database.close();
  expect(storageFailure(thrownBy(() => new DatabaseSync(path.join(folder, 'none', 'database'))))).toContain('unable to open');
  writeFileSync(file, 'no database');
  expect(storageFailure(thrownBy(() => new DatabaseSync(file).exec('select * from numbers')))).toBeNull();
  expect(storageFailure(thrownBy(() => readFileSync(path.join(folder, 'none'))))).toBeNull();
  rmSync(folder, { recursive: true });
});

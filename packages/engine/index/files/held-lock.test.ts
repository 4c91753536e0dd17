import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdLock } from './databases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'aisle-lock-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('keeps others out until it is closed', () => {
  const file = path.join(folder, 'changes.lock');
  const lock = holdLock(file, 0);
  expect(() => holdLock(file, 0)).toThrow('locked');
  lock.close();
  holdLock(file, 0).close();
});

test('writes nothing, so that it can be held on a full disk', () => {
  const lock = holdLock(path.join(folder, 'changes.lock'), 0);
  expect(readdirSync(folder)).toEqual(['changes.lock']);
  expect(statSync(path.join(folder, 'changes.lock')).size).toBe(0);
  lock.close();
});

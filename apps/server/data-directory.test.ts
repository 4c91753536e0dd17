import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { holdLock } from '#engine/index/files/databases.ts';
import {
  clearUnfinished,
  holdDataDirectory,
  keepPrivate,
  refuseLostFiles,
  secretKeyOf,
  serverIdOf,
} from '#apps/server/data-directory.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const umask = process.umask();
beforeAll(() => process.umask(0o022));
afterEach(() => process.umask(0o022));
afterAll(() => process.umask(umask));

let count = 0;
const newFolder = (): string => path.join(folder, `data${(count += 1)}`);
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

describe('the data folder', () => {
  test("is the owner's alone, with all that is written into it later", () => {
    const data = newFolder();
    holdDataDirectory(data).release();
    keepPrivate(data);
    writeFileSync(path.join(data, 'later'), '');
    mkdirSync(path.join(data, 'mails'));
    expect([data, 'later', 'mails', 'lock.sqlite'].map((name) => modeOf(path.resolve(data, name)))).toEqual([
      '700',
      '600',
      '700',
      '600',
    ]);
  });

  test('is closed to others at a start when it was open to them', () => {
    const data = newFolder();
    mkdirSync(path.join(data, 'search'), { recursive: true });
    writeFileSync(path.join(data, 'aisle.sqlite'), '');
    chmodSync(data, 0o755);
    keepPrivate(data);
    expect([data, 'search', 'aisle.sqlite'].map((name) => modeOf(path.resolve(data, name)))).toEqual(['700', '700', '600']);
  });
});

test('clears what killed servers and backups were writing, and nothing of a backup that runs', () => {
  const data = newFolder();
  const left = ['aisle.sqlite', 'secret-key', 'mails/1-a@example.com.eml'];
  const unfinished = [
    'server-id.tmp',
    'aisle.sqlite.before-update.new',
    'mails/2.eml.part',
    'mails/3.eml.tmp',
    '.backup/aisle.sqlite',
  ];
  for (const name of [...left, ...unfinished]) {
    mkdirSync(path.dirname(path.join(data, name)), { recursive: true });
    writeFileSync(path.join(data, name), '');
  }
  const standing = (names: readonly string[]) => names.filter((name) => existsSync(path.join(data, name)));
  const backup = holdLock(path.join(data, '.backup-lock'), 0);
  clearUnfinished(data);
  expect(standing([...left, ...unfinished])).toEqual([...left, '.backup/aisle.sqlite']);
  backup.close();
  clearUnfinished(data);
  expect(standing([...left, ...unfinished])).toEqual(left);
});

test('holds a folder whose lock file is damaged', () => {
  const data = newFolder();
  mkdirSync(data);
  writeFileSync(path.join(data, 'lock.sqlite'), 'damaged '.repeat(1_000));
  const held = holdDataDirectory(data);
  held.release();
});

test('refuses a used folder that has lost its database or its key, and no new one', () => {
  const data = newFolder();
  mkdirSync(data);
  const database = path.join(data, 'aisle.sqlite');
  const look = (secretKey: string | null = null) => refuseLostFiles({ dataDirectory: data, databaseUrl: null, secretKey });
  look();
  serverIdOf(data);
  expect(() => look()).toThrow(/database .* is missing or empty, .*; restore a backup, or delete .*server-id/);
  writeFileSync(database, '');
  expect(() => look()).toThrow('is missing or empty');
  writeFileSync(database, 'damaged');
  expect(() => look()).toThrow(/key .* is missing, .*; bring it back from a backup or set AISLE_SECRET_KEY/);
  look('key');
  secretKeyOf(data);
  look();
});

describe('the key of the server', () => {
  test('is made once', () => {
    const data = newFolder();
    mkdirSync(data);
    const key = secretKeyOf(data);
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(secretKeyOf(data)).toBe(key);
    expect(existsSync(path.join(data, 'secret-key'))).toBe(true);
  });

  test.each(['', 'x', 'only thirty-one characters long'])('is refused when its file holds "%s"', (text) => {
    const data = newFolder();
    mkdirSync(data);
    writeFileSync(path.join(data, 'secret-key'), text);
    expect(() => secretKeyOf(data)).toThrow(/^The file .* holds no key of at least 32 characters; bring it back/);
    expect(readFileSync(path.join(data, 'secret-key'), 'utf8')).toBe(text);
  });
});

test('a file that was cut off gives no server an empty name', () => {
  const data = newFolder();
  mkdirSync(data);
  writeFileSync(path.join(data, 'server-id'), '');
  const id = serverIdOf(data);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(serverIdOf(data)).toBe(id);
});

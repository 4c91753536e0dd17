import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { sqlite } from '#server/db/dialects.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { assertVersion } from './sqlite-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function damaged(name: string, damage: (file: string) => void): Promise<string> {
  const file = path.join(folder, name);
  await (await openDatabase(sqlite(file))).destroy();
  damage(file);
  return file;
}

const flipMiddle = (file: string): void => {
  const bytes = readFileSync(file);
  // The page of a table's index: its cells no longer lie where its header says.
  const at = Math.floor(bytes.length / 4096 / 2) * 4096;
  writeFileSync(file, bytes.fill(0xff, at, at + 60));
};

test.each([
  ['cut in half', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['changed in the middle', flipMiddle],
  ['no database at all', (file: string) => writeFileSync(file, 'x'.repeat(10_000))],
])('a file that is %s is refused with how to restore it, and is not touched', async (name, damage) => {
  const file = await damaged(name, damage);
  const bytes = readFileSync(file);
  await expect(openDatabase(sqlite(file))).rejects.toThrow(/is damaged \(.+\)\. Nothing was changed\. Put .+ back from a backup/);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a file that nobody has touched since it was closed in good order is not read through again, and any other is', async () => {
  const file = path.join(folder, 'closed.sqlite');
  const kind = sqlite(file);
  const reopened = async (): Promise<void> => (await openDatabase(kind)).destroy();
  await reopened();
  kind.file?.noteClosed();
  const { mtime, atime } = statSync(file);
  utimesSync(file, atime, mtime);
  kind.file?.noteClosed();
  // As damage of the disk would: nothing says that the file is another one.
  flipMiddle(file);
  utimesSync(file, atime, mtime);
  expect(() => kind.file?.check()).not.toThrow();
  expect(() => kind.file?.check()).toThrow('is damaged');
});

test('a log that somebody has written since is a reason to read a file', async () => {
  const file = path.join(folder, 'logged.sqlite');
  const kind = sqlite(file);
  await (await openDatabase(kind)).destroy();
  flipMiddle(file);
  kind.file?.noteClosed();
  writeFileSync(`${file}-wal`, 'x');
  expect(() => kind.file?.check()).toThrow('is damaged');
});

test('what a killed server left in the log counts as part of the file', async () => {
  const file = path.join(folder, 'killed.sqlite');
  const killed = new DatabaseSync(file);
  killed.exec('pragma journal_mode=wal; create table kept (id integer); insert into kept values (7)');
  writeFileSync(`${file}.copy`, readFileSync(file));
  writeFileSync(`${file}.copy-wal`, readFileSync(`${file}-wal`));
  killed.close();
  const db = await openDatabase(sqlite(`${file}.copy`));
  expect((await db.introspection.getTables()).map(({ name }) => name)).toContain('kept');
  await db.destroy();
  expect(existsSync(`${file}.copy.before-update`)).toBe(false);
});

test.each(['3.51.2', '3.9.0', undefined])('SQLite %s is refused', (version) => {
  expect(() => assertVersion(version)).toThrow('can damage a database');
});
test.each(['3.51.3', '3.53.4', '4.0.0', process.versions.sqlite])('SQLite %s is taken', (version) => {
  expect(() => assertVersion(version)).not.toThrow();
});

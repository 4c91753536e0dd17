import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { crashLine, crashVariable } from '#process-kit/crash-point.ts';
import { type CrashPoint, migrationPoints } from '#process-kit/crash-points.ts';
import { migrateTo, triedVersions, versionCount, watched } from '#server-kit/db/testing/watched-database.ts';
import { sqlite } from '#server-kit/db/dialects.ts';
import { openDatabase } from '#server-kit/db/open-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newFile = (): string => path.join(folder, `database${(count += 1)}.sqlite`);
const versions = Array.from({ length: versionCount(sqlite(':memory:')) + 1 }, (_none, version) => version);

/** The tables, indexes and released migrations that a file holds. */
function shapeOf(file: string): string {
  const database = new DatabaseSync(file);
  const shape = database.prepare("select name, sql from sqlite_schema where name not like 'kysely_%' order by name").all();
  const isMigrated = database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get() !== undefined;
  const names = isMigrated ? database.prepare('select name from kysely_migration order by name').all() : [];
  database.close();
  return JSON.stringify([shape, names]);
}

/** What a killed process leaves of a file: what it had written, in the file and in its log. */
function copyAsKilled(file: string): string {
  const copy = newFile();
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  return copy;
}

/** A database of every version that was released, each made of the one before. */
const released: string[] = [];
for (const version of versions) {
  const file = newFile();
  if (version > 0) copyFileSync(released[version - 1] ?? '', file);
  await migrateTo(sqlite(file), version);
  released.push(file);
}

function databaseAt(version: number): string {
  const file = newFile();
  copyFileSync(released[version] ?? '', file);
  return file;
}

const reopened = async (file: string): Promise<string> => {
  await (await openDatabase(sqlite(file))).destroy();
  return shapeOf(file);
};

const latest = shapeOf(databaseAt(versions.length - 1));

test.each(triedVersions(sqlite(':memory:')))(
  'a server killed before any statement of an update from version %i starts with it as it was',
  async (version) => {
    const file = databaseAt(version);
    const before = shapeOf(file);
    const left: string[] = [];
    const kind = watched(sqlite(file), (statement) => {
      if (/^(?:create|alter|insert|update|delete|commit)/.test(statement)) left.push(copyAsKilled(file));
    });
    await (await openDatabase(kind)).destroy();
    expect(shapeOf(file)).toBe(latest);
    const shapes = left.map((killed) => shapeOf(killed));
    expect(shapes.filter((shape) => shape !== before)).toEqual([]);
    const last = left.at(-1);
    if (last !== undefined) expect(await reopened(last)).toBe(latest);
  },
);

const program = path.join(import.meta.dirname, 'testing/updating-database.ts');

/** Updates in a process that is killed at the point. */
function killedAt(point: CrashPoint, file: string): void {
  const named = path.join(folder, 'point');
  writeFileSync(named, point);
  const { signal, stderr } = spawnSync(process.execPath, [program, file], {
    env: { ...process.env, [crashVariable]: named },
    encoding: 'utf8',
  });
  expect([signal, stderr]).toEqual(['SIGKILL', crashLine(point)]);
}

const copyOf = (file: string): string | null => (existsSync(`${file}.before-update`) ? shapeOf(`${file}.before-update`) : null);

test.each(migrationPoints)('a process that is killed at %s leaves all of the update or nothing, with a copy', async (point) => {
  const file = databaseAt(versions.length - 3);
  const before = shapeOf(file);
  killedAt(point, file);
  expect(copyOf(file)).toBe(before);
  expect(shapeOf(file)).toBe(point === 'migration:done' ? latest : before);
  expect(await reopened(file)).toBe(latest);
  expect(copyOf(file)).toBeNull();
});

test('a process that is killed while it makes the first tables leaves none of them', async () => {
  const file = databaseAt(0);
  const before = shapeOf(file);
  killedAt('migration:stepDone', file);
  expect(shapeOf(file)).toBe(before);
  expect(await reopened(file)).toBe(latest);
});

test('a copy from before a failed update is kept until one succeeds, and how to restore it is told', async () => {
  const file = databaseAt(versions.length - 2);
  const before = shapeOf(file);
  const failing = watched(sqlite(file), (statement) => {
    if (statement.startsWith('commit')) throw new Error('The power is out');
  });
  await expect(openDatabase(failing)).rejects.toThrow(
    /left as it was: The power is out\. A copy from before is kept at .*before-update.*put that copy in place of/,
  );
  expect(shapeOf(`${file}.before-update`)).toBe(before);
  expect(await reopened(file)).toBe(latest);
  expect(readdirSync(folder).filter((name) => name.includes('before-update'))).toEqual([]);
});

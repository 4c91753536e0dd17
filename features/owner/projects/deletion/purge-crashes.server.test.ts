import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { CrashingProcess } from '#process-kit/testing/crashing-process.ts';
import { purgePoints } from '#process-kit/crash-points.ts';
import { databaseAsItIs } from '#server-kit/db/testing/database-as-it-is.ts';
import { rowsOfProject } from '#server-kit/db/testing/foreign-rows.ts';
import { engineCollection } from '#server-kit/project-search.ts';
import type { PurgedProject, PurgeTask } from '#testing/processes/purge-tasks.ts';
import { kindOf } from '#testing/raw-database.ts';
import { createTestDatabase } from '#testing/test-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'aisle-purge-'));
const dataDirectory = path.join(folder, 'data');
mkdirSync(dataDirectory);
const { url: databaseUrl, drop } = await createTestDatabase();
const program = fileURLToPath(import.meta.resolve('#testing/processes/crashing-purge.ts'));
const place = JSON.stringify({ dataDirectory, databaseUrl });
const server = new CrashingProcess<PurgeTask, PurgedProject | null>(program, place, path.join(folder, 'point'));

afterAll(async () => {
  await server.stop();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

async function rowsLeft({ projectId }: PurgedProject): Promise<string[]> {
  const db = databaseAsItIs(kindOf(databaseUrl ?? path.join(dataDirectory, 'aisle.sqlite')));
  try {
    return [...(await rowsOfProject(db, projectId))].filter(([, rows]) => rows.length > 0).map(([table]) => table);
  } finally {
    await db.destroy();
  }
}
const filesLeft = ({ collectionId, upload }: PurgedProject): string[] =>
  [`search/${engineCollection(collectionId)}`, `records/${engineCollection(collectionId)}`, `uploads/${upload}`].filter((name) =>
    isFilled(path.join(dataDirectory, name)),
  );
/** Whether it is a file, or a folder with some in it. */
const isFilled = (place: string): boolean =>
  existsSync(place) &&
  (!statSync(place).isDirectory() || readdirSync(place, { recursive: true, withFileTypes: true }).some((one) => one.isFile()));

test.each(purgePoints)('a project that is deleted for good and cut off at %s is gone once the server is back', async (point) => {
  const project = await server.ask<PurgedProject>({ kind: 'deleteOne' });
  expect(filesLeft(project)).toHaveLength(3);
  await server.crashAt(point, { kind: 'purge' });
  expect(await rowsLeft(project)).toContain('project');
  await server.ask({ kind: 'purge' });
  expect(await rowsLeft(project)).toEqual([]);
  expect(filesLeft(project)).toEqual([]);
});

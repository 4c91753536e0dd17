import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { startServerProcess } from '#testing/processes/test-process.ts';

const database = await createEmptyDatabase();
const folder = mkdtempSync(path.join(tmpdir(), 'aisle-start-'));
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
const start = (data: string) =>
  startServerProcess({ AISLE_DATA: path.join(folder, data), AISLE_DATABASE_URL: database.url ?? '', AISLE_SEARCH_THREADS: '0' });

test('a second server with an index of its own is refused in one sentence, and one that was killed starts again', async () => {
  const first = await start('first');
  const refused = await start('second').catch(String);
  expect(refused).toContain('uses this database with a search index of its own');
  expect(refused).toContain('AISLE_OPENSEARCH_URL');
  await first.kill();
  const again = await start('first');
  expect(await again.stop()).toBe(0);
  const second = await start('second');
  expect(await second.stop()).toBe(0);
});

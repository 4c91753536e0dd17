import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Envelope, sessionHeader } from '#contract/envelope.ts';
import { register } from '#features/account/account.contract.ts';
import { readFeed, uploadFeedFile } from '#features/data/feeds/feeds.contract.ts';
import { removeProject, createProject } from '#features/owner/projects/projects.contract.ts';
import { crashVariable, type CrashPoint, purgePoints } from '#process-kit/crash-point.ts';
import { crashAt } from '#process-kit/testing/crashing-process.ts';
import { databaseName } from '#apps/server/data-directory.ts';
import { databaseAsItIs } from '#server/db/testing/database-as-it-is.ts';
import { rowsOfProject } from '#server/db/testing/foreign-rows.ts';
import type { Database } from '#server/db/schema.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { kindOf } from '#testing/raw-database.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { testPassword } from '#testing/test-app.ts';
import { createTestDatabase } from '#testing/test-database.ts';

const data = mkdtempSync(path.join(tmpdir(), 'aisle-purge-'));
const point = path.join(data, 'point');
const { url, drop } = await createTestDatabase(data);
const env = {
  AISLE_DATA: data,
  AISLE_SEARCH_THREADS: '0',
  [crashVariable]: point,
  ...(url !== null && { AISLE_DATABASE_URL: url }),
};
const name = 'Gone';
const importMs = 60_000;
let projectId: number;
/** In the data folder. */
let places: string[];

async function inDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = databaseAsItIs(kindOf(url ?? path.join(data, databaseName)));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function uploaded(server: ServerProcess, token: string): Promise<string> {
  const answer = await fetch(server.url + uploadFeedFile.path.replace('{file_name}', 'lamps.csv'), {
    method: uploadFeedFile.method,
    headers: { 'content-type': 'application/octet-stream', [sessionHeader]: token },
    body: 'id;name\n1;Lamp\n2;Chair\n',
  });
  return ((await answer.json()) as Envelope<{ feed_url: string }>).data!.feed_url;
}

/** A project that was deleted so long ago that nobody can restore it, in the data of a server that has ended. */
beforeAll(async () => {
  const server = await startServerProcess(env);
  const person = { name: 'A', surname: 'B', email: 'a@example.com', password: testPassword, agree: true };
  const { data: session } = await server.call({}, register, { ...person, password_confirmation: testPassword });
  const token = session!.token!;
  const feed_url = await uploaded(server, token);
  const shop = { name, language: 'en', data_source: 'custom_feed', feed_url, file_name: 'lamps.csv' } as const;
  const { data: project } = await server.call({ token }, createProject, shop);
  const actor = { token, project: project!.token };
  const state = async () => (await server.call(actor, readFeed, { id: project!.feed_id! })).data?.last_import?.state;
  await vi.waitFor(async () => expect(await state()).toBe('done'), { timeout: importMs });
  expect((await server.call({ token }, removeProject, { id: project!.id, name })).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const collection = engineCollection(project!.collection_id);
  places = [`search/${collection}`, `uploads/${feed_url.slice('upload:'.length)}`];
  projectId = project!.id;
  await inDatabase((db) => db.updateTable('project').set({ deleted_at: 1 }).where('id', '=', projectId).execute());
  expect(filesLeft()).toEqual(places);
});
afterAll(async () => {
  await drop();
  rmSync(data, { recursive: true, force: true });
});

const rowsLeft = () =>
  inDatabase(async (db) =>
    [...(await rowsOfProject(db, projectId))].filter(([, rows]) => rows.length > 0).map(([table]) => table),
  );

const filesLeft = (): string[] => places.filter((place) => isFilled(path.join(data, place)));
/** Whether it is a file, or a folder with some in it. */
const isFilled = (place: string): boolean =>
  existsSync(place) &&
  (!statSync(place).isDirectory() || readdirSync(place, { recursive: true, withFileTypes: true }).some((one) => one.isFile()));

/** Starts the server, which purges at once and is killed at the point, mostly before it is ready. */
async function startedAndKilled(at: CrashPoint): Promise<void> {
  writeFileSync(point, at);
  const server = await startServerProcess(env).catch(String);
  if (typeof server === 'string') return crashAt(at, Promise.resolve(), () => server);
  await crashAt(at, once(server.child, 'close'), server.output);
}

test.each(purgePoints)('a project that is deleted for good and cut off at %s is not forgotten', async (at) => {
  await startedAndKilled(at);
  expect(await rowsLeft()).toContain('project');
});

test('after all of that, it is gone once the server is back', async () => {
  const server = await startServerProcess(env);
  await expect.poll(rowsLeft).toEqual([]);
  expect(filesLeft()).toEqual([]);
  expect(await server.stop()).toBe(0);
});

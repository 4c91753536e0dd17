import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clickedSearchStore } from '#features/front-api/events/server/clicked-searches.store.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { exportApiCalls, listApiCalls, listFailedCalls } from '#features/super-admin/api-logs/api-logs.contract.ts';
import { openShop, type ShownShop } from '#scripts/screenshots/screenshot-shop.ts';
import { databaseName, holdDataDirectory } from './data-directory.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';
import { runServerCommand } from '#testing/processes/test-process.ts';
import { type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { createEmptyDatabase } from '#testing/test-database.ts';
import { crashLine, crashVariable, movePoints } from '#process-kit/crash-point.ts';
import { isPostgresEmpty } from '#server/db/postgres/postgres-snapshot.ts';

const dataDirectory = mkdtempSync(path.join(tmpdir(), 'aisle-move-'));
const file = path.join(dataDirectory, databaseName);
let target: { readonly url: string; drop(): Promise<void> };
let shop: ShownShop;
let before: Record<string, unknown>;
let fingerprint: string;

const openOn = (databaseUrl: string | null): Promise<TestApp> => testAppOf(testConfig({ dataDirectory, databaseUrl }));
const fingerprintOf = (): string => createHash('sha256').update(readFileSync(file)).digest('hex');

async function newDatabase() {
  const { url, drop } = await createEmptyDatabase();
  if (url === null) throw new Error('This needs a PostgreSQL in AISLE_TEST_DATABASE_URL.');
  return { url, drop };
}

beforeAll(async () => {
  const server = await openOn(null);
  await server.app.http.listen({ host: '127.0.0.1', port: 0 });
  shop = await openShop({ url: server.app.http.listeningOrigin });
  const { data } = await server.call(shop, synonyms.create, { term: 'gone', synonyms: ['left'], synonym_type_id: 1 });
  await server.call(shop, synonyms.remove, { id: data?.id ?? 0 });
  await server.close();
  const database = new DatabaseSync(file);
  database.exec(`update synonym set synonyms = '["ž 😀 \\" \\\\ "]' where term = 'sofa'`);
  database.close();
  const again = await openOn(null);
  await countClicks(again);
  before = await readAll(again);
  await again.close();
  fingerprint = fingerprintOf();
  target = await newDatabase();
});
afterAll(async () => {
  await target.drop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Clicks are counted in steps, so responses would differ. */
async function countClicks({ app: { db } }: TestApp): Promise<void> {
  const isLeft = () => db.selectFrom('shop_event').select('id').where('looks_left', '>', 0).executeTakeFirst();
  while ((await isLeft()) !== undefined) await clickedSearchStore(db).attribute();
}

const momentary = /^(?:took|query_id|last_seen_at|front_called_at)$/;
const lasting = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !momentary.test(name)))
    : value;

const loggedCalls = new Set([listApiCalls.path, exportApiCalls.path, listFailedCalls.path]);

async function readAll(server: TestApp): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const known = { c: shop.collectionId, collection_id: shop.collectionId, q: 'shoes', token: shop.project };
  for (const endpoint of server.app.endpoints) {
    if (loggedCalls.has(endpoint.path)) continue;
    if (endpoint.method !== 'GET' || endpoint.alsoByGet || ['public', 'api'].includes(endpoint.needs)) continue;
    for (const id of [1, 2]) {
      const input = sampleInput(endpoint.input, { ...known, id });
      const { status, data } = await server.call(shop, endpoint, input as never);
      answers[`${endpoint.path} ${id}`] = JSON.parse(JSON.stringify({ status, data }, lasting)) as unknown;
    }
  }
  return answers;
}

const move = (env: Readonly<Record<string, string>> = {}) =>
  runServerCommand('move-database', [], { AISLE_DATA: dataDirectory, AISLE_DATABASE_URL: target.url, ...env });

test('a server that runs, and a target that is not there, are told in a sentence', async () => {
  const held = holdDataDirectory(dataDirectory);
  const running = await move();
  held.release();
  expect(running).toMatchObject({ exitCode: 1, said: expect.stringContaining('Another Aisle uses the data folder') });
  const away = await move({ AISLE_DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' });
  expect(away).toMatchObject({ exitCode: 1, said: expect.stringContaining('does not answer') });
  const none = await move({ AISLE_DATA: path.join(dataDirectory, 'none') });
  expect(none).toMatchObject({ exitCode: 1, said: expect.stringContaining('Moving from PostgreSQL to SQLite is not possible') });
});

test('a target that is not empty is refused, and stays as it is', async () => {
  const other = await newDatabase();
  const client = new pg.Client({ connectionString: other.url });
  await client.connect();
  await client.query('create table notes (text text); insert into notes values (1)');
  const { exitCode, said } = await move({ AISLE_DATABASE_URL: other.url });
  expect([exitCode, said]).toEqual([1, expect.stringContaining('is not empty. Nothing was moved')]);
  expect((await client.query('select * from notes')).rowCount).toBe(1);
  await client.end();
  await other.drop();
});

test.each(movePoints)('a move that is killed at %s leaves nothing or all, and can be done again', async (point) => {
  const other = await newDatabase();
  const named = path.join(dataDirectory, 'point');
  writeFileSync(named, point);
  const killed = await move({ AISLE_DATABASE_URL: other.url, [crashVariable]: named });
  expect([killed.exitCode, killed.said]).toEqual([null, expect.stringContaining(crashLine(point).trim())]);
  const isDone = point === 'move:committed';
  expect(await isPostgresEmpty(other.url)).toBe(!isDone);
  if (!isDone) expect(await move({ AISLE_DATABASE_URL: other.url })).toMatchObject({ exitCode: 0 });
  expect(fingerprintOf()).toBe(fingerprint);
  await other.drop();
});

test('a rich shop is the same on PostgreSQL, in what every read call answers', async () => {
  const { exitCode, said } = await move();
  expect(said).toMatch(/synonym: \d+ rows\n[^]*All \d+ rows of \d+ tables are in PostgreSQL, and were compared one by one\./);
  expect(exitCode).toBe(0);
  expect(fingerprintOf()).toBe(fingerprint);
  const server = await openOn(target.url);
  const after = await readAll(server);
  expect(Object.values(before).filter((answer) => (answer as { status: number }).status === 200).length).toBeGreaterThan(60);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [call, answer] of Object.entries(before)) expect(after[call], call).toEqual(answer);
  const { data } = await server.call(shop, synonyms.create, { term: 'new', synonyms: ['fresh'], synonym_type_id: 1 });
  expect(data?.id).toBeGreaterThan(3);
  await server.close();
});

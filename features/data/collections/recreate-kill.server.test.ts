import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CollectionDetail, readCollection, recreateCollection } from './collections.contract.ts';
import { register } from '#features/account/account.contract.ts';
import { readFeed } from '#features/data/feeds/feeds.contract.ts';
import { frontSearch } from '#features/front-api/front-api.contract.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { type Actor, testPassword } from '#server/testing/test-app.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/test-process.ts';

const kills = 4;
const tries = 1_000;
const pauseMs = 20;

let database: { url: string | null; drop(): Promise<void> };
let data: string;
let server: ServerProcess;

const start = () => startServerProcess({ AISLE_DATA: data, ...(database.url !== null && { AISLE_DATABASE_URL: database.url }) });

beforeAll(async () => {
  database = await createTestDatabase();
  data = await mkdtemp(path.join(tmpdir(), 'aisle-recreate-'));
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(data, { recursive: true, force: true });
});

async function ended(actor: Actor, id: number): Promise<CollectionDetail> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { data: found } = await server.call(actor, readCollection, { id });
    if (found?.recreation?.finished_at) return found;
    await sleep(pauseMs);
  }
  throw new Error('The recreate did not end.');
}

test('a recreate killed at any point leaves the items live, and ends after the next start', { timeout: 90_000 }, async () => {
  const person = {
    name: 'A',
    surname: 'B',
    email: 'a@example.com',
    password: testPassword,
    password_confirmation: testPassword,
    agree: true,
  };
  const { data: session } = await server.call({}, register, person);
  const { data: project } = await server.call({ token: session!.token }, createSampleProject, { language: 'en' });
  const actor = { token: session!.token, project: project!.token };
  const id = project!.collection_id;
  const search = async () => (await server.call({}, frontSearch, { token: project!.token, q: 'garden' })).data?.total_count;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { data: feed } = await server.call(actor, readFeed, { id: project!.feed_id! });
    if (feed?.last_import?.finished_at) break;
    await sleep(pauseMs);
  }
  const found = await search();
  expect(found).toBeGreaterThan(10);
  const itemCount = (await server.call(actor, readCollection, { id })).data!.item_count;

  for (let kill = 0; kill < kills; kill += 1) {
    expect((await server.call(actor, recreateCollection, { id })).status).toBe(200);
    await sleep(kill * 250);
    await server.kill();
    server = await start();
    expect(await search()).toBe(found);
    const collection = await ended(actor, id);
    expect(collection).toMatchObject({ item_count: itemCount, health: 'good', recreation: { state: 'done' } });
    expect(collection.generations.length).toBe(2);
    expect(await search()).toBe(found);
  }
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { register } from '#features/account/account.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import { childrenOf, killProcess } from '#testing/processes/server-process.ts';
import { startFeedHost } from '#testing/feeds/feed-host.ts';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { testPassword } from '#testing/test-app.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';
import { readFeed, reloadFeed } from '#features/data/feeds/feeds.contract.ts';
import { discardImport, cancelImport } from '#features/data/imports/imports.contract.ts';

const feedPath = '/feed.ndjson';
const itemCount = 40;
/** More than an import reads before it begins to write. */
const headCount = 20_000;
const endTries = 600;
const pauseMs = 50;
const slow = { timeout: 180_000 };
const soon = { interval: pauseMs };

const host = await startFeedHost();
const data = await mkdtemp(path.join(tmpdir(), 'aisle-left-'));
const start = () => startServerProcess({ AISLE_DATA: data, AISLE_ALLOW_PRIVATE_FEEDS: host.host });
let server: ServerProcess;
let folder: string;
let feedId: number;
let actor: { token: string; project: string };

const call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => server.call(actor, endpoint, input);
const lastImport = async () => (await call(readFeed, { id: feedId })).data?.last_import;
const files = async () => (await readdir(folder)).toSorted();

async function ended(): Promise<string> {
  for (let tries = 0; tries < endTries; tries += 1) {
    const last = await lastImport();
    if (last?.finished_at) return last.state;
    await sleep(pauseMs);
  }
  throw new Error('The import did not end.');
}
async function importNow(body: string): Promise<string> {
  host.put(feedPath, body);
  expect((await call(reloadFeed, { id: feedId })).status).toBe(200);
  return ended();
}

let hanging: ServerResponse[] = [];
/** Begins an import whose host stops sending in the middle, and answers the file that it writes its records into. */
async function importHalf(): Promise<string> {
  const before = await files();
  host.reply(feedPath, (response) => {
    hanging.push(response);
    response.writeHead(200).write(`${lamps(headCount)}\n`);
  });
  expect((await call(reloadFeed, { id: feedId })).status).toBe(200);
  await expect.poll(async () => (await files()).length, soon).toBe(before.length + 1);
  return (await files()).find((name) => !before.includes(name)) ?? '';
}
function letGo(): void {
  for (const response of hanging) response.destroy();
  hanging = [];
}

beforeAll(async () => {
  server = await start();
  const person = { name: 'A', surname: 'B', email: 'a@example.com', password: testPassword, agree: true };
  const { data: session } = await server.call({}, register, { ...person, password_confirmation: testPassword });
  const { data: project } = await server.call({ token: session!.token! }, createProject, {
    name: 'Lamps',
    language: 'en',
    data_source: 'custom_feed',
    feed_url: host.put(feedPath, lamps(itemCount)),
  });
  actor = { token: session!.token!, project: project!.token };
  feedId = project!.feed_id!;
  folder = path.join(data, 'records', engineCollection(project!.collection_id));
  await ended();
});
afterAll(async () => {
  await server.stop();
  await host.close();
  await rm(data, { recursive: true, force: true });
});

test('an import that is live has records, and one that is cancelled leaves none', slow, async () => {
  expect(await readdir(folder)).toHaveLength(1);
  const file = await importHalf();
  expect((await call(cancelImport, { id: feedId })).status).toBe(200);
  await expect.poll(() => readdir(folder), soon).not.toContain(file);
  expect(await readdir(folder)).toHaveLength(1);
  letGo();
});

test('an import whose process is killed leaves none, and the repeated one keeps its own', slow, async () => {
  const [live] = await files();
  const file = await importHalf();
  host.put(feedPath, lamps(itemCount));
  for (const child of childrenOf(server.child.pid ?? 0)) killProcess(child);
  letGo();
  expect(await ended()).toBe('done');
  await expect.poll(files, soon).toHaveLength(1);
  expect(await files()).not.toContain(live);
  expect(await files()).not.toContain(file);
});

test('an import on hold keeps its records over kills of the server and of imports, until it is dropped', slow, async () => {
  const [live] = await files();
  expect(await importNow(lamps(itemCount / 4))).toBe('onHold');
  const held = await files();
  expect(held).toHaveLength(2);
  const importId = (await lastImport())!.id;
  await importHalf();
  await server.kill();
  server = await start();
  // The import that was cut off runs again.
  await expect.poll(async () => (await files()).length, soon).toBe(held.length + 1);
  letGo();
  expect(await ended()).toBe('failed');
  await expect.poll(files, soon).toEqual(held);
  expect((await call(discardImport, { id: feedId, import_id: importId })).status).toBe(200);
  expect(await files()).toEqual([live]);
});

import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { type Actor, startTestApp, type TestApp, testAppOf, testConfig } from '#testing/test-app.ts';
import { createFeed, listFeeds, removeFeed, updateFeed } from '#features/data/feeds/feeds.contract.ts';
import { personUploadsBytes, projectUploadsBytes, unusedMilliseconds, uploadLimitBytes } from './feeds.service.ts';
import { uploadStore } from './uploads.store.ts';

let server: TestApp;
let owner: Actor & { token: string };
let member: Actor & { token: string };
let project: number;
let collection: number;

beforeAll(async () => {
  server = await startTestApp();
  owner = await server.signUp('owner@example.com');
  member = await server.signUp('member@example.com');
  const { data } = await server.call(owner, createProject, { name: 'Shop', language: 'en', data_source: 'aisle_api' });
  owner = { ...owner, project: data!.token };
  member = { ...member, project: data!.token };
  project = data!.id;
  collection = data!.collection_id;
  const { db } = server.app;
  const { id } = await db.selectFrom('user').select('id').where('email', '=', 'member@example.com').executeTakeFirstOrThrow();
  await db.insertInto('member').values({ project_id: project, user_id: id, is_owner: 0, user_groups: '[1,2]' }).execute();
});
afterAll(() => server.close());

const folder = () => path.join(server.dataDirectory, 'uploads');
const files = (): string[] => (existsSync(folder()) ? readdirSync(folder()) : []);

async function upload(actor: Actor, payload: Buffer | string = 'id;name\n1;Lamp\n', headers: Record<string, string> = {}) {
  const response = await server.app.http.inject({
    method: 'POST',
    url: '/api/feed/upload/lamps.csv',
    headers: {
      'content-type': 'application/octet-stream',
      'x-session-token': actor.token ?? '',
      ...(actor.project !== undefined && { 'x-client-id': actor.project }),
      ...headers,
    },
    payload,
  });
  const { data, errors } = response.json<{ data: { feed_url: string } | null; errors: { code: string }[] }>();
  return { status: response.statusCode, url: data?.feed_url ?? '', code: errors[0]?.code };
}
const feedOf = (feed_url: string, name = 'Lamps') => ({ name, collection_id: collection, feed_url, file_name: 'lamps.csv' });
const nameOf = (url: string): string => url.slice('upload:'.length);

test('a member who may not change feeds uploads nothing', async () => {
  expect(await upload(member)).toMatchObject({ status: 403, code: 'notAllowed' });
  expect(files()).toEqual([]);
});

test('a file is used by whoever uploaded it, and nobody else', async () => {
  const { url } = await upload({ token: member.token });
  expect((await server.call(owner, createFeed, feedOf(url))).errors[0]?.code).toBe('uploadGone');
  const own = { name: 'Own', language: 'en', data_source: 'custom_feed', feed_url: url, file_name: 'lamps.csv' } as const;
  expect((await server.call({ token: member.token }, createProject, own)).status).toBe(200);
  // It belongs to that project now.
  expect((await server.call({ token: member.token }, createProject, own)).errors[0]?.code).toBe('uploadGone');
});

test('a file is the project’s that is made with it, also when it was uploaded while another one was selected', async () => {
  const { url } = await upload(owner);
  const own = { name: 'Next', language: 'en', data_source: 'custom_feed', feed_url: url, file_name: 'lamps.csv' } as const;
  const { data } = await server.call(owner, createProject, own);
  const row = server.app.db.selectFrom('upload').select('project_id').where('name', '=', nameOf(url));
  expect(await row.executeTakeFirst()).toEqual({ project_id: data!.id });
});

test('the file of a feed is deleted with it, or when another one replaces it', async () => {
  const before = files().length;
  const first = await upload(owner);
  const { status, data } = await server.call(owner, createFeed, feedOf(first.url));
  const second = await upload(owner);
  expect([first.status, status, second.status]).toEqual([200, 200, 200]);
  expect(files()).toHaveLength(before + 2);
  expect((await server.call(owner, updateFeed, { ...feedOf(second.url), id: data!.id })).status).toBe(200);
  expect(files()).toHaveLength(before + 1);
  expect(files()).toContain(nameOf(second.url));
  // Refused while an import goes live.
  await expect.poll(async () => (await server.call(owner, removeFeed, { id: data!.id })).status).toBe(200);
  expect(files()).toHaveLength(before);
  expect((await server.call(owner, listFeeds, {})).data?.items).toEqual([]);
});

test('files of a project, and of a person without one, take bounded room together, also at once', async () => {
  const store = uploadStore(server.app.db);
  const { id: userId } = await server.app.db.selectFrom('user').select('id').orderBy('id').executeTakeFirstOrThrow();
  for (const [projectId, maximum] of [
    [project, projectUploadsBytes],
    [null, personUploadsBytes],
  ] as const) {
    const reserve = (name: string) =>
      store.reserve({ name, userId, projectId, sizeBytes: uploadLimitBytes, now: Date.now() }, maximum);
    const names = Array.from({ length: 6 }, (_none, at) => `${projectId} ${at}`);
    const taken = await Promise.all(names.map(reserve));
    expect(taken.filter(Boolean)).toHaveLength(maximum / uploadLimitBytes);
    const actor = projectId === null ? { token: owner.token } : owner;
    expect(await upload(actor)).toMatchObject({ status: 409, code: 'uploadsTooLarge' });
    for (const name of names) await store.remove(name);
    expect(await upload(actor)).toMatchObject({ status: 200 });
  }
});

test('a file that is cut off leaves neither a part nor room taken', async () => {
  const before = files();
  const sum = () => uploadStore(server.app.db).sumOf('project_id', project);
  const taken = await sum();
  const cut = new Error('The connection is gone');
  const stream = Readable.from(
    (function* broken() {
      yield Buffer.from('id;name\n');
      throw cut;
    })(),
  );
  const response = server.app.http.inject({
    method: 'POST',
    url: '/api/feed/upload/cut.csv',
    headers: {
      'content-type': 'application/octet-stream',
      'x-session-token': owner.token,
      'x-client-id': owner.project,
    },
    payload: stream,
  });
  await response.catch(() => undefined);
  await expect.poll(async () => [files(), await sum()]).toEqual([before, taken]);
});

test('a start deletes parts of uploads, and what no feed has used for a day', async () => {
  const data = path.join(server.dataDirectory, 'other');
  mkdirSync(path.join(data, 'uploads'), { recursive: true });
  const old = 'o'.repeat(43);
  const fresh = 'f'.repeat(43);
  const write = (name: string) => writeFileSync(path.join(data, 'uploads', name), 'id;name\n');
  for (const name of [old, fresh, `${fresh}.part`]) write(name);
  const longAgo = new Date(Date.now() - unusedMilliseconds - 1000);
  utimesSync(path.join(data, 'uploads', old), longAgo, longAgo);
  const other = await testAppOf(testConfig({ dataDirectory: data, databaseUrl: null }));
  await expect.poll(() => readdirSync(path.join(data, 'uploads'))).toEqual([fresh]);
  // A file goes before its row does.
  const kept = async () => (await other.app.db.selectFrom('upload').select('name').execute()).map(({ name }) => name);
  await expect.poll(kept).toEqual([fresh]);
  await other.close();
});

import { afterAll, beforeAll, expect, onTestFinished, test, describe } from 'vitest';
import type { AddressInfo } from 'node:net';
import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { verify } from '#features/account/account.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import { deleteAccount } from '#features/super-admin/all-users/all-users.contract.ts';
import { eraseProject } from '#server/db/erase-project.ts';
import { type Actor, startTestApp, type TestApp } from '#testing/test-app.ts';
import { apiCallStore, forgetOldCalls, type NotedCall } from './api-calls.store.ts';
import {
  exportApiCalls,
  keptFailuresPerSecond,
  keptMinutes,
  listApiCalls,
  listCallFilters,
  listFailedCalls,
  sampledEvery,
} from '#features/super-admin/api-logs/api-logs.contract.ts';
import { projectHeader, sessionHeader } from '#contract/envelope.ts';
import { newSecret } from '#server/secrets/secrets.ts';

let server: TestApp;
let admin: Actor;
beforeAll(async () => {
  server = await startTestApp({ trustedProxies: 1 });
  admin = await server.signUp('admin@example.com');
});
afterAll(() => server.close());

const soon = { interval: 100 };
type Asked = InputOf<typeof listApiCalls>;
const listed = async (asked: Asked = {}): Promise<OutputOf<typeof listApiCalls>> =>
  (await server.call(admin, listApiCalls, asked)).data!;
const callsOf = async (asked: Asked = {}): Promise<string[]> =>
  (await listed({ per_page: 100, ...asked })).items.map(({ call, status }) => `${call} ${status}`);

test('a call of the console is kept with who called, from where, for which project and how it ended', async () => {
  const person = await server.emptyShop('eva@example.com');
  const { token, project } = person;
  await server.call({ token, project, from: '81.2.69.142' }, synonyms.list, { per_page: 5, search: 'eva@example.com' });
  await server.call({ token, project, from: '2001:db8:85a3::8a2e:370:7334' }, synonyms.read, { id: 987_654 });
  await expect.poll(() => callsOf({ path: '/api/synonym/{id}' }), soon).toEqual(['GET /api/synonym/{id} 404']);
  const { items, headers } = await listed({ path: 'synonym' });
  expect(headers.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'time moment',
    'call call',
    'status status',
    'took milliseconds',
    'project text',
    'user caller',
    'address text',
  ]);
  expect(items).toMatchObject([
    {
      call: 'GET /api/synonym/{id}',
      status: 404,
      code: 'notFound',
      project: 'Empty',
      user: 'Test Person',
      address: '2001:db8:…',
      parameters: [{ name: 'id', value: '987654', is_in_path: true }],
    },
    {
      call: 'GET /api/synonyms',
      status: 200,
      code: null,
      address: '81.2.x.x',
      parameters: [
        { name: 'per_page', value: '5', is_in_path: false },
        { name: 'search', value: '•••', is_in_path: false },
      ],
    },
  ]);
  const { data: file } = await server.call(admin, exportApiCalls, { path: 'synonym' });
  const lines = file!.csv.trim().split('\r\n');
  expect(lines[0]).toMatch(/Time,Call,Status,Duration,Project,User,Address,code,agent,request_id,parameters$/);
  expect(lines.slice(1).map((line) => line.split(',').slice(1, 3).join(' '))).toEqual([
    'GET /api/synonym/{id} 404',
    'GET /api/synonyms 200',
  ]);
  expect(lines[2]).toMatch(/,per_page=5&search=•••$/);
  expect(items.every(({ time, took, is_shop: isShop }) => time <= Date.now() && took >= 0 && !isShop)).toBe(true);
});

test('of the calls of shops that go well every so many is kept, and of those that fail all of them up to a bound', async () => {
  const { project, projectId } = await server.emptyShop('shop@example.com');
  const search = (token: string) => server.app.http.inject({ url: `/front/search?q=lamp&token=${token}` });
  for (let count = 0; count < 3 * sampledEvery; count += 1) await search(project);
  await expect.poll(async () => (await listed({ project_id: projectId, path: '/front/search' })).total_count, soon).toBe(3);
  const { items, sampled_every: every } = await listed({ project_id: projectId, path: '/front' });
  expect(every).toBe(sampledEvery);
  expect(items[0]).toMatchObject({ user: null, is_shop: true, status: 200 });
  expect(items[0]?.parameters).toEqual([
    { name: 'q', value: 'lamp', is_in_path: false },
    { name: 'token', value: '•••', is_in_path: false },
  ]);
  const ofShop = (await listed({ project_id: projectId, from: 'shop' })).items;
  expect(new Set(ofShop.map(({ is_shop: isShop }) => isShop))).toEqual(new Set([true]));
  expect((await listed({ from: 'shop', path: '/api/synonyms' })).total_count).toBe(0);
  const failed = async () => (await listed({ path: frontSearch.path, status: '4xx' })).total_count;
  await Promise.all(Array.from({ length: 5 * keptFailuresPerSecond }, () => search('no-project')));
  await expect.poll(failed, soon).toBeGreaterThanOrEqual(keptFailuresPerSecond);
  expect(await failed()).toBeLessThan(5 * keptFailuresPerSecond);
});

test('developers of a project see the failed calls of its shop alone, with the reason and without secrets', async () => {
  const [shop, other] = [await server.emptyShop('fails@example.com'), await server.emptyShop('fails-too@example.com')];
  const search = (token: string) =>
    server.app.http.inject({ url: `/front/search?q=lamp&sort=secret-field&page=no&token=${token}` });
  for (const { project } of [shop, other]) await search(project);
  await server.call(shop, synonyms.read, { id: 987_654 });
  const failed = async (actor: Actor) => (await server.call(actor, listFailedCalls, {})).data!.items;
  await expect.poll(() => failed(shop), soon).toMatchObject([{ call: 'GET /front/search', status: 422, code: 'invalid' }]);
  expect(JSON.stringify(await failed(shop))).not.toMatch(/secret-field|address|"user/);
  expect((await server.call({ token: other.token, project: shop.project }, listFailedCalls, {})).status).not.toBe(200);
});

test('looking at the log is not noted in it, and somebody who may not look is', async () => {
  const person = await server.signUp('curious@example.com');
  expect((await server.call(person, listApiCalls, {})).status).toBe(403);
  await listed();
  await expect.poll(() => callsOf({ path: '/api/api_logs' }), soon).toEqual(['GET /api/api_logs 403']);
  expect((await listed({ path: '/api/api_logs' })).items[0]).toMatchObject({ user: 'Test Person', code: 'notAllowed' });
});

test('the address of no call is kept without anything that stands in it', async () => {
  await server.app.http.inject({ url: '/api/kept-word/of-a-caller?also=kept-word' });
  await expect.poll(() => callsOf({ path: '/api/•••' }), soon).toEqual(['GET /api/••• 404']);
  const rows = await server.app.db.selectFrom('api_call').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('kept-word');
});

const minute = 60_000;
const noted = (changes: Partial<NotedCall>): NotedCall => ({
  answeredAt: Date.now(),
  method: 'GET',
  path: '/api/verify',
  status: 200,
  tookMilliseconds: 5,
  projectId: null,
  userId: null,
  address: '',
  agent: '',
  requestId: '',
  failureCode: null,
  parameters: [],
  ...changes,
});

test('calls are narrowed by status, duration and range, and one is found by its id', async () => {
  const store = apiCallStore(server.app.db);
  const path = '/api/feeds';
  await store.add([
    noted({ path, status: 500, answeredAt: Date.now() - 3 * 24 * 60 * minute }),
    noted({ path, status: 404, answeredAt: Date.now() - 120 * minute }),
    noted({ path, tookMilliseconds: 900, answeredAt: Date.now() - 2 * minute }),
    noted({ path, status: 503, answeredAt: Date.now() - minute }),
  ]);
  const statuses = async (asked: Asked) => (await listed({ path, ...asked })).items.map(({ status }) => status);
  expect(await statuses({})).toEqual([503, 200]);
  expect(await statuses({ range: 'day' })).toEqual([503, 200, 404]);
  expect(await statuses({ range: 'week' })).toEqual([503, 200, 404, 500]);
  expect(await statuses({ range: 'week', status: 'failed' })).toEqual([503, 404, 500]);
  expect(await statuses({ range: 'week', status: '4xx' })).toEqual([404]);
  expect(await statuses({ range: 'week', status: '5xx' })).toEqual([503, 500]);
  expect(await statuses({ range: 'week', slower_than: 800 })).toEqual([200]);
  expect(await statuses({ path: 'no such path' })).toEqual([]);

  const [first] = (await listed({ path })).items;
  expect((await listed({ call: first!.id, range: 'hour' })).items).toEqual([first]);
});

test('calls are found in all parts that are looked through, and counted up to a bound', async () => {
  const store = apiCallStore(server.app.db);
  const path = '/api/messages';
  await store.add([noted({ path, status: 410 })]);
  const others = Array.from({ length: 12_000 }, () => noted({ path }));
  await store.add(others);
  const found = await listed({ path, status: '4xx' });
  expect(found).toMatchObject({ total_count: 1, has_more: false, items: [{ status: 410 }] });
  expect(await listed({ path })).toMatchObject({ total_count: 10_000, has_more: true, total_pages: 500 });
  expect((await listed({ path, page: 500 })).items).toHaveLength(20);
  await server.app.db.deleteFrom('api_call').where('path', '=', path).execute();
});

test('people and projects that have called are offered as filters', async () => {
  const { data } = await server.call(admin, listCallFilters, {});
  expect(data?.projects.map(({ name }) => name)).toContain('Empty');
  expect(data?.users.map(({ name }) => name)).toContain('Test Person');
});

test('the calls of a deleted account are nobody’s', async () => {
  const email = 'goes@example.com';
  const person = await server.signUp(email);
  await server.call(person, verify, {});
  const user = server.app.db.selectFrom('user').select('id').where('email', '=', email);
  const { id } = await user.executeTakeFirstOrThrow();
  await expect.poll(() => callsOf({ user_id: id }), soon).toContain('GET /api/verify 200');
  expect((await server.call(admin, deleteAccount, { id, email })).status).toBe(200);
  expect((await listed({ path: '/api/verify', user_id: id })).items[0]).toMatchObject({ user: null, user_id: null });
});

test('a project takes its calls along, and calls are gone after seven days', async () => {
  const { db } = server.app;
  const { token, project, projectId } = await server.emptyShop('leaves@example.com');
  await server.call({ token, project }, synonyms.list, {});
  await expect.poll(() => callsOf({ project_id: projectId }), soon).toContain('GET /api/synonyms 200');
  await eraseProject(db, { id: projectId }, [], new AbortController().signal);
  expect(await callsOf({ project_id: projectId })).toEqual([]);

  const store = apiCallStore(db);
  const path = '/api/phrases';
  const old = Date.now() - keptMinutes * minute - 1_000;
  await store.add([...Array.from({ length: 1_200 }, () => noted({ path, answeredAt: old })), noted({ path })]);
  await forgetOldCalls(db, new AbortController().signal);
  const left = await db.selectFrom('api_call').select('answered_at').where('path', '=', path).execute();
  expect(left).toHaveLength(1);
});

test('calls that are refused before anything of them is read are in the log, with their project and up to the bound', async () => {
  const callRates = { visitorCallsPerSecond: 1_000, projectCallsPerSecond: 2, personCallsPerSecond: 1_000 };
  const limited = await startTestApp({ callRates });
  onTestFinished(() => limited.close());
  const shop = await limited.emptyShop('admin@example.com');
  await limited.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = limited.app.http.server.address() as AddressInfo;
  const ask = () => fetch(`http://127.0.0.1:${port}/front/search?q=lamp&token=${shop.project}`);
  const statuses = (await Promise.all(Array.from({ length: 10 * keptFailuresPerSecond }, ask))).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(5 * keptFailuresPerSecond);
  const kept = async () => (await limited.call(shop, listApiCalls, { path: '/front/search', status: '4xx' })).data!;
  await expect.poll(async () => (await kept()).total_count).toBeGreaterThanOrEqual(keptFailuresPerSecond);
  const { total_count: count, items } = await kept();
  expect(count).toBeLessThan(refused);
  expect(items[0]).toMatchObject({ status: 429, code: 'tooManyRequests', project: 'Empty', is_shop: true });
  expect(items[0]?.parameters).toContainEqual({ name: 'q', value: 'lamp', is_in_path: false });
  expect(JSON.stringify(items)).not.toContain(shop.project);
});

describe('secrets', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp({ trustedProxies: 1 });
  });
  afterAll(() => server.close());

  const soon = { interval: 100 };

  test('whatever secrets are sent in whichever place of a call, none is in the log', async () => {
    const { db, endpoints, http } = server.app;
    const { token, project } = await server.emptyShop('admin@example.com');
    const secrets = {
      session: token,
      project,
      made: newSecret(),
      password: 'Correct-Horse-7',
      email: 'jana.novakova@mail.example.com',
      card: '4111 1111 1111 1111',
      address: '203.0.113.77',
      network: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      plain: 'keptsecret',
    };
    const sent = Object.values(secrets);
    const text = sent.join(' ');
    const typed = [secrets.made, secrets.email, secrets.card].join(' ');
    const body = Object.fromEntries(['password', 'email', 'token', 'name', 'q', 'keptsecret'].map((name) => [name, text]));
    for (const [place, { method, path, input, upload }] of endpoints.entries()) {
      if (upload) continue;
      const names = [...Object.keys(input._zod.def.shape), 'password', 'access_token', 'keptsecret'];
      const from = place % 2 === 0 ? secrets.address : secrets.network;
      const query = new URLSearchParams(
        Object.fromEntries([...names.map((name) => [name, text] as const), ['q', typed] as const]),
      );
      await http.inject({
        method,
        url: `${path.replaceAll(/\{\w+\}/g, encodeURIComponent(text))}?${query.toString()}`,
        headers: {
          [sessionHeader]: path.endsWith('/logout') ? 'keptsecret' : token,
          [projectHeader]: project,
          authorization: `Bearer ${path.startsWith('/front/') ? secrets.made : token}`,
          'user-agent': `Mozilla/5.0 Firefox/140.0 ${text}`,
          'x-request-id': secrets.made,
          'x-forwarded-for': from,
          cookie: `session=${secrets.made}`,
          referer: `https://shop.example/?token=${secrets.made}`,
        },
        ...(method !== 'GET' && method !== 'DELETE' && { payload: body }),
      });
    }
    await http.inject({ url: `/front/search?token=${project}&q=${encodeURIComponent(typed)}` });
    // Calls of nobody that fail are bounded by the second, and there were many.
    const ofNoCall = db.selectFrom('api_call').select('id').where('path', '=', '/front/•••').where('status', '=', 404);
    const tryAgain = async () => {
      await http.inject({ url: `/front/keptsecret/${secrets.made}?keptsecret=${secrets.made}` });
      return (await ofNoCall.execute()).length;
    };
    await expect.poll(tryAgain, soon).toBeGreaterThan(0);

    const rows = await db.selectFrom('api_call').selectAll().execute();
    // All but uploads, and what is bounded.
    expect(rows.length).toBeGreaterThan(0.8 * endpoints.length);
    const stored = JSON.stringify(rows);
    for (const [name, secret] of Object.entries(secrets)) {
      expect(stored.includes(secret), `${name} is in the log`).toBe(false);
      expect(stored.includes(encodeURIComponent(secret)), `${name} is in the log, encoded`).toBe(false);
    }
    // Its content can be read all the same.
    expect(rows).toContainEqual(expect.objectContaining({ agent: 'Firefox', address: '203.0.x.x' }));
  });
});

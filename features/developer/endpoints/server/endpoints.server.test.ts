import { beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { listEndpoints, purgeEndpoints, readEndpoint, updateEndpoint } from '#features/developer/endpoints/endpoints.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import type { TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['owner']>>;
let other: typeof owner;
beforeAll(async () => {
  owner = await server.owner('owner@endpoints.example');
  other = await server.owner('other@endpoints.example');
  for (const one of [owner, other]) await server.imported(one, one.feedId);
});

const list = async (of = owner) => (await server.call(of, listEndpoints, {})).data!;
const named = async (name: string, of = owner) => (await list(of)).find(({ method }) => method === name)!;
const save = (input: InputOf<typeof updateEndpoint>, of = owner) => server.call(of, updateEndpoint, input);
const search = async (q: string, of = owner) => (await server.call({}, frontSearch, { token: of.project, q })).status;
const made = () => server.app.cache.answers.figures().makeCount;

/** Calls that shops have no reason to decide about. */
const notListed = ['/front/plugin', '/front/banner-click'];

test('every endpoint that shops call is listed, with how long its answers are usually kept', async () => {
  const answer = await server.call(owner, listEndpoints, {});
  const { data } = answer;
  const paths = new Set(server.app.endpoints.flatMap(({ needs, path }) => (needs === 'shop' ? [path] : [])));
  const plain = [...paths].filter((path) => !path.startsWith('/front/v1/') && !notListed.includes(path));
  expect(data!.map(({ path }) => path).toSorted()).toEqual(plain.toSorted());
  expect(
    data!.map((one) => [one.id, one.request_method, one.method, one.is_cached, one.cache_ttl, one.cache_grace_period]),
  ).toEqual([
    [1, 'GET', 'search', true, 60, 300],
    [2, 'GET', 'autocomplete', true, 60, 300],
    [3, 'GET', 'catalog', true, 60, 300],
    [4, 'GET', 'item', true, 60, 300],
    [5, 'GET', 'similar', true, 300, 3600],
    [9, 'GET', 'bought_together', true, 300, 3600],
    [10, 'GET', 'also_viewed', true, 300, 3600],
    [6, 'GET', 'trending', true, 300, 3600],
    [7, 'POST', 'multi', false, 0, 0],
    [8, 'POST', 'events', false, 0, 0],
  ]);
  expect(answer).toMatchObject({ payload: { endpoint_configurations: data, counted_since: expect.any(Number) } });
  expect(await server.call(owner, readEndpoint, { id: 3 })).toMatchObject({ payload: { endpoint_configuration: data![2] } });
  expect((await server.call(owner, readEndpoint, { id: 99 })).status).toBe(404);
});

test('what is saved holds for the next call, purges what was kept of the endpoint, and leaves other projects alone', async () => {
  for (const one of [owner, other]) await search('kettle', one);
  const before = made();
  const saved = await save({ id: 1, is_cached: true, cache_ttl: 120, cache_grace_period: 0, updated_at: null });
  expect(saved.data).toMatchObject({
    cache_ttl: 120,
    cache_grace_period: 0,
    updated_by: 'Test Person',
    updated_at: expect.any(Number),
  });
  for (const one of [owner, other]) await search('kettle', one);
  expect(made() - before).toBe(1);
  expect(await named('search', other)).toMatchObject({ cache_ttl: 60, updated_at: null, updated_by: null });
  const off = { id: 1, is_cached: false, cache_ttl: 120, cache_grace_period: 0 };
  expect((await save({ ...off, updated_at: saved.data!.updated_at })).status).toBe(200);
  const { last_hour: hour } = await named('search');
  for (let time = 0; time < 2; time += 1) await search('kettle');
  expect((await named('search')).last_hour).toEqual({ calls: hour.calls + 2, hits: hour.hits });
  await save({ ...off, is_cached: true });
  for (let time = 0; time < 2; time += 1) await search('kettle');
  expect((await named('search')).last_day).toEqual({ calls: hour.calls + 4, hits: hour.hits + 1 });
});

test('a save over what somebody else has saved meanwhile is refused, and shows theirs', async () => {
  const input = { id: 3, is_cached: true, cache_grace_period: 10 };
  const times = [11, 12, 13, 14, 15];
  const answers = await Promise.all(times.map((cache_ttl) => save({ ...input, cache_ttl, updated_at: null })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409]);
  const winner = answers.find(({ status }) => status === 200)!.data!;
  const loser = answers.find(({ status }) => status === 409)!;
  expect(loser.data).toMatchObject({ cache_ttl: winner.cache_ttl });
  expect(loser.msg).toContain('Test Person');
  const seconds = await Promise.all(times.map((cache_ttl) => save({ ...input, cache_ttl, updated_at: winner.updated_at })));
  expect(seconds.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await save({ ...input, cache_ttl: 99 })).data).toMatchObject({ cache_ttl: 99 });
});

test('seconds are whole and bounded, and writes are never kept', async () => {
  const input = { id: 2, is_cached: true, cache_ttl: 60, cache_grace_period: 300 };
  for (const [field, value] of [
    ['cache_ttl', -1],
    ['cache_ttl', 86_401],
    ['cache_ttl', 1.5],
    ['cache_grace_period', 604_801],
  ] as const) {
    const { status, errors } = await save({ ...input, [field]: value });
    expect([status, errors[0]]).toMatchObject([422, { field, code: 'notBetween' }]);
  }
  expect((await save({ ...input, cache_ttl: 86_400, cache_grace_period: 604_800 })).status).toBe(200);
  const { status, errors } = await save({ ...input, id: 8 });
  expect([status, errors[0]]).toMatchObject([422, { field: 'is_cached', code: 'neverCached' }]);
  expect((await save({ ...input, id: 99 })).status).toBe(404);
});

test('purging refreshes every answer of the project, and none of another one', async () => {
  for (const one of [owner, other]) await search('mug', one);
  const before = made();
  await server.call(owner, purgeEndpoints, {});
  for (const one of [owner, other]) await search('mug', one);
  expect(made() - before).toBe(1);
});

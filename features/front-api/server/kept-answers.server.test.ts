import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { CachedEndpoint } from '#contract/endpoint.ts';
import { sessionHeader } from '#contract/envelope.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { synonyms } from '#features/search-settings/synonyms/synonyms.contract.ts';
import type { TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['owner']>>;
let other: typeof owner;
beforeAll(async () => {
  owner = await server.owner('owner@kept-answers.example');
  other = await server.owner('other@kept-answers.example');
  for (const one of [owner, other]) await server.imported(one, one.feedId);
});
afterEach(() => vi.restoreAllMocks());

interface Data {
  readonly query_id: string;
  readonly items: readonly { readonly id: string }[];
}

async function call(path: string, { headers = {}, of = owner }: { headers?: Record<string, string>; of?: typeof owner } = {}) {
  const url = `${path}${path.includes('?') ? '&' : '?'}token=${of.project}`;
  const { statusCode, body } = await server.app.http.inject({ url, headers });
  return { status: statusCode, data: (JSON.parse(body) as { data: Data }).data };
}
const figures = (endpoint: CachedEndpoint) => server.app.cache.calls.of(owner.projectId, endpoint).hour;
const made = () => server.app.cache.answers.figures().makeCount;

/** Every search fails as if the engine were away. */
const turnOff = () => vi.spyOn(server.app.engine, 'open').mockRejectedValue(new SearchDownError('away'));

async function setCaching(endpoint: CachedEndpoint, ttl_seconds: number, grace_seconds: number, is_cached: 0 | 1 = 1) {
  const row = { project_id: owner.projectId, endpoint, is_cached, ttl_seconds, grace_seconds, updated_at: 1, updated_by: null };
  await server.app.db.deleteFrom('endpoint_caching').where('project_id', '=', owner.projectId).returning('id').execute();
  await server.app.db.insertInto('endpoint_caching').values(row).execute();
  await server.app.cache.answers.purge(`project ${owner.projectId}`);
}

test.each([
  ['search', '/front/search?q=kettle'],
  ['search', '/front/v1/search?q=pan&facets=brand'],
  ['autocomplete', '/front/autocomplete?q=ke'],
  ['catalog', '/front/catalog'],
] as const)('a second call of %s (%s) has the answer of the first, and an id of its own', async (endpoint, path) => {
  const before = figures(endpoint);
  const makes = made();
  const [first, second] = [await call(path), await call(path)];
  expect([first.status, second.status, made() - makes]).toEqual([200, 200, 1]);
  expect(second.data.query_id).toMatch(/^[\da-f-]{36}$/);
  expect(second.data.query_id).not.toBe(first.data.query_id);
  expect({ ...second.data, query_id: '' }).toEqual({ ...first.data, query_id: '' });
  const after = figures(endpoint);
  expect([after.callCount - before.callCount, after.hitCount - before.hitCount]).toEqual([2, 1]);
});

test('an item and its like are kept, too; what isn’t there is not kept', async () => {
  const [item] = (await call('/front/search?q=')).data.items;
  for (const [endpoint, path] of [
    ['item', `/front/items/${item!.id}`],
    ['similar', `/front/similar/${item!.id}`],
  ] as const) {
    const makes = made();
    const [first, second] = [await call(path), await call(path)];
    expect([second, made() - makes, figures(endpoint).hitCount]).toEqual([first, 1, 1]);
    await call(`${path}-none`);
    expect((await call(`${path}-none`)).status).toBe(404);
    expect(made() - makes).toBe(3);
  }
});

test('calls that mean the same are one; another collection, page, filter, highlight or project is not', async () => {
  const makesOf = async (path: string, of = owner): Promise<number> => {
    const makes = made();
    expect((await call(path, { of })).status).toBe(200);
    return made() - makes;
  };
  const filters = (text: string): string => `/front/search?q=blue+mug&filters=${encodeURIComponent(text)}`;
  expect(await makesOf(filters('{"price":{"to":90},"brand":["A","B"]}'))).toBe(1);
  expect(await makesOf(`${filters('{"brand":["A","B"],"price":{"to":90}}').replace('blue+mug', '%20Blue%20%20MUG')}`)).toBe(0);
  expect(await makesOf(filters('{"brand":["A","B"],"price":{"from":90}}'))).toBe(1);
  for (const more of ['&page=2', '&per_page=3', '&sort=price', '&facets=brand', '&facets=brand&narrowing=brand', '&highlight=1'])
    expect([more, await makesOf(`/front/search?q=mug${more}`)]).toEqual([more, 1]);
  expect(await makesOf(`/front/search?q=mug&collection=${owner.collectionId}`)).toBe(1);
  expect(await makesOf('/front/search?q=mug&page=2', other)).toBe(1);
});

test('a rule and a change of an item show with the next call', async () => {
  expect((await call('/front/search?q=xylophon')).data.items).toEqual([]);
  const makes = made();
  await server.call(owner, synonyms.create, { term: 'xylophon', synonyms: ['kettle'] });
  expect((await call('/front/search?q=xylophon')).data.items.length).toBeGreaterThan(0);
  expect(made() - makes).toBe(1);
});

test('people who work on the shop get an answer of their own, and none of theirs is kept', async () => {
  const headers = { [sessionHeader]: owner.token };
  const before = [made(), figures('search').callCount];
  for (let time = 0; time < 2; time += 1) expect((await call('/front/search?q=towel', { headers })).status).toBe(200);
  expect([made(), figures('search').callCount]).toEqual(before);
  await call('/front/search?q=towel');
  expect(made()).toBe(before[0]! + 1);
});

test('what can’t be searched is answered by what was found last, within its time and its grace alone', async () => {
  await setCaching('search', 1, 1);
  const kept = await call('/front/search?q=bowl');
  const engine = turnOff();
  const asked = [vi.spyOn(server.app.engine, 'status').mockRejectedValue(new SearchDownError('away')), engine];
  const begun = performance.now();
  /** When each was answered last. */
  const statuses = new Map<number, number>();
  while (performance.now() - begun < 2_700) {
    const askedAt = performance.now() - begun;
    const { status, data } = await call('/front/search?q=bowl');
    statuses.set(status, askedAt);
    if (status === 200) expect(data.items).toEqual(kept.data.items);
    await sleep(20);
  }
  expect([...statuses.keys()]).toEqual([200, 503]);
  expect(statuses.get(200)).toBeGreaterThan(1_000);
  expect(statuses.get(200)).toBeLessThan(2_000);
  expect((await call('/front/search?q=never+asked+before')).status).toBe(503);
  for (const one of asked) one.mockRestore();
  // Nothing of the failures is kept.
  expect((await call('/front/search?q=bowl')).data.items).toEqual(kept.data.items);
  expect((await call('/front/search?q=never+asked+before')).status).toBe(200);
});

test('an engine that doesn’t say what is live is not waited for', async () => {
  await setCaching('search', 60, 300);
  await call('/front/search?q=vase');
  vi.spyOn(server.app.engine, 'status').mockReturnValue(new Promise(() => undefined));
  const begun = performance.now();
  expect((await call('/front/search?q=vase')).status).toBe(200);
  for (let time = 0; time < 20; time += 1) expect((await call('/front/search?q=vase')).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('an endpoint that isn’t to be kept is worked out each time', async () => {
  await setCaching('search', 60, 300, 0);
  const makes = made();
  const before = figures('search');
  for (let time = 0; time < 2; time += 1) await call('/front/search?q=chair');
  const after = figures('search');
  expect([made() - makes, after.callCount - before.callCount, after.hitCount - before.hitCount]).toEqual([0, 2, 0]);
});

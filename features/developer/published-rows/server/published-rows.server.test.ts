import { beforeAll, expect, test } from 'vitest';
import { purgeEndpoints } from '#features/developer/endpoints/endpoints.contract.ts';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { loadPublishedRows, readPublishedRow } from '#features/developer/published-rows/published-rows.contract.ts';
import { engineCollection } from '#server/search/project-search.ts';
import type { TestServer } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
let owner: Awaited<ReturnType<TestServer['owner']>>;
let other: typeof owner;
beforeAll(async () => {
  owner = await server.owner('owner@published-rows.example');
  other = await server.owner('other@published-rows.example');
  for (const one of [owner, other]) await server.imported(one, one.feedId);
});

const list = async (input = {}, of = owner) => (await server.call(of, loadPublishedRows, input)).data!;
const ask = async (path: string, of = owner) => {
  const { statusCode } = await server.app.http.inject({ url: `${path}${path.includes('?') ? '&' : '?'}token=${of.project}` });
  expect(statusCode).toBe(200);
};

test('what the shop was answered is listed with what it is made of, and shown as JSON', async () => {
  await server.call(owner, purgeEndpoints, {});
  expect(await list()).toEqual({ items: [], total_count: 0, total_pages: 0 });
  const { data: found } = await server.call({}, frontSearch, { token: owner.project, q: 'kettle', per_page: 3 });
  await ask('/front/autocomplete?q=ke');
  await ask(`/front/items/${found!.items[0]!.id}`);
  const { items: rows, total_count: count } = await list({ sort: 'endpoint' });
  expect([count, rows.map(({ endpoint }) => endpoint)]).toEqual([3, ['autocomplete', 'item', 'search']]);
  const [row] = rows.slice(2);
  const { number } = await server.app.releases.live({ id: owner.projectId });
  const { generation } = (await server.app.engine.status(engineCollection(owner.collectionId)))!;
  expect(row).toMatchObject({ release: number, generation, ttl: 60, rows: 3, age: expect.any(Number) });
  expect(row!.key).toContain('kettle');
  expect(rows[1]!.rows).toBe(1);
  expect(rows[0]!.rows).toBeGreaterThan(0);
  const { data: shown } = await server.call(owner, readPublishedRow, { id: row!.id });
  expect(Buffer.byteLength(shown!.json)).toBe(row!.bytes);
  expect(JSON.parse(shown!.json)).toMatchObject({ total_count: found!.total_count });
});

test('rows of another project never appear, nor can they be read', async () => {
  await ask('/front/search?q=mug', other);
  const theirs = await list({}, other);
  expect(theirs.total_count).toBeGreaterThan(0);
  const known = new Set((await list({ per_page: 100 })).items.map(({ id }) => id));
  for (const { id, key } of theirs.items) {
    expect(known).not.toContain(id);
    expect(JSON.parse(key)).toEqual(expect.arrayContaining([other.projectId]));
    expect((await server.call(owner, readPublishedRow, { id })).status).toBe(404);
    expect((await server.call(other, readPublishedRow, { id })).status).toBe(200);
  }
});

test('they are searched by their key, sorted and paged, and gone once they are purged', async () => {
  await server.call(owner, purgeEndpoints, {});
  for (let at = 0; at < 25; at += 1) await ask(`/front/search?q=towel&per_page=${at + 1}`);
  await ask('/front/search?q=lamp');
  const pages = await Promise.all([1, 2].map((page) => list({ sort: 'bytes', order: 'desc', page })));
  const sizes = pages.flatMap(({ items }) => items.map(({ bytes }) => bytes));
  expect(sizes).toEqual(sizes.toSorted((one, two) => two - one));
  expect([pages[0]!.total_count, pages[0]!.items.length, pages[1]!.items.length]).toEqual([26, 20, 6]);
  expect((await list({ search: 'LAMP' })).total_count).toBe(1);
  await server.call(owner, purgeEndpoints, {});
  expect((await list()).total_count).toBe(0);
});

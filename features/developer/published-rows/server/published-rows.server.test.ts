import { beforeAll, expect, test } from 'vitest';
import { purgeEndpoints } from '#features/developer/endpoints/endpoints.contract.ts';
import { loadPublishedRows } from '#features/developer/published-rows/published-rows.contract.ts';
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
  const { statusCode } = await server.app.http.inject({ url: `${path}&token=${of.project}` });
  expect(statusCode).toBe(200);
};

test('lists cached responses of the project until they are purged, searched by their key and paged', async () => {
  await ask('/front/search?q=mug', other);
  expect(await list()).toEqual({ items: [], total_count: 0, total_pages: 0 });
  for (let at = 0; at < 25; at += 1) await ask(`/front/search?q=towel&per_page=${at + 1}`);
  await ask('/front/autocomplete?q=lamp');
  const pages = await Promise.all([1, 2].map((page) => list({ page })));
  expect([pages[0]!.total_count, pages[0]!.items.length, pages[1]!.items.length]).toEqual([26, 20, 6]);
  const found = await list({ search: 'LAMP' });
  const { number: release } = await server.app.releases.live({ id: owner.projectId });
  expect(found.items).toMatchObject([{ endpoint: 'autocomplete', release, age: expect.any(Number) }]);
  await server.call(owner, purgeEndpoints, {});
  expect((await list()).total_count).toBe(0);
});

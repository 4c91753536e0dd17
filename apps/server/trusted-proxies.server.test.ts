import { afterAll, beforeAll, expect, test } from 'vitest';
import { frontSearch } from '#features/front-api/search/search.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const visitors = 60;
let unproxied: TestApp;
let byCount: TestApp;
let byAddress: TestApp;
beforeAll(async () => {
  unproxied = await startTestApp();
  byCount = await startTestApp({ trustedProxies: 1 });
  byAddress = await startTestApp({ trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] });
});
afterAll(() => Promise.all([unproxied, byCount, byAddress].map((server) => server.close())));

async function countOf(server: TestApp, forwardedFor: (visitor: number) => string): Promise<number> {
  const person = await server.signUp(`owner${Math.random()}@example.com`);
  const { data } = await server.call(person, createProject, { name: 'Shop', language: 'en', data_source: 'aisle_api' });
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    await server.app.http.inject({
      url: frontSearch.path,
      query: { token: data!.token, q: 'proxied', visitor: `v${visitor}` },
      headers: { 'x-forwarded-for': forwardedFor(visitor), 'user-agent': 'Mozilla/5.0' },
    });
  }
  const counted = async (): Promise<number> => {
    const rows = server.app.db.selectFrom('search_day').select('search_count').where('project_id', '=', data!.id);
    return (await rows.executeTakeFirst())?.search_count ?? 0;
  };
  await expect.poll(counted).toBeGreaterThan(0);
  return counted();
}

test('sixty visitors behind one trusted proxy are counted as sixty', async () => {
  expect(await countOf(byCount, (visitor) => `198.51.100.${visitor}`)).toBe(visitors);
  expect(await countOf(byAddress, (visitor) => `198.51.100.${visitor}, 10.1.2.3`)).toBe(visitors);
});

test('what a visitor says about where it comes from has no effect, with and without a proxy', async () => {
  expect(await countOf(unproxied, (visitor) => `198.51.100.${visitor}`)).toBe(5);
  expect(await countOf(byCount, (visitor) => `198.51.100.${visitor}, 203.0.113.7`)).toBe(5);
  expect(await countOf(byAddress, (visitor) => `198.51.100.${visitor}, 203.0.113.7, 10.1.2.3`)).toBe(5);
});

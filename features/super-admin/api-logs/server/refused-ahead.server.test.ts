import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { keptFailuresPerSecond, listApiCalls } from '#features/super-admin/api-logs/api-logs.contract.ts';

let server: TestApp;
beforeAll(async () => {
  const callRates = { visitorCallsPerSecond: 1_000, projectCallsPerSecond: 2, personCallsPerSecond: 1_000 };
  server = await startTestApp({ callRates });
});
afterAll(() => server.close());

test('calls that are refused before anything of them is read are in the log, with their project and up to the bound', async () => {
  const admin = await server.emptyShop('admin@example.com');
  await server.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.http.server.address() as AddressInfo;
  const ask = () => fetch(`http://127.0.0.1:${port}/front/search?q=lamp&token=${admin.project}`);
  const statuses = (await Promise.all(Array.from({ length: 10 * keptFailuresPerSecond }, ask))).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(5 * keptFailuresPerSecond);
  const kept = async () => (await server.call(admin, listApiCalls, { path: '/front/search', status: '4xx' })).data!;
  await expect.poll(async () => (await kept()).total_count).toBeGreaterThanOrEqual(keptFailuresPerSecond);
  const { total_count: count, items } = await kept();
  expect(count).toBeLessThan(refused);
  expect(items[0]).toMatchObject({ status: 429, code: 'tooManyRequests', project: 'Empty', is_shop: true });
  expect(items[0]?.parameters).toContainEqual({ name: 'q', value: 'lamp', is_in_path: false });
  expect(JSON.stringify(items)).not.toContain(admin.project);
});

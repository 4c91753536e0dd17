import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { authorizeByPost } from './credentials.contract.ts';

let server: TestApp;
let shop: { client_id: string; client_secret: string };
beforeAll(async () => {
  server = await startTestApp();
  const person = await server.signUp('owner@example.com');
  const { data } = await server.call(person, createProject, { name: 'Shop', language: 'en', data_source: 'aisle_api' });
  shop = { client_id: data!.token, client_secret: data!.client_secret };
});
afterAll(() => server.close());

test('the right secret gets a token, however many were wrong from the same address', async () => {
  const wrong = () => server.call({}, authorizeByPost, { ...shop, client_secret: 'wrong' });
  const statuses = await Promise.all(Array.from({ length: 400 }, async () => (await wrong()).status));
  expect(statuses.filter((status) => status === 401)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  expect((await server.call({}, authorizeByPost, shop)).status).toBe(200);
});

test('right secrets are not counted', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 400 }, async () => (await server.call({}, authorizeByPost, shop)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

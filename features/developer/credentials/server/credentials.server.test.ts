import { beforeAll, expect, test } from 'vitest';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  authorizeByPost,
  endOldSecret,
  overlapHours,
  readCredentials,
  rotateSecret,
} from '#features/developer/credentials/credentials.contract.ts';

const server = await sharedServer();
let owner: { readonly session?: string; readonly project?: string };
let shop: { client_id: string; client_secret: string };
beforeAll(async () => {
  const person = await server.signUp('owner@credentials.example');
  const { data } = await server.call(person, createProject, { name: 'Shop', language: 'en', data_source: 'aisle_api' });
  owner = { ...person, project: data!.token };
  shop = { client_id: data!.token, client_secret: data!.client_secret };
});

test('the right secret gets a token, however many were wrong from the same address', async () => {
  const wrong = () => server.call({}, authorizeByPost, { ...shop, client_secret: 'wrong' });
  const statuses = await Promise.all(Array.from({ length: 400 }, async () => (await wrong()).status));
  expect(statuses.filter((status) => status === 401)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  expect((await server.call({}, authorizeByPost, shop)).status).toBe(200);
});

test('a new secret works beside the old one for a day, or until the old one is ended', async () => {
  const isIn = async (secret: string) =>
    (await server.call({}, authorizeByPost, { ...shop, client_secret: secret })).status === 200;
  const first = (await server.call(owner, rotateSecret, {})).data!.client_secret;
  const second = (await server.call(owner, rotateSecret, { keeps_old: true })).data!.client_secret;
  const { data } = await server.call(owner, readCredentials, {});
  expect(data!.old_secret_until).toBeGreaterThan(Date.now() + (overlapHours - 1) * 60 * 60 * 1_000);
  expect([await isIn(first), await isIn(second)]).toEqual([true, true]);
  // Of three, the oldest one ends.
  const third = (await server.call(owner, rotateSecret, { keeps_old: true })).data!.client_secret;
  expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([false, true, true]);
  await server.call(owner, endOldSecret, {});
  expect((await server.call(owner, readCredentials, {})).data).toMatchObject({ old_secret_until: null });
  expect([await isIn(second), await isIn(third)]).toEqual([false, true]);
  await server.call(owner, rotateSecret, { keeps_old: true });
  const past = { old_secret_until: Date.now() - 1 };
  await server.app.db.updateTable('project').set(past).where('token', '=', shop.client_id).execute();
  expect(await isIn(third)).toBe(false);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageStore } from '#features/general/messages/messages.store.ts';
import { changeMailSetting, readMailSettings } from './mail-settings.contract.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.signUp('admin@example.com');
});
afterAll(() => server.close());

test('a kind that somebody turned off is not mailed to them, until they turn it on', async () => {
  const owner = await server.emptyShop('eva@example.com');
  const told = async (kind: 'feedFailed' | 'importHeld') =>
    (await messageStore(server.app.db).recipients({ id: owner.projectId }, 3, kind)).map(({ email }) => email);
  const set = (is_mailed: boolean) => server.call(owner, changeMailSetting, { kind: 'feedFailed', is_mailed });
  for (const _ of [1, 2]) expect((await set(false)).status).toBe(200);
  expect([await told('feedFailed'), await told('importHeld')]).toEqual([[], ['eva@example.com']]);
  const { data } = await server.call(owner, readMailSettings, {});
  expect(data?.filter(({ is_mailed }) => !is_mailed).map(({ kind }) => kind)).toEqual(['feedFailed']);
  await set(true);
  expect(await told('feedFailed')).toEqual(['eva@example.com']);
});

test('somebody sees the kinds that their rights cover', async () => {
  const newcomer = await server.signUp('new@example.com');
  expect((await server.call(newcomer, readMailSettings, {})).data).toEqual([]);
});

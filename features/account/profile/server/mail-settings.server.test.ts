import { expect, test } from 'vitest';
import { messageStore } from '#features/general/messages/server/messages.store.ts';
import { changeMailSetting, readMailSettings } from '#features/account/profile/profile.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();

test('a kind that somebody turned off is not mailed to them, until they turn it on', async () => {
  const owner = await server.emptyShop('eva@mail-settings.example');
  const told = async (kind: 'feedFailed' | 'importHeld') =>
    (await messageStore(server.app.db).recipients({ id: owner.projectId }, 3, kind)).map(({ email }) => email);
  const set = (is_mailed: boolean) => server.call(owner, changeMailSetting, { kind: 'feedFailed', is_mailed });
  for (const _ of [1, 2]) expect((await set(false)).status).toBe(200);
  expect([await told('feedFailed'), await told('importHeld')]).toEqual([[], ['eva@mail-settings.example']]);
  const { data } = await server.call(owner, readMailSettings, {});
  expect(data?.filter(({ is_mailed }) => !is_mailed).map(({ kind }) => kind)).toEqual(['feedFailed']);
  await set(true);
  expect(await told('feedFailed')).toEqual(['eva@mail-settings.example']);
});

test('somebody sees the kinds that their rights cover', async () => {
  const newcomer = await server.signUp('new@mail-settings.example');
  expect((await server.call(newcomer, readMailSettings, {})).data).toEqual([]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { login } from '#features/account/account.contract.ts';
import { readUserData, deactivate, deactivationPhrase } from '#features/account/profile/profile.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { testPassword, type Actor } from '#testing/test-app.ts';

const server = await sharedServer();
const { admin } = server;
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const verified = { password: testPassword, verification: deactivationPhrase };
const giveUp = (actor: Actor, input = verified) => server.call(actor, deactivate, input);
const signIn = (email: string) => server.call({}, login, { email, password: testPassword });
const isIn = async (actor: Actor): Promise<boolean> => (await server.call(actor, readUserData, {})).status === 200;
const idOf = async (email: string): Promise<number> =>
  (await server.app.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const addOwner = async (email: string, project_id: number): Promise<unknown> =>
  server.app.db
    .insertInto('member')
    .values({ user_id: await idOf(email), project_id, is_owner: 1, user_groups: '[]' })
    .execute();

test('somebody who gives up their account is signed out everywhere, and can no longer sign in', async () => {
  const email = 'eva@deactivation.example';
  const sessions = [await server.signUp(email), { token: (await signIn(email)).data!.token }];
  expect((await giveUp(sessions[0]!)).status).toBe(200);
  expect(await Promise.all(sessions.map(isIn))).toEqual([false, false]);
  expect((await signIn(email)).status).toBe(401);
});

describe('an owner', () => {
  test('leaves projects that somebody else owns, too', async () => {
    const owner = await server.emptyShop('leaves@deactivation.example');
    await server.signUp('stays@deactivation.example');
    await addOwner('stays@deactivation.example', owner.projectId);
    expect((await giveUp(owner)).status).toBe(200);
    const members = server.app.db.selectFrom('member').select('user_id').where('project_id', '=', owner.projectId);
    expect(await members.execute()).toEqual([{ user_id: await idOf('stays@deactivation.example') }]);
  });

  test('who is the last one of a project stays, and is told its name', async () => {
    const owner = await server.emptyShop('last@deactivation.example');
    const answer = await giveUp(owner);
    expect(answer).toMatchObject({ status: 409, errors: [{ code: 'lastOwner', parameters: { projects: 'Empty' } }] });
    expect(await isIn(owner)).toBe(true);
  });

  test('is the last one beside somebody who is blocked', async () => {
    const owner = await server.emptyShop('beside@deactivation.example');
    await server.signUp('blocked@deactivation.example');
    await addOwner('blocked@deactivation.example', owner.projectId);
    await server.app.db.updateTable('user').set({ is_blocked: 1 }).where('email', '=', 'blocked@deactivation.example').execute();
    expect((await giveUp(owner)).errors).toMatchObject([{ code: 'lastOwner' }]);
  });

  test('of two who leave at once, one stays', async () => {
    const one = await server.emptyShop('one@deactivation.example');
    const other = await server.signUp('two@deactivation.example');
    await addOwner('two@deactivation.example', one.projectId);
    const statuses = (await Promise.all([giveUp(one), giveUp(other)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

test('the last administrator stays', async () => {
  const { db } = server.app;
  await db.updateTable('user').set({ is_admin: 0 }).where('id', '!=', admin.userId).execute();
  // Other tests have them own projects.
  await db.deleteFrom('member').where('user_id', '=', admin.userId).execute();
  expect((await giveUp(admin)).errors).toMatchObject([{ code: 'lastAdmin' }]);
  expect(await isIn(admin)).toBe(true);
});

test.each([
  [{ ...verified, password: 'Wrong-Horse-7' }, 'password', 'currentPasswordWrong'],
  [{ ...verified, password: '' }, 'password', 'required'],
  [{ ...verified, verification: 'I want deactivate' }, 'verification', 'fieldNotValid'],
  [{ ...verified, verification: '' }, 'verification', 'required'],
])('%j gives up nothing', async (input, field, code) => {
  const someone = await server.signUp(`stays${Math.random()}@deactivation.example`);
  expect((await giveUp(someone, input)).errors).toMatchObject([{ field, code }]);
  expect(await isIn(someone)).toBe(true);
});

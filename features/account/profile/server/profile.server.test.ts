import { beforeEach, describe, expect, test, afterAll, beforeAll } from 'vitest';
import { login, checkResetLink, requestReset } from '#features/account/account.contract.ts';
import {
  readUserData,
  changePassword,
  deactivate,
  deactivationPhrase,
  changeMailSetting,
  readMailSettings,
  leaveProject,
  listOwnProjects,
  changeUserData,
} from '#features/account/profile/profile.contract.ts';
import { guessLimits } from '#features/account/server/sign-in.service.ts';
import { mailedToken } from '#testing/letters.ts';
import { testPassword, type Actor, type TestServer, startTestApp, type TestApp } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { messageStore } from '#features/general/messages/server/messages.store.ts';
import { inviteUser, answerInvitation } from '#features/access-management/invitations/invitations.contract.ts';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { readFileSync } from 'node:fs';
import { listAccounts } from '#features/super-admin/all-users/all-users.contract.ts';
import { sharedData } from '#scripts/shared-data.ts';

const newPassword = 'Battery-Staple-8';
const change = { password: testPassword, new_password: newPassword, new_password_confirmation: newPassword };

const server = await sharedServer();
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const signIn = (email: string, password = testPassword) => server.call({}, login, { email, password });
const isIn = async (actor: Actor): Promise<boolean> => (await server.call(actor, readUserData, {})).status === 200;

describe('a changed password', () => {
  test('ends the other sessions and keeps the one that changed it', async () => {
    const email = 'eva@own-password.example';
    const here = await server.signUp(email);
    const there = { token: (await signIn(email)).data!.token };
    expect(await server.call(here, changePassword, change)).toMatchObject({ status: 200, data: { count: 1 } });
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect([(await signIn(email)).status, (await signIn(email, newPassword)).status]).toEqual([401, 200]);
  });

  test('ends links that were mailed before', async () => {
    const email = 'links@own-password.example';
    const here = await server.signUp(email);
    await server.call({}, requestReset, { email });
    const token = await mailedToken(server.dataDirectory, email);
    await server.call(here, changePassword, change);
    expect((await server.call({}, checkResetLink, { token })).status).toBe(404);
  });
});

test('a wrong current password changes nothing and is counted as at sign-in', async () => {
  const email = 'guessed@own-password.example';
  const here = await server.signUp(email);
  const guess = () => server.call({ ...here, from: '203.0.113.9' }, changePassword, { ...change, password: 'Wrong-Horse-7' });
  expect((await guess()).errors).toMatchObject([{ field: 'password', code: 'currentPasswordWrong' }]);
  const statuses: number[] = [];
  for (let at = 1; at < guessLimits.atOneAddress; at += 1) statuses.push((await guess()).status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(guessLimits.atOneAddress / 2 - 1);
  expect(statuses.at(-1)).toBe(429);
  expect((await signIn(email)).status).toBe(200);
});

test.each([
  ['', 'required'],
  ['Ab-1', 'minimumLength', 6],
  ['Abcd-12', 'minimumLength', 8],
  ['alllowercase', 'passwordMix'],
  [`Aa-1${'x'.repeat(200)}`, 'maximumLength'],
])('%j is refused as a new password', async (new_password, code, min?: number) => {
  const here = await server.signUp(`refused${Math.random()}@own-password.example`);
  const answer = await server.call(here, changePassword, { ...change, new_password, new_password_confirmation: new_password });
  const [problem] = answer.errors;
  expect([problem?.field, problem?.code]).toEqual(['new_password', code]);
  if (min !== undefined) expect(problem?.parameters?.min).toBe(min);
});

test('refuses a confirmation that differs', async () => {
  const here = await server.signUp('differs@own-password.example');
  const answer = await server.call(here, changePassword, { ...change, new_password_confirmation: 'Other-Staple-8' });
  expect(answer.errors).toMatchObject([
    { field: 'new_password_confirmation', code: 'passwordsDoNotMatch', message: 'Passwords do not match' },
  ]);
});

const { admin } = server;
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const verified = { password: testPassword, verification: deactivationPhrase };
const giveUp = (actor: Actor, input = verified) => server.call(actor, deactivate, input);

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

  test('keeps the last owner of a project and names the project', async () => {
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

test('a kind that somebody turned off is not mailed to them, until they turn it on', async () => {
  const owner = await server.emptyShop('eva@mail-settings.example');
  const told = async (kind: 'feedFailed' | 'importOnHold') =>
    (await messageStore(server.app.db).recipients({ id: owner.projectId }, 3, kind)).map(({ email }) => email);
  const set = (is_mailed: boolean) => server.call(owner, changeMailSetting, { kind: 'feedFailed', is_mailed });
  for (const _ of [1, 2]) expect((await set(false)).status).toBe(200);
  expect([await told('feedFailed'), await told('importOnHold')]).toEqual([[], ['eva@mail-settings.example']]);
  const { data } = await server.call(owner, readMailSettings, {});
  expect(data?.filter(({ is_mailed }) => !is_mailed).map(({ kind }) => kind)).toEqual(['feedFailed']);
  await set(true);
  expect(await told('feedFailed')).toEqual(['eva@mail-settings.example']);
});

test('somebody sees the kinds that their rights cover', async () => {
  const newcomer = await server.signUp('new@mail-settings.example');
  expect((await server.call(newcomer, readMailSettings, {})).data).toEqual([]);
});

type Shop = Awaited<ReturnType<TestServer['emptyShop']>>;
async function colleague(owner: Shop, email: string): Promise<Actor> {
  const person = await server.signUp(email);
  const { data } = await server.call(owner, inviteUser, { email, user_groups: [3, 1] });
  const token = new URL(data!.link!).searchParams.get('token')!;
  await server.call(person, answerInvitation, { token, accept: true });
  return { ...person, project: owner.project };
}
const own = async (actor: Actor) => (await server.call(actor, listOwnProjects, {})).data;
const leave = (actor: Actor, id: number) => server.call(actor, leaveProject, { id });

test('somebody sees the projects that they are in with what they may do there, an administrator no others', async () => {
  const owner = await server.emptyShop('owner@own-projects.example');
  const person = await colleague(owner, 'colleague@own-projects.example');
  const project = { id: owner.projectId, name: 'Empty', url: '', token: owner.project };
  expect(await own(owner)).toEqual([{ ...project, is_owner: true, is_only_owner: true, user_groups: [] }]);
  expect(await own(person)).toEqual([{ ...project, is_owner: false, is_only_owner: false, user_groups: [{ id: 3 }, { id: 1 }] }]);
  expect((await own(admin))?.map(({ id }) => id)).not.toContain(owner.projectId);
});

test('who leaves a project is out of it at once, and it goes on without them', async () => {
  const owner = await server.emptyShop('stays@own-projects.example');
  const person = await colleague(owner, 'leaves@own-projects.example');
  expect((await server.call(person, listFeeds, {})).status).toBe(200);
  expect((await leave(person, owner.projectId)).status).toBe(200);
  expect((await server.call(person, listFeeds, {})).status).toBe(404);
  expect([await own(person), (await own(owner))?.length]).toEqual([[], 1]);
  expect((await leave(person, owner.projectId)).status).toBe(404);
});

test('the last owner stays, also of two who leave at once', async () => {
  const owner = await server.emptyShop('last@own-projects.example');
  const refused = await leave(owner, owner.projectId);
  expect(refused).toMatchObject({ status: 409, errors: [{ code: 'lastOwner', parameters: { projects: 'Empty' } }] });
  const second = await colleague(owner, 'second@own-projects.example');
  const { db } = server.app;
  await db.updateTable('member').set({ is_owner: 1 }).where('project_id', '=', owner.projectId).execute();
  expect((await own(owner))?.map(({ is_only_owner: isOnly }) => isOnly)).toEqual([false]);
  const statuses = (await Promise.all([leave(owner, owner.projectId), leave(second, owner.projectId)])).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
});

describe('hostile strings', () => {
  /** The big list of naughty strings: NUL, half letters, other directions of writing, SQL, HTML, templates, shells. */
  const list = sharedData('hostile/strings/blns.json');
  const strings: readonly string[] = list === null ? [] : (JSON.parse(readFileSync(list, 'utf8')) as string[]);
  if (list === null) console.warn('SKIPPED: hostile/strings/blns.json is not beside the checkout.');

  let server: TestApp;
  let admin: Actor;
  let eva: Actor;
  const email = 'eva@example.com';
  beforeAll(async () => {
    server = await startTestApp();
    admin = await server.signUp('admin@example.com');
    eva = await server.signUp(email);
  });
  afterAll(() => server.close());
  beforeEach(() => server.app.db.deleteFrom('attempt').execute());

  /** NUL and half letters are in no text that the server keeps, nor is white space around one. */
  const keptOf = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

  describe.skipIf(list === null)('every hostile string', () => {
    test('in the personal data is kept as it is, or refused at its field with nothing changed', async () => {
      const usual = { name: 'Eva', surname: 'Nova', company_name: '', job: '', phone: '', company_site: '' };
      const wrong: string[] = [];
      let kept = 0;
      for (const text of strings) {
        const sent = Object.fromEntries(Object.keys(usual).map((field) => [field, text])) as typeof usual;
        const all = await server.call(eva, changeUserData, { ...sent, email });
        const refused = new Set(all.errors.map(({ field }) => field));
        if (![200, 422].includes(all.status) || [...refused].some((field) => !(field in usual)))
          wrong.push(`${JSON.stringify(text)}: ${all.status} at ${[...refused].join()}`);
        const fitting = Object.fromEntries(Object.entries(sent).filter(([field]) => !refused.has(field)));
        const some = await server.call(eva, changeUserData, { ...usual, ...fitting, email });
        if (some.status !== 200) wrong.push(`${JSON.stringify(text)} in ${Object.keys(fitting).join()}: ${some.status}`);
        const { data } = await server.call(eva, readUserData, {});
        for (const field of Object.keys(fitting) as (keyof typeof usual)[])
          if (data?.[field] === keptOf(text)) kept += 1;
          else wrong.push(`${field}: ${JSON.stringify(text)} became ${JSON.stringify(data?.[field])}`);
      }
      expect(wrong).toEqual([]);
      expect(kept).toBeGreaterThan(strings.length);
      // Nothing that was kept has hurt what is kept beside it.
      expect((await server.call(admin, listAccounts, {})).data).toMatchObject({ total_count: 2 });
    });
  });
});

import { describe, expect, test } from 'vitest';
import {
  keepLanguage,
  login,
  logout,
  register,
  verify,
  readActivity,
  signOutElsewhere,
} from '#features/account/account.contract.ts';
import { readUserData, changePassword } from '#features/account/profile/profile.contract.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { testPassword, requestOf, type Actor } from '#testing/test-app.ts';
import { activityStore, keptDays } from './account.store.ts';
import { browserName, maskedAddress } from './activity.service.ts';

const server = await sharedServer();

const person = {
  name: 'Eva',
  surname: 'Nová',
  email: 'eva@account.example',
  password: testPassword,
  password_confirmation: testPassword,
  agree: true,
};

describe('signing up', () => {
  test('lets somebody in who administers nothing', async () => {
    expect((await server.call({}, register, person)).data?.user?.is_admin).toBe(false);
  });

  test('says what is wrong with every field at once', async () => {
    const answer = await server.call({}, register, {
      name: ' ',
      surname: '',
      email: 'eva',
      password: 'short',
      password_confirmation: 'other',
      agree: false,
    });
    expect(answer.status).toBe(422);
    expect(answer.msg).toBe('Please, provide correct data!');
    expect(Object.fromEntries(answer.errors.map(({ field, message }) => [field, message]))).toEqual({
      name: 'Name is required',
      surname: 'Last name is required',
      email: 'Email is not valid',
      password: 'minimum length is 8',
      password_confirmation: 'The password and its confirm are not the same',
      agree: 'You should agree terms and conditions',
    });
  });

  test('refuses an address that is used, in whatever case', async () => {
    const answer = await server.call({}, register, { ...person, email: 'EVA@Account.Example ' });
    expect(answer.errors).toMatchObject([{ field: 'email', code: 'alreadyUsed' }]);
  });

  test('takes no rights from the body', async () => {
    const more = { ...person, email: 'sneaky@account.example', is_admin: true, is_owner: true, user_groups: [{ id: 5 }], id: 1 };
    const { data } = await server.call({}, register, more);
    expect(data?.user).toMatchObject({ is_admin: false, is_owner: false, user_groups: [] });
  });
});

describe('signing in', () => {
  test('answers a token that opens the session', async () => {
    const { data } = await server.call({}, login, { email: 'eva@account.example', password: testPassword });
    expect((await server.call({ token: data!.token }, readUserData, {})).data?.email).toBe('eva@account.example');
  });

  test('takes a password with outer spaces as it is', async () => {
    const password = ` ${testPassword} `;
    await server.call({}, register, { ...person, email: 'spaces@account.example', password, password_confirmation: password });
    expect((await server.call({}, login, { email: 'spaces@account.example', password })).status).toBe(200);
    expect((await server.call({}, login, { email: 'spaces@account.example', password: testPassword })).status).toBe(401);
  });

  test('says the same to a wrong password and an unknown address', async () => {
    const wrong = await server.call({}, login, { email: 'eva@account.example', password: 'Wrong-Horse-7' });
    const unknown = await server.call({}, login, { email: 'nobody@account.example', password: 'Wrong-Horse-7' });
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, err: 1, msg: 'The login detail is incorrect.' });
  });
});

describe('a session', () => {
  test('tells with err 2 that a project is needed, and with one what it is', async () => {
    const owner = await server.owner('project@account.example');
    expect(await server.call({ token: owner.token }, verify, {})).toMatchObject({ err: 2, sales_channel: null });
    expect(await server.call(owner, verify, {})).toMatchObject({
      err: 0,
      data: { is_owner: true },
      sales_channel: { token: owner.project, language: 'en' },
    });
  });

  test('has the language that its person chose, also after signing in elsewhere in another one', async () => {
    const email = 'languages@account.example';
    const someone = await server.signUp(email);
    expect((await server.call(someone, readUserData, {})).data?.language).toBeNull();
    await server.call(someone, keepLanguage, { language: 'jp' });
    expect((await server.call(someone, verify, {})).data?.language).toBe('jp');
    const { data } = await server.call({}, login, { email, password: testPassword });
    expect(data?.user.language).toBe('jp');
  });

  test('ends with signing out', async () => {
    const someone = await server.signUp('leaving@account.example');
    await server.call(someone, logout, {});
    expect((await server.call(someone, readUserData, {})).status).toBe(401);
  });

  test('is nobody when header and bearer differ', async () => {
    const someone = await server.signUp('double@account.example');
    const response = await server.app.http.inject({
      url: readUserData.path,
      headers: { 'x-session-token': someone.token, authorization: 'Bearer other' },
    });
    expect(response.statusCode).toBe(401);
  });
});

test('who may not do everything learns whom to ask; owners need not', async () => {
  const owner = await server.owner('owner@account.example');
  const member = await server.signUp('member@account.example');
  const { id: user_id } = await server.app.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'member@account.example')
    .executeTakeFirstOrThrow();
  await server.app.db
    .insertInto('member')
    .values({ user_id, project_id: owner.projectId, is_owner: 0, user_groups: '[3]' })
    .execute();
  const told = ({ token }: { readonly token: string }) => server.call({ token, project: owner.project }, verify, {});
  expect(await told(member)).toMatchObject({ sales_channel: { owner: 'Test Person' } });
  expect(await told(owner)).toMatchObject({ sales_channel: { owner: null } });
});

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
async function signIn(email: string): Promise<Actor> {
  const { headers, ...request } = requestOf({ from: '203.0.113.77' }, login, { email, password: testPassword });
  const answer = await server.app.http.inject({ ...request, headers: { ...headers, 'user-agent': agent } });
  return { token: answer.json<{ data: { token: string } }>().data.token };
}

test('somebody sees what they did, where, and which of it was here', async () => {
  const email = 'eva@activity.example';
  const here = await server.signUp(email);
  await signIn(email);
  const new_password = 'Battery-Staple-8';
  await server.call(here, changePassword, { password: testPassword, new_password, new_password_confirmation: new_password });
  const { data } = await server.call(here, readActivity, {});
  expect(data?.map(({ kind, browser, address, is_here }) => [kind, browser, address, is_here])).toEqual([
    ['passwordChanged', '', '127.0.x.x', true],
    ['signedIn', 'Firefox, Linux', '203.0.x.x', false],
    ['signedIn', '', '127.0.x.x', true],
  ]);
  const rows = JSON.stringify(await server.app.db.selectFrom('account_activity').selectAll().execute());
  expect(rows).not.toContain('203.0.113.77');
  expect(rows).not.toContain(here.token);
});

test('lists wrong passwords once an hour for each place', async () => {
  const email = 'guessed@activity.example';
  const here = await server.signUp(email);
  const guess = (from: string) => server.call({ from }, login, { email, password: 'Wrong-Horse-7' });
  const told = async () =>
    (await server.call(here, readActivity, {})).data
      ?.filter(({ kind }) => kind === 'signInFailed')
      .map(({ address, is_here }) => [address, is_here]);
  for (const [from, count] of [
    ['203.0.113.7', 1],
    ['203.0.113.8', 1],
    ['198.51.100.7', 2],
  ] as const) {
    expect((await guess(from)).status).toBe(401);
    await expect.poll(async () => (await told())?.length).toBe(count);
  }
  expect(await told()).toEqual([
    ['198.51.x.x', false],
    ['203.0.x.x', false],
  ]);
});

test('signing out everywhere else ends the other sessions, says how many, and leaves those of others', async () => {
  const email = 'many@activity.example';
  const here = await server.signUp(email);
  const other = await server.signUp('other@activity.example');
  const there = [await signIn(email), await signIn(email)];
  expect(await server.call(here, readActivity, {})).toMatchObject({ other_sessions: 2 });
  expect((await server.call(here, signOutElsewhere, {})).data).toEqual({ count: 2 });
  const statuses = await Promise.all(
    [here, other, ...there].map(async (one) => (await server.call(one, readUserData, {})).status),
  );
  expect(statuses).toEqual([200, 200, 401, 401]);
  expect(await server.call(here, readActivity, {})).toMatchObject({ other_sessions: 0 });
  expect((await server.call(here, signOutElsewhere, {})).data).toEqual({ count: 0 });
});

test('nobody sees what others did', async () => {
  const someone = await server.signUp('alone@activity.example');
  expect((await server.call(someone, readActivity, {})).data).toHaveLength(1);
});

test('deletes activity older than 90 days', async () => {
  const someone = await server.signUp('old@activity.example');
  const { db } = server.app;
  const later = activityStore(db, () => Date.now() + keptDays * 86_400_000);
  const user = db.selectFrom('user').select('id').where('email', '=', 'old@activity.example');
  const { id } = await user.executeTakeFirstOrThrow();
  expect(await later.list(id, someone.token)).toEqual([]);
  await later.forgetOld();
  expect((await server.call(someone, readActivity, {})).data).toEqual([]);
});

const mozilla = 'Mozilla/5.0';
test.each([
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox, Linux'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36`,
    'Chrome, Windows',
  ],
  [`${mozilla} (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge, Windows'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1`, 'Safari, iOS'],
  [`${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36`, 'Chrome, Linux'],
  ['curl/8.1', ''],
  ['<script>Firefox</script>', ''],
  ['', ''],
])('%s is %j', (agent, name) => expect(browserName(agent)).toBe(name));

test.each([
  ['203.0.113.77', '203.0.x.x'],
  ['2001:db8:1:2::/64', '2001:db8:…'],
  ['', ''],
  ['unknown', ''],
])('of the address %j, %j is kept', (address, masked) => expect(maskedAddress(address)).toBe(masked));

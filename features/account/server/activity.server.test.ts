import { expect, test } from 'vitest';
import { login, readActivity, signOutElsewhere } from '#features/account/account.contract.ts';
import { readUserData, changePassword } from '#features/account/profile/profile.contract.ts';
import { activityStore, keptDays } from './account.store.ts';
import { requestOf, testPassword, type Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { browserName, maskedAddress } from './activity.service.ts';

const server = await sharedServer();

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

test('wrong passwords are told once an hour for each place', async () => {
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

test('what is older than 90 days is neither told nor kept', async () => {
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
  [`${mozilla} (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 OPR/90.0`, 'Opera, Android'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1`, 'Safari, iOS'],
  [`${mozilla} (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1 Version/18.0 Safari/605.1`, 'Safari, macOS'],
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

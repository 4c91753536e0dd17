import { beforeEach, describe, expect, test } from 'vitest';
import { login, checkResetLink, requestReset } from '#features/account/account.contract.ts';
import { readUserData, changePassword } from '#features/account/profile/profile.contract.ts';
import { guessLimits } from '#features/account/server/sign-in.service.ts';
import { mailedToken } from '#testing/letters.ts';
import { testPassword, type Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const newPassword = 'Battery-Staple-8';
const change = { password: testPassword, new_password: newPassword, new_password_confirmation: newPassword };

const server = await sharedServer();
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const signIn = (email: string, password = testPassword) => server.call({}, login, { email, password });
const isSignedIn = async (actor: Actor): Promise<boolean> => (await server.call(actor, readUserData, {})).status === 200;

describe('a changed password', () => {
  test('ends the other sessions and keeps the one that changed it', async () => {
    const email = 'eva@own-password.example';
    const here = await server.signUp(email);
    const there = { token: (await signIn(email)).data!.token };
    expect(await server.call(here, changePassword, change)).toMatchObject({ status: 200, data: { count: 1 } });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
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

test('a confirmation that differs is told at its field', async () => {
  const here = await server.signUp('differs@own-password.example');
  const answer = await server.call(here, changePassword, { ...change, new_password_confirmation: 'Other-Staple-8' });
  expect(answer.errors).toMatchObject([
    { field: 'new_password_confirmation', code: 'passwordsDoNotMatch', message: 'Passwords do not match' },
  ]);
});

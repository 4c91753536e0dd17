import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignUpMode } from '#contract/permission.ts';
import {
  changeSignUpMode,
  confirmSignUp,
  login,
  readSignUpMode,
  readSignUpRules,
  register,
} from '#features/account/account.contract.ts';
import { readUserData } from '#features/account/profile/profile.contract.ts';
import { awaitedLetters, lettersTo, mailedToken } from '#testing/letters.ts';
import { createSampleProject } from '#features/owner/projects/projects.contract.ts';
import { type Actor, startTestApp, testPassword, type TestApp } from '#testing/test-app.ts';

const person = { name: 'Eva', surname: 'Nová', password: testPassword, password_confirmation: testPassword, agree: true };
/** Somebody who is not at the machine of the server. */
const elsewhere = { from: '198.51.100.7' };
const nobodyYet = { token: null, user: null, project: null };

let server: TestApp;
const start = async (settings: Parameters<typeof startTestApp>[0] = {}): Promise<void> => {
  server = await startTestApp({ trustedProxies: 1, ...settings });
};

const signUp = (email: string, actor: object = elsewhere, more: { sign_up_mode?: SignUpMode } = {}) =>
  server.call(actor, register, { ...person, ...more, email });

describe('a server that anybody may sign up to', () => {
  beforeAll(async () => {
    await start();
    await server.signUp('admin@example.com');
  });
  afterAll(() => server.close());

  test('answers an address that has an account as one that has none, and mails each what it should know', async () => {
    const [taken, free] = [await signUp('admin@example.com'), await signUp('new@example.com')];
    expect(taken).toEqual(free);
    expect(free).toMatchObject({ status: 200, err: 0, data: nobodyYet });
    expect((await awaitedLetters(server.dataDirectory, 'admin@example.com'))[0]).toMatch(
      /^You already have an account\n[^]*\/login/,
    );
    expect((await awaitedLetters(server.dataDirectory, 'new@example.com'))[0]).toMatch(/^Confirm your e-mail address\n/);
    const { db } = server.app;
    expect(await db.selectFrom('user').select('email').execute()).toEqual([{ email: 'admin@example.com' }]);
    const written = await db.selectFrom('sign_up').select('email').orderBy('id').execute();
    expect(written.map(({ email }) => email)).toEqual(['admin@example.com', 'new@example.com']);
  });

  test('lets somebody in by the mailed link and the password that was chosen, once', async () => {
    await signUp('new0@example.com');
    const token = await mailedToken(server.dataDirectory, 'new0@example.com');
    const wrong = await server.call(elsewhere, confirmSignUp, { token, password: 'Wrong-Horse-7' });
    expect([wrong.status, wrong.errors[0]?.code]).toEqual([401, 'loginIncorrect']);
    const confirm = () => server.call(elsewhere, confirmSignUp, { token, password: testPassword });
    const answers = await Promise.all(Array.from({ length: 9 }, confirm));
    const [first, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect((await server.call({ token: first!.data!.token }, readUserData, {})).data).toMatchObject({
      email: 'new0@example.com',
      is_admin: false,
    });
    expect((await confirm()).errors).toMatchObject([{ code: 'linkNotValid' }]);
    expect((await server.call(elsewhere, login, { email: 'new0@example.com', password: testPassword })).status).toBe(200);
  });

  test('takes no link after a day', async () => {
    await signUp('new2@example.com');
    const token = await mailedToken(server.dataDirectory, 'new2@example.com');
    await server.app.db
      .updateTable('sign_up')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await server.call(elsewhere, confirmSignUp, { token, password: testPassword })).status).toBe(404);
  });

  test('mails an address a few times a day, whoever asks', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1) statuses.push((await signUp('bombed@example.com', { from: `198.51.100.${at}` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  test('lets people at its own machine in at once, as nothing can be told to them', async () => {
    expect((await signUp('local@example.com', {})).data?.token).toBeTypeOf('string');
    expect((await signUp('local@example.com', {})).errors).toMatchObject([{ field: 'email', code: 'alreadyUsed' }]);
    expect(await lettersTo(server.dataDirectory, 'local@example.com')).toEqual([]);
  });

  test.each([
    ['a proxy', { 'x-forwarded-for': '127.0.0.1' }],
    ['another name', { host: 'search.example' }],
  ])('takes nobody for somebody at its machine who comes by %s', async (_what, headers) => {
    const payload = { ...person, email: 'proxied@example.com' };
    const answer = await server.app.http.inject({ method: 'POST', url: register.path, headers, payload });
    expect(answer.json<{ data: object }>().data).toEqual(nobodyYet);
  });

  test('takes no web address in a name', async () => {
    const answer = await server.call({}, register, {
      ...person,
      email: 'x@example.com',
      name: 'Your bank: click https://evil.example/login',
      surname: 'www.evil.example',
    });
    expect(answer.errors.map(({ field, code }) => [field, code])).toEqual([
      ['name', 'webAddressInName'],
      ['surname', 'webAddressInName'],
    ]);
  });
});

describe('a server that is set up', () => {
  afterEach(() => server.close());
  test('where mails are sent, an address is proven by one, also at the machine itself', async () => {
    await start({ smtpUrl: 'smtp://127.0.0.1:1' });
    expect((await signUp('admin@example.com', {})).data?.user?.is_admin).toBe(true);
    expect((await signUp('second@example.com', {})).data).toEqual(nobodyYet);
  });

  test.each([
    ['invited', 'signUpByInvitation'],
    ['off', 'signUpOff'],
  ] as const)('with sign-up %s takes the first person, and says to others why it does not take them', async (mode, code) => {
    await start({ signUp: mode });
    expect((await server.call(elsewhere, readSignUpRules, {})).data).toMatchObject({ mode, is_first: true });
    expect((await signUp('admin@example.com')).data?.user?.is_admin).toBe(true);
    expect((await server.call(elsewhere, readSignUpRules, {})).data).toMatchObject({ mode, is_first: false });
    for (const actor of [elsewhere, {}]) {
      const answer = await signUp('second@example.com', actor);
      expect([answer.status, answer.errors[0]?.code]).toEqual([403, code]);
    }
    expect((await signUp('admin@example.com')).errors).toMatchObject([{ code }]);
  });

  test('keeps to what its first person decided, and its administrators change', async () => {
    await start({ signUp: null });
    const { data } = await signUp('admin@example.com', elsewhere, { sign_up_mode: 'off' });
    const admin = { token: data!.token! };
    expect((await signUp('second@example.com', elsewhere, { sign_up_mode: 'open' })).errors).toMatchObject([
      { code: 'signUpOff' },
    ]);
    expect((await server.call(admin, changeSignUpMode, { mode: 'invited' })).data).toEqual({
      mode: 'invited',
      is_set_by_server: false,
      all_add_projects: true,
    });
    expect((await signUp('second@example.com')).errors).toMatchObject([{ code: 'signUpByInvitation' }]);
    await server.call(admin, changeSignUpMode, { mode: 'open' });
    expect((await signUp('second@example.com', elsewhere, { sign_up_mode: 'off' })).status).toBe(200);
    expect((await server.call(admin, readSignUpMode, {})).data?.mode).toBe('open');
  });

  test('lets administrators only add projects if they decide so', async () => {
    await start({ signUp: 'open' });
    const [admin, other] = [await server.signUp('admin@example.com'), await server.signUp('second@example.com')];
    const add = (actor: Actor) => server.call(actor, createSampleProject, {});
    await server.call(admin, changeSignUpMode, { all_add_projects: false });
    expect((await add(other)).errors).toMatchObject([{ code: 'projectsByAdministrators' }]);
    expect((await add(admin)).status).toBe(200);
    await server.call(admin, changeSignUpMode, { all_add_projects: true });
    expect((await add(other)).status).toBe(200);
  });

  test('keeps to its environment, whatever people decide', async () => {
    await start({ signUp: 'invited' });
    const { data } = await signUp('admin@example.com', elsewhere, { sign_up_mode: 'open' });
    const admin = { token: data!.token! };
    expect((await server.call(admin, readSignUpMode, {})).data).toMatchObject({ mode: 'invited', is_set_by_server: true });
    expect((await server.call(admin, changeSignUpMode, { mode: 'open' })).errors).toMatchObject([{ code: 'setByServer' }]);
  });
});

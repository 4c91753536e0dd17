import { beforeEach, describe, expect, test, afterAll, beforeAll } from 'vitest';
import {
  login,
  requestReset,
  resetPassword,
  readActivity,
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  signInWithCode,
  turnOffForUser,
  turnOffSecondFactor,
  turnOnSecondFactor,
  keepLanguage,
  logout,
  verify,
  changeDemand,
  readDemand,
} from '#features/account/account.contract.ts';
import { changePassword } from '#features/account/profile/profile.contract.ts';
import { listUsers } from '#features/access-management/users/users.contract.ts';
import { listAccounts } from '#features/super-admin/all-users/all-users.contract.ts';
import { sealingWith } from '#server/secrets/secrets.ts';
import { awaitedLetters, mailedToken } from '#testing/letters.ts';
import { codeOf, setUp } from '#testing/second-factor.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { type Actor, testPassword, requestOf, startTestApp, type TestApp } from '#testing/test-app.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { Secret } from 'otpauth';
import { counterOf, keyAddress, newKey } from './codes.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';

const server = await sharedServer();
const { admin } = server;
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

let people = 0;

/** Somebody with a second factor. */
async function someone() {
  const email = `person${(people += 1)}@second-factor.example`;
  const actor = await server.signUp(email);
  return { email, actor, ...(await setUp(server, actor)) };
}
const signIn = (email: string, password = testPassword, from: Actor = {}) => server.call(from, login, { email, password });
const ticketOf = async (email: string): Promise<string> =>
  ((await signIn(email)) as unknown as { ticket: string | null }).ticket ?? 'none';
const end = (ticket: string, code: string, from: Actor = {}) => server.call(from, signInWithCode, { ticket, code });
const stranger = (at: number): Actor => ({ from: `198.51.100.${at}` });
const successes = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;

describe('a password alone', () => {
  test('opens no session for somebody with a second factor', async () => {
    const { email, key } = await someone();
    const first = await signIn(email);
    expect(first).toMatchObject({ status: 200, err: 2, data: null, ticket: expect.any(String) as string });
    const second = await end(await ticketOf(email), codeOf(key));
    expect(second.data).toMatchObject({ token: expect.any(String) as string, user: { email } });
    expect((await server.call({ token: second.data!.token }, readSecondFactor, {})).data?.on_since).toBeTypeOf('number');
  });

  test('that is wrong is answered the same with a second factor and without', async () => {
    const { email } = await someone();
    await server.signUp('without@second-factor.example');
    const answers = await Promise.all(
      [email, 'without@second-factor.example', 'nobody@second-factor.example'].map((one) => signIn(one, 'Wrong-Horse-7')),
    );
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});

describe('a code', () => {
  test('is taken once, also by many at the same time, and none before it is taken any more', async () => {
    const { email, key } = await someone();
    const code = codeOf(key);
    const tickets = await Promise.all(Array.from({ length: 12 }, () => ticketOf(email)));
    expect(successes(await Promise.all(tickets.map((ticket, at) => end(ticket, code, stranger(at)))))).toBe(1);
    await server.app.db.deleteFrom('attempt').execute();
    for (const old of [code, codeOf(key, -1)])
      expect((await end(await ticketOf(email), old)).errors).toMatchObject([{ field: 'code', code: 'codeWrong' }]);
    expect((await end(await ticketOf(email), codeOf(key, 1))).status).toBe(200);
  });

  test('of somebody else opens nothing', async () => {
    const [one, other] = [await someone(), await someone()];
    expect((await end(await ticketOf(one.email), codeOf(other.key))).status).toBe(422);
    expect((await end(await ticketOf(one.email), other.recoveryCodes[0]!)).status).toBe(422);
  });

  test('that is wrong counts as a wrong password: at most twenty of both are looked at in an hour', async () => {
    const { email } = await someone();
    const ticket = await ticketOf(email);
    const codes = Array.from({ length: 60 }, (_, at) => end(ticket, '000000', stranger(at)));
    const passwords = Array.from({ length: 20 }, (_, at) => signIn(email, 'Wrong-Horse-7', stranger(100 + at)));
    const statuses = (await Promise.all([...codes, ...passwords])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 422, 429].filter((status) => statuses.includes(status))));
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(20);
    expect(statuses).toContain(429);
  });
});

describe('a recovery code', () => {
  test('signs in once, however many use it at once and however it is typed', async () => {
    const { email, actor, recoveryCodes } = await someone();
    const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O');
    const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(email)));
    const uses = Array.from({ length: 100 }, (_, at) => end(tickets[at % 10]!, typed, stranger(at)));
    expect(successes(await Promise.all(uses))).toBe(1);
    expect((await server.call(actor, readSecondFactor, {})).data?.recovery_codes_left).toBe(9);
    const kinds = (await server.call(actor, readActivity, {})).data?.map(({ kind }) => kind);
    expect(kinds).toContain('recoveryCodeUsed');
    expect((await awaitedLetters(server.dataDirectory, email, 2)).join('\n')).toContain('with a recovery code');
  });

  test('works where the key of the server is another one by now, and codes of the app do not', async () => {
    const { email, actor, key, recoveryCodes } = await someone();
    const sealed_key = sealingWith('another secret key of this server').seal(key);
    await server.app.db.updateTable('second_factor').set({ sealed_key }).where('user_id', '=', actor.userId).execute();
    expect((await end(await ticketOf(email), codeOf(key))).status).toBe(422);
    expect((await end(await ticketOf(email), recoveryCodes[0]!)).status).toBe(200);
  });

  test('is one of ten that are kept as hashes, beside a sealed key', async () => {
    const { key, recoveryCodes } = await someone();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((code) => /^(?:[\da-z]{4}-){3}[\da-z]{4}$/.test(code))).toBe(true);
    const dump = await dumpOf(server.app.db, []);
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(dump).not.toContain(secret);
  });
});

describe('a ticket', () => {
  test('ends one sign-in', async () => {
    const { email, key } = await someone();
    const ticket = await ticketOf(email);
    const answers = await Promise.all([codeOf(key), codeOf(key, 1)].map((code, at) => end(ticket, code, stranger(at))));
    expect(successes(answers)).toBe(1);
    expect((await end(ticket, codeOf(key, 1))).errors).toMatchObject([{ code: 'signInOver' }]);
  });

  test('is over after ten minutes, with another password, and for who is blocked', async () => {
    const { email, key, actor, recoveryCodes } = await someone();
    const [late, changed, blocked] = [await ticketOf(email), await ticketOf(email), await ticketOf(email)];
    const { db } = server.app;
    await db.updateTable('sign_in_ticket').set({ expires_at: Date.now() }).where('user_id', '=', actor.userId).execute();
    expect((await end(late, codeOf(key))).errors).toMatchObject([{ code: 'signInOver' }]);
    const later = Date.now() + 60_000;
    await db.updateTable('sign_in_ticket').set({ expires_at: later }).where('user_id', '=', actor.userId).execute();
    const next = { password: testPassword, new_password: 'Battery-Staple-8', new_password_confirmation: 'Battery-Staple-8' };
    await server.call(actor, changePassword, next);
    expect((await end(changed, codeOf(key))).errors).toMatchObject([{ code: 'signInOver' }]);
    await db.updateTable('user').set({ is_blocked: 1 }).where('email', '=', email).execute();
    expect((await end(blocked, recoveryCodes[0]!)).status).toBe(401);
  });
});

describe('setting up', () => {
  test('asks for the password, is off until the first code, and ends the other sessions', async () => {
    const email = 'sets-up@second-factor.example';
    const actor = await server.signUp(email);
    const other = { token: (await signIn(email)).data!.token };
    const wrong = await server.call(actor, beginSecondFactor, { password: 'Wrong-Horse-7' });
    expect(wrong.errors).toMatchObject([{ field: 'password', code: 'currentPasswordWrong' }]);
    const { key, address } = (await server.call(actor, beginSecondFactor, { password: testPassword })).data!;
    expect(address).toBe(
      `otpauth://totp/Aisle:sets-up%40second-factor.example?issuer=Aisle&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await signIn(email)).data?.token).toBeTypeOf('string');
    expect((await server.call(actor, turnOnSecondFactor, { code: '000000' })).errors).toMatchObject([{ code: 'codeWrong' }]);
    expect((await server.call(actor, turnOnSecondFactor, { code: codeOf(key) })).status).toBe(200);
    expect((await server.call(other, readSecondFactor, {})).status).toBe(401);
    expect((await server.call(actor, beginSecondFactor, { password: testPassword })).errors).toMatchObject([
      { code: 'secondFactorOn' },
    ]);
    expect((await awaitedLetters(server.dataDirectory, email)).join('\n')).toContain('was turned on');
  });

  test('is turned on by one of two tabs, and not after a quarter of an hour', async () => {
    const actor = await server.signUp('tabs@second-factor.example');
    const { key } = (await server.call(actor, beginSecondFactor, { password: testPassword })).data!;
    const begun = (begun_at: number) =>
      server.app.db.updateTable('second_factor').set({ begun_at }).where('user_id', '=', actor.userId).execute();
    await begun(Date.now() - 16 * 60_000);
    const late = await server.call(actor, turnOnSecondFactor, { code: codeOf(key) });
    expect(late.errors).toMatchObject([{ code: 'setUpOver' }]);
    await begun(Date.now());
    const both = await Promise.all([0, 1].map((steps) => server.call(actor, turnOnSecondFactor, { code: codeOf(key, steps) })));
    expect(successes(both)).toBe(1);
  });
});

describe('new recovery codes', () => {
  test('and turning off ask for the password and a code', async () => {
    const { email, actor, key, recoveryCodes } = await someone();
    const asked = (password: string, code: string) => [
      server.call(actor, renewRecoveryCodes, { password, code }),
      server.call(actor, turnOffSecondFactor, { password, code }),
    ];
    for (const answer of await Promise.all(asked('Wrong-Horse-7', codeOf(key))))
      expect(answer.errors).toMatchObject([{ field: 'password' }]);
    for (const answer of await Promise.all(asked(testPassword, '000000')))
      expect(answer.errors).toMatchObject([{ field: 'code', code: 'codeWrong' }]);
    await server.app.db.deleteFrom('attempt').execute();
    const renewed = await server.call(actor, renewRecoveryCodes, { password: testPassword, code: codeOf(key) });
    expect(renewed.data?.recovery_codes.some((code) => recoveryCodes.includes(code))).toBe(false);
    expect((await end(await ticketOf(email), recoveryCodes[1]!)).status).toBe(422);
    const off = await server.call(actor, turnOffSecondFactor, {
      password: testPassword,
      code: renewed.data!.recovery_codes[0]!,
    });
    expect(off.status).toBe(200);
    expect((await server.call(actor, readSecondFactor, {})).data).toEqual({ on_since: null, recovery_codes_left: 0 });
    expect((await signIn(email)).data?.token).toBeTypeOf('string');
    const kinds = (await server.call(actor, readActivity, {})).data?.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['secondFactorOff', 'recoveryCodesRenewed', 'secondFactorOn']));
    expect((await awaitedLetters(server.dataDirectory, email, 3)).join('\n')).toContain('was turned off');
  });
});

test('lists of users say who has one', async () => {
  const { email } = await someone();
  const owner = await server.emptyShop('lists@second-factor.example');
  await setUp(server, owner);
  const seen = await server.call(owner, listUsers, {});
  expect(seen.data?.items.map((user) => user.has_second_factor)).toEqual([true]);
  const listed = async (search: string, asked: { second_factor?: 'none' } = {}) =>
    (await server.call(admin, listAccounts, { ...asked, search })).data!.items.map((account) => account.email);
  expect(await listed(email)).toEqual([email]);
  expect(await listed(email, { second_factor: 'none' })).toEqual([]);
  expect(await listed(admin.email, { second_factor: 'none' })).toContain(admin.email);
});

test('a new password by a mailed link leaves it on', async () => {
  const { email } = await someone();
  await awaitedLetters(server.dataDirectory, email);
  await server.call({}, requestReset, { email });
  const token = await mailedToken(server.dataDirectory, email, 2);
  const password = 'Battery-Staple-8';
  expect((await server.call({}, resetPassword, { token, password, password_confirmation: password })).status).toBe(200);
  expect(await signIn(email, password)).toMatchObject({ err: 2, data: null });
});

test('an administrator turns it off for somebody, who is told', async () => {
  const { email, actor } = await someone();
  const id = actor.userId;
  const own = await server.call(admin, turnOffForUser, { id: admin.userId });
  expect(own.errors).toMatchObject([{ code: 'notAllowed' }]);
  expect((await server.call(admin, turnOffForUser, { id })).status).toBe(200);
  expect((await server.call(admin, turnOffForUser, { id })).errors).toMatchObject([{ code: 'secondFactorOff' }]);
  expect((await signIn(email)).data?.token).toBeTypeOf('string');
  expect((await awaitedLetters(server.dataDirectory, email, 2)).join('\n')).toContain('An administrator turned off');
});

describe('codes of an app', () => {
  const key = Secret.fromLatin1('12345678901234567890').base32;
  const stepMilliseconds = 30_000;

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at second %i the code is the one of RFC 6238', (second, code) => {
    expect(counterOf(key, code, second * 1000)).toBe(Math.floor(second / 30));
  });

  describe('a code', () => {
    const second = 1_111_111_111;
    const step = Math.floor(second / 30);
    test.each([
      [-2, null],
      [-1, step],
      [0, step],
      [1, step],
      [2, null],
    ])('is known by a clock that is %i steps ahead as of its own step, or not at all', (steps, counter) => {
      expect(counterOf(key, '050471', second * 1000 + steps * stepMilliseconds)).toBe(counter);
    });
  });

  test('a key has 160 bits, and its address names who and where', () => {
    const own = newKey();
    expect(own).toMatch(/^[A-Z2-7]{32}$/);
    expect(newKey()).not.toBe(own);
    expect(keyAddress(own, 'eva+shop@example.com')).toBe(
      `otpauth://totp/Aisle:eva%2Bshop%40example.com?issuer=Aisle&secret=${own}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

describe('a required second factor', () => {
  let server: TestApp;
  let admin: Actor & { token: string };
  beforeAll(async () => {
    server = await startTestApp();
    admin = await server.signUp('admin@example.com');
  });
  afterAll(() => server.close());

  const demand = (isDemanded: boolean) => server.call(admin, changeDemand, { is_demanded: isDemanded });

  test('who demands a second factor of everybody has one', async () => {
    expect((await demand(true)).errors).toMatchObject([{ code: 'secondFactorFirst' }]);
    expect((await server.call(admin, readDemand, {})).data).toEqual({ is_demanded: false, is_set_by_server: false });
  });

  test('without one everybody can do nothing but set it up, sign out and see who they are', async () => {
    const member = await server.emptyShop('member@example.com');
    await setUp(server, admin);
    expect((await demand(true)).data).toEqual({ is_demanded: true, is_set_by_server: false });

    const open: string[] = [];
    const isBehindSignIn = ({ needs }: { needs: string }) => !['public', 'shop', 'api'].includes(needs);
    for (const endpoint of server.app.endpoints.filter(isBehindSignIn)) {
      const request = requestOf(member, endpoint, sampleInput(endpoint.input));
      if (endpoint === logout) continue;
      const { statusCode, body } = await server.app.http.inject(request);
      const isRefused = statusCode === 403 && body.includes('secondFactorNeeded');
      if (!isRefused) open.push(`${endpoint.method} ${endpoint.path}`);
    }
    expect(open.toSorted()).toEqual(
      [
        'GET /api/verify',
        // Each of its calls is refused by itself.
        'POST /api/batch',
        'PUT /api/user/language',
        'GET /api/user/second-factor',
        'POST /api/user/second-factor',
        'PUT /api/user/second-factor',
      ].toSorted(),
    );
    const seen = await server.call(member, verify, {});
    expect(seen).toMatchObject({ data: { owes_second_factor: true, is_owner: false }, sales_channel: null });

    await setUp(server, member);
    expect((await server.call(member, listProjects, {})).data).toHaveLength(1);
    expect((await server.call(member, verify, {})).data).toMatchObject({ owes_second_factor: false, is_owner: true });
    expect((await server.call(admin, listProjects, {})).status).toBe(200);
    expect((await demand(false)).data?.is_demanded).toBe(false);
  });

  test('the environment demands it, whatever administrators decide', async () => {
    const strict = await startTestApp({ demandsSecondFactor: true });
    try {
      const first = await strict.signUp('first@example.com');
      expect((await strict.call(first, listProjects, {})).errors).toMatchObject([{ code: 'secondFactorNeeded' }]);
      expect((await strict.call(first, keepLanguage, { language: 'cs' })).status).toBe(200);
      const { key } = await setUp(strict, first);
      expect(codeOf(key)).toMatch(/^\d{6}$/);
      expect((await strict.call(first, readSecondFactor, {})).data?.on_since).not.toBeNull();
      expect((await strict.call(first, readDemand, {})).data).toEqual({ is_demanded: true, is_set_by_server: true });
      expect((await strict.call(first, changeDemand, { is_demanded: false })).errors).toMatchObject([{ code: 'setByServer' }]);
      expect((await strict.call(first, logout, {})).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

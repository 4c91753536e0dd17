import { beforeEach, describe, expect, test } from 'vitest';
import { login, checkResetLink, requestReset, resetPassword } from '#features/account/account.contract.ts';
import { readUserData } from '#features/account/profile/profile.contract.ts';
import { resetLimits, sendResetLink } from './password-reset.server.ts';
import { linkMinutes } from './pending.store.ts';
import { awaitedLetters, lettersTo, mailedToken } from '#testing/letters.ts';
import { type Actor, requestOf, testPassword } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const newPassword = 'Battery-Staple-8';
const passwords = { password: newPassword, password_confirmation: newPassword };
const elsewhere: Actor = { from: '198.51.100.7' };

const server = await sharedServer();
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const ask = (email: string, actor: Actor = elsewhere) => server.call(actor, requestReset, { email });
const signsIn = async (email: string, password: string): Promise<number> =>
  (await server.call(elsewhere, login, { email, password })).status;
/** Somebody who was mailed a link, and its token. */
async function forgetful(email: string): Promise<string> {
  await server.signUp(email);
  await ask(email);
  return mailedToken(server.dataDirectory, email);
}
const set = (token: string) => server.call(elsewhere, resetPassword, { token, ...passwords });

describe('asking for a link', () => {
  test('answers and writes the same whether or not somebody has the address', async () => {
    await server.signUp('known@password-reset.example');
    const { db } = server.app;
    const written = async (email: string) => {
      const before = await db.selectFrom('job').select('id').where('kind', '=', 'password reset').execute();
      const { headers, ...answer } = await server.app.http.inject(requestOf(elsewhere, requestReset, { email }));
      const jobs = await db
        .selectFrom('job')
        .select(['kind', 'payload'])
        .where('kind', '=', 'password reset')
        .where('id', 'not in', [0, ...before.map(({ id }) => id)])
        .execute();
      return { body: answer.body, status: answer.statusCode, length: headers['content-length'], sizes: jobs.map(sizeOf) };
    };
    const sizeOf = ({ payload }: { payload: string }): number => payload.length;
    const [known, unknown] = [await written('known@password-reset.example'), await written('knowm@password-reset.example')];
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200, sizes: [known.sizes[0]] });
    await awaitedLetters(server.dataDirectory, 'known@password-reset.example');
    await expect
      .poll(() => db.selectFrom('job').select('id').where('kind', '=', 'password reset').where('state', '!=', 'done').execute())
      .toEqual([]);
    expect(await lettersTo(server.dataDirectory, 'knowm@password-reset.example')).toEqual([]);
  });

  test('mails no link to somebody who is blocked', async () => {
    await server.signUp('blocked@password-reset.example');
    const { db } = server.app;
    const one = db
      .updateTable('user')
      .set({ is_blocked: 1 })
      .where('email', '=', 'blocked@password-reset.example')
      .returning('id');
    const { id } = await one.executeTakeFirstOrThrow();
    expect((await ask('blocked@password-reset.example')).status).toBe(200);
    expect(await sendResetLink(server.app, id, 'en')).toBeNull();
    expect(await db.selectFrom('password_reset').select('id').where('user_id', '=', id).execute()).toEqual([]);
  });

  test('is limited for an e-mail address, whoever asks, and whether or not it has an account', async () => {
    await server.signUp('limited@password-reset.example');
    const asked = async (email: string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let at = 0; at < resetLimits.perAccountAndHour; at += 1)
        statuses.push((await ask(email, { from: `203.0.113.${at}` })).status);
      return statuses;
    };
    const half = resetLimits.perAccountAndHour / 2;
    const statuses = await asked('limited@password-reset.example');
    expect(statuses).toEqual(Array.from({ length: 2 * half }, (_, at) => (at < half ? 200 : 429)));
    expect(await asked('unlimited@password-reset.example')).toEqual(statuses);
  });

  test('is limited from one address of the network', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: resetLimits.perAddressAndHour },
        async (_, at) => (await ask(`many${at}@password-reset.example`)).status,
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(resetLimits.perAddressAndHour / 2);
  });
});

describe('a mailed link', () => {
  test('sets a new password, ends all sessions and proves the address', async () => {
    const email = 'eva@password-reset.example';
    const token = await forgetful(email);
    const { data: other } = await server.call(elsewhere, login, { email, password: testPassword });
    expect((await server.call(elsewhere, checkResetLink, { token })).status).toBe(200);
    expect(await set(token)).toMatchObject({ status: 200, data: { email } });
    expect((await server.call({ token: other!.token }, readUserData, {})).status).toBe(401);
    expect([await signsIn(email, testPassword), await signsIn(email, newPassword)]).toEqual([401, 200]);
    const user = server.app.db.selectFrom('user').select('email_proven_at').where('email', '=', email);
    expect((await user.executeTakeFirstOrThrow()).email_proven_at).toBeTypeOf('number');
  });

  test('works once, however many use it at once, and ends the other links of the person', async () => {
    const email = 'racer@password-reset.example';
    const first = await forgetful(email);
    await ask(email);
    const second = await mailedToken(server.dataDirectory, email, 2);
    const answers = await Promise.all(Array.from({ length: 100 }, () => set(second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    for (const token of [first, second]) {
      expect((await set(token)).errors).toMatchObject([{ code: 'linkNotValid' }]);
      expect((await server.call(elsewhere, checkResetLink, { token })).status).toBe(404);
    }
  });

  test('is over after half an hour', async () => {
    const token = await forgetful('late@password-reset.example');
    const { db } = server.app;
    const { created_at, expires_at } = await db
      .selectFrom('password_reset')
      .select(['created_at', 'expires_at'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(expires_at - created_at).toBe(linkMinutes * 60_000);
    await db
      .updateTable('password_reset')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await set(token)).errors).toMatchObject([{ code: 'linkNotValid' }]);
    expect(await signsIn('late@password-reset.example', testPassword)).toBe(200);
  });

  test('opens nothing for somebody who was blocked meanwhile', async () => {
    const token = await forgetful('meanwhile@password-reset.example');
    await server.app.db
      .updateTable('user')
      .set({ is_blocked: 1 })
      .where('email', '=', 'meanwhile@password-reset.example')
      .execute();
    expect((await set(token)).status).toBe(404);
  });
});

test('a link that is sent for somebody works as one that they asked for', async () => {
  await server.signUp('helped@password-reset.example');
  const user = server.app.db.selectFrom('user').select('id').where('email', '=', 'helped@password-reset.example');
  const link = await sendResetLink(server.app, (await user.executeTakeFirstOrThrow()).id, 'cs');
  expect(await sendResetLink(server.app, 999_999, 'cs')).toBeNull();
  const token = await mailedToken(server.dataDirectory, 'helped@password-reset.example');
  expect(link).toBe(`http://aisle.test/password-reset?token=${token}`);
  expect((await set(token)).data).toEqual({ email: 'helped@password-reset.example' });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { listAccounts, mailResetLink } from '#features/super-admin/all-users/all-users.contract.ts';
import { awaitedLetters } from '#testing/letters.ts';
import { type Actor, requestOf, startTestApp, testPassword, type TestApp } from '#testing/test-app.ts';
import { keepLanguage, login, register, requestReset } from '#features/account/account.contract.ts';
import { changeUserData } from '#features/account/profile/profile.contract.ts';

let server: TestApp;
let admin: Actor;
let owner: Actor;
beforeAll(async () => {
  // From elsewhere people sign up by a mailed link.
  server = await startTestApp({ trustedProxies: 1 });
  admin = await server.signUp('admin@example.com');
  owner = await server.emptyShop('owner@example.com');
});
afterAll(() => server.close());
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const from = '203.0.113.9';
const names = { name: 'Eva', surname: 'Nova' };
const chosen = { ...names, password: testPassword, password_confirmation: testPassword, agree: true };
const idOf = async (email: string): Promise<number> =>
  (await server.call(admin, listAccounts, { search: email })).data!.items[0]!.id;

/** Every call that mails a link to an address of the caller's choice. */
const mailing: readonly [Endpoint, () => Actor, (email: string) => Promise<object> | object][] = [
  [register, () => ({ from }), (email) => ({ ...chosen, email })],
  [requestReset, () => ({ from }), (email) => ({ email })],
  [inviteUser, () => owner, (email) => ({ email, user_groups: [1] })],
  [changeUserData, () => owner, (email) => ({ ...names, email })],
];
/** Those that mail a link to somebody who has an account. */
const isForAccounts = (endpoint: Endpoint): boolean => endpoint === requestReset;

describe.each(mailing.map(([endpoint, actor, input]) => [endpoint.path, endpoint, actor, input] as const))(
  '%s',
  (_path, endpoint, actor, input) => {
    test('makes its link of the address of the server, whatever host the call names', async () => {
      const email = `link${Math.random()}@example.com`;
      if (isForAccounts(endpoint)) await server.signUp(email);
      const request = requestOf(actor(), endpoint, (await input(email)) as Record<string, unknown>);
      const forged = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-server': 'evil.example',
        'x-forwarded-proto': 'javascript',
        'x-original-url': 'https://evil.example/',
        forwarded: 'host=evil.example;proto=https',
        origin: 'https://evil.example',
        referer: 'https://evil.example/',
      };
      const { statusCode, body } = await server.app.http.inject({ ...request, headers: { ...forged, ...request.headers } });
      expect(statusCode).toBe(200);
      const [letter] = await awaitedLetters(server.dataDirectory, email);
      expect(letter).toMatch(/http:\/\/aisle\.test\/[\w/-]+\?token=[\w-]{43}/);
      expect(`${letter} ${body}`).not.toContain('evil');
    });
  },
);

test('a link that an administrator sends is of the server, too', async () => {
  const email = 'helped@example.com';
  await server.signUp(email);
  const request = requestOf(admin, mailResetLink, { id: await idOf(email) });
  const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const { body } = await server.app.http.inject({ ...request, headers: { ...forged, ...request.headers } });
  const [letter] = await awaitedLetters(server.dataDirectory, email);
  expect(`${body} ${letter}`).not.toContain('evil');
  expect(body).toContain('http://aisle.test/password-reset?token=');
});

const malformed = [
  '',
  'eva',
  'eva@',
  '@example.com',
  'eva nova@example.com',
  'eva@example',
  'eva@example.com\r\nBcc: olga@example.com',
];
const taking = [...mailing, [login, () => ({}), (email: string) => ({ email, password: testPassword })] as (typeof mailing)[0]];

test.each(taking.map(([endpoint, actor, input]) => [endpoint.path, endpoint, actor, input] as const))(
  '%s refuses malformed addresses at their field',
  async (_path, endpoint, actor, input) => {
    for (const email of malformed) {
      const request = requestOf(actor(), endpoint, (await input(email)) as Record<string, unknown>);
      const { errors } = (await server.app.http.inject(request)).json<{ errors: { field: string }[] }>();
      expect([email, errors.map(({ field }) => field)]).toEqual([email, ['email']]);
    }
  },
);

test.each<readonly [string, (email: string) => Promise<unknown>]>([
  ['they asked for themselves', (email) => server.call({ from }, requestReset, { email })],
  ['an administrator sends', async (email) => server.call(admin, mailResetLink, { id: await idOf(email) })],
  ['invites them', (email) => server.call(owner, inviteUser, { email, user_groups: [1] })],
])('a letter that %s has the language of their console', async (_what, send) => {
  const email = `japanese${Math.random()}@example.com`;
  await server.call(await server.signUp(email), keepLanguage, { language: 'jp' });
  await send(email);
  expect((await awaitedLetters(server.dataDirectory, email))[0]).toMatch(/[ぁ-ん]/);
});

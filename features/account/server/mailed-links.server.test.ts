import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { consoleLanguages } from '#contract/texts/languages.ts';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { deleteAccount, listAccounts, mailResetLink } from '#features/super-admin/all-users/all-users.contract.ts';
import { settled } from '#testing/calls/full-project.ts';
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

    test.each([
      'eva@example.com, other@example.com',
      'eva@example.com;other@example.com',
      'eva@example.com other@example.com',
      'eva@example.com\r\nBcc: other@example.com',
      'eva@example.com\nother@example.com',
      'eva@example.com%0d%0aBcc:other@example.com',
      '"eva@example.com, other"@example.com',
      'Eva <eva@example.com>',
      '<eva@example.com>',
      'eva@[127.0.0.1]',
    ])('refuses %j at its field, and mails nothing', async (email) => {
      const folder = path.join(server.dataDirectory, 'mails');
      const mails = async () => [await readdir(folder).catch(() => []), await jobs()];
      const jobs = () => server.app.db.selectFrom('job').select('id').execute();
      await settled(server.app.db);
      const before = await mails();
      const { status, errors } = await server.call(actor(), endpoint, (await input(email)) as never);
      expect(status).toBe(422);
      expect(errors).toMatchObject([{ field: 'email', code: 'notValid' }]);
      expect(await mails()).toEqual(before);
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

test.each(consoleLanguages)('who uses the console in %s is mailed in Czech, or else in English', async (language) => {
  const email = `reads.${language}@example.com`;
  const reader = await server.signUp(email);
  await server.call(reader, keepLanguage, { language });
  // Whoever asks, and in whatever browser.
  await server.call({ language: 'cs' }, login, { email, password: testPassword });
  await server.call({ from, language: 'cs' }, requestReset, { email });
  const [letter] = await awaitedLetters(server.dataDirectory, email);
  expect(letter?.split('\n')[0]).toBe(language === 'cs' ? 'Nastavte si nové heslo' : 'Set a new password');
  await server.call(admin, deleteAccount, { id: await idOf(email), email });
});

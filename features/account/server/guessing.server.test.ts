import { beforeEach, expect, test } from 'vitest';
import { login } from '#features/account/account.contract.ts';
import { guessLimits, limitGuessing } from './sign-in.service.ts';
import { testPassword, type Actor } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';

const server = await sharedServer();
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const home: Actor = { from: '203.0.113.1' };
const wrongPassword = 'Wrong-Horse-7';
const signIn = async (email: string, actor: Actor, password = testPassword): Promise<number> =>
  (await server.call(actor, login, { email, password })).status;
const guess = (email: string, actor: Actor): Promise<number> => signIn(email, actor, wrongPassword);
const stranger = (at: number): Actor => ({ from: `198.51.${100 + Math.floor(at / 250)}.${at % 250}` });

/** Somebody who has signed in from home. */
async function owner(email: string): Promise<string> {
  await server.signUp(email);
  expect(await signIn(email, home)).toBe(200);
  return email;
}
const checkedOf = (statuses: readonly number[]): number => statuses.filter((status) => status === 401).length;

test('whatever strangers try, the right password works where its owner has signed in before', async () => {
  const eva = await owner('eva@guessing.example');
  for (let at = 0; at < 30; at += 1) await guess(eva, stranger(at));
  expect(await guess(eva, stranger(31))).toBe(429);
  expect(await signIn(eva, home)).toBe(200);
});

test('an account is guessed at twenty times an hour at most, from however many addresses at once', async () => {
  const eva = await owner('many@guessing.example');
  const places = [...Array.from({ length: 60 }, (_, at) => stranger(at)), ...Array.from({ length: 20 }, () => home)];
  const statuses = await Promise.all(places.map((place) => guess(eva, place)));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(checkedOf(statuses)).toBeLessThanOrEqual(20);
  expect(guessLimits.byStrangers + guessLimits.atKnownAddresses).toBe(20);
});

test('the servers of a database count together', async () => {
  const eva = await owner('servers@guessing.example');
  const servers = [limitGuessing(server.app.db), limitGuessing(server.app.db)];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) =>
      servers[at % 2]!.check({ email: eva, userId: 1, place: { address: `192.0.2.${at}`, device: null } }, () =>
        Promise.resolve(false),
      ),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(guessLimits.byStrangers);
});

test('somebody who guesses at many accounts keeps nobody out who signed in from the same address before', async () => {
  const eva = await owner('behind@guessing.example');
  const guesser = limitGuessing(server.app.db);
  const tries = Array.from({ length: 200 }, (_, at) =>
    guesser.check({ email: `nobody${at}@guessing.example`, userId: 0, place: { address: home.from!, device: null } }, () =>
      Promise.resolve(false),
    ),
  );
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(guessLimits.byStrangersAtOneAddress / 2);
  expect(await signIn(eva, home)).toBe(200);
});

test('one guesser leaves tries to an owner who is somewhere new', async () => {
  const eva = await owner('travels@guessing.example');
  for (let at = 0; at < 30; at += 1) await guess(eva, stranger(1));
  expect(await signIn(eva, stranger(2))).toBe(200);
});

test('a browser is known that somebody has signed in with, wherever it is', async () => {
  const email = 'browser@guessing.example';
  await server.signUp(email);
  const payload = { email, password: testPassword };
  const { headers } = await server.app.http.inject({ method: 'POST', url: login.path, payload });
  const cookie = String(headers['set-cookie']);
  expect(cookie).toMatch(/^aisle_device=[\w-]{43}; Path=\/api\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  const browser = { cookie: cookie.split(';')[0]!, from: '192.0.2.77' };
  for (let at = 0; at < 30; at += 1) await guess(email, stranger(at));
  for (let at = 0; at < 10; at += 1) await guess(email, { from: browser.from });
  expect(await signIn(email, { from: browser.from })).toBe(429);
  expect(await signIn(email, browser)).toBe(200);
  expect(await signIn(email, { ...browser, cookie: `aisle_device=${'x'.repeat(43)}` })).toBe(200);
});

test('only wrong passwords count', async () => {
  const eva = await owner('works@guessing.example');
  for (let at = 0; at < 12; at += 1) expect(await signIn(eva, stranger(9))).toBe(200);
  const statuses = await Promise.all(Array.from({ length: 12 }, () => signIn(eva, home)));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('guessing at an address without an account is refused as it is at one with an account', async () => {
  await owner('exists@guessing.example');
  const series = async (email: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push(await guess(email, stranger(at)));
    return statuses;
  };
  expect(await series('exists@guessing.example')).toEqual(await series('absent@guessing.example'));
});

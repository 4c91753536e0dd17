import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '#testing/openid-provider.ts';
import { openProvider, type Provider, personOf } from './provider.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Options = Parameters<typeof startProvider>[0];
interface Client {
  readonly provider: TestProvider;
  readonly client: Provider;
}
const opened = ({ settings }: TestProvider): Provider =>
  openProvider(settings, () => 'https://aisle.example/login/provider', { warn: () => undefined });
async function started(options: Options = {}): Promise<Client> {
  const provider = await startProvider(options);
  closing.push(provider.close);
  return { provider, client: opened(provider) };
}
async function signIn({ provider, client }: Client) {
  provider.signsIn('eva', { email: 'eva@example.com', email_verified: true });
  const { address, checks } = await client.begin();
  return client.end(await provider.visit(address), checks);
}
const eva = { email: 'eva@example.com' };

describe('a provider', () => {
  test('is asked for nothing before somebody signs in, and for what it says about itself once', async () => {
    const one = await started();
    const { provider } = one;
    expect(provider.asked).toEqual([]);
    for (const _ of [1, 2]) expect(await signIn(one)).toMatchObject(eva);
    expect(provider.asked.filter((path) => path.includes('.well-known'))).toHaveLength(1);
  });

  test('that puts all it says into ID tokens is asked for no more', async () => {
    const one = await started({ hasWholeTokens: true });
    expect(await signIn(one)).toMatchObject(eva);
    expect(one.provider.asked.some((path) => path.startsWith('/me'))).toBe(false);
  });

  test('that is away is said to be, and is asked again by the next who signs in', async () => {
    const { provider, client } = await started();
    const { address, checks } = await client.begin();
    provider.signsIn('eva');
    const answer = await provider.visit(address);
    await provider.close();
    closing.splice(0, 1);
    await expect(client.end(answer, checks)).rejects.toMatchObject({ code: 'providerAway' });
    const fresh = opened(provider);
    for (const _ of [1, 2]) await expect(fresh.begin()).rejects.toMatchObject({ code: 'providerAway' });
  });

  test.each<readonly [string, NonNullable<NonNullable<Options>['idToken']>, string | null]>([
    ['are as they should be', { change: (said) => said }, null],
    ['are for somebody else', { change: (said) => ({ ...said, aud: 'another client' }) }, 'providerRefused'],
    ['are signed by a stranger', { change: (said) => said, signedBy: 'stranger' }, 'providerRefused'],
    ['are signed by the public key as a secret', { change: (said) => said, signedBy: 'public key' }, 'providerRefused'],
    ['are signed by the secret of the client', { change: (said) => said, signedBy: 'client secret' }, 'providerRefused'],
    ['have the nonce of another sign-in', { change: (said) => ({ ...said, nonce: 'x'.repeat(43) }) }, 'providerRefused'],
  ])('whose ID tokens %s', async (_what, idToken, code) => {
    const ended = signIn(await started({ idToken }));
    expect(await ended.catch((error: unknown) => error)).toMatchObject(code === null ? eva : { code });
  });

  test('that proves one address proves no other one that its ID token says', async () => {
    const email = 'olga@example.com';
    const one = await started({ idToken: { change: (said) => ({ ...said, email }) } });
    expect(await signIn(one)).toMatchObject({ email, isEmailProven: false });
  });

  test('that says it is another one is refused', async () => {
    const { client } = await started({ discovery: (said) => ({ ...said, issuer: 'https://other.example' }) });
    await expect(client.begin()).rejects.toMatchObject({ code: 'providerRefused' });
  });
});

/** Something inside that must not be asked. */
async function startInside(): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const inside = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => void inside.close(() => resolve())));
  return { origin: `http://127.0.0.1:${(inside.address() as AddressInfo).port}`, asked };
}

test.each(['token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
  'a %s inside that a provider names besides its own addresses is not fetched',
  async (name) => {
    const inside = await startInside();
    for (const origin of [inside.origin, inside.origin.replace('http:', 'https:'), 'https://169.254.169.254']) {
      const one = await started({ discovery: (said) => ({ ...said, [name]: `${origin}/secrets` }) });
      await expect(signIn(one)).rejects.toMatchObject({ code: 'providerRefused' });
    }
    expect(inside.asked).toEqual([]);
  },
);

const groupsOf = (claims: Record<string, unknown>, claim = 'groups') => personOf('x', claims, claim).groups;

describe('groups', () => {
  test.each([
    [{ groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://shop.example/groups': ['a'] }, 'https://shop.example/groups', ['a']],
    [{ groups: ['a', 1, null, '', { b: 'c' }] }, 'groups', ['a']],
    [{ realm_access: 'roles' }, 'realm_access.roles.length', []],
    [{}, '__proto__.constructor.name', []],
  ])('of %j by %s are %j', (claims, claim, groups) => {
    expect(groupsOf(claims, claim)).toEqual(groups);
  });
});

test.each([
  [{ email_verified: true }, true],
  [{ xms_edov: '1' }, true],
  [{ email_verified: false, xms_edov: true }, false],
  [{ email_verified: ['true'] }, false],
  [{}, false],
])('the address of %j is proven: %s', (claims, isProven) => {
  expect(personOf('x', { email: 'eva@example.com', ...claims }, 'groups').isEmailProven).toBe(isProven);
});

test('one source of claims proves no address that only the other one says', () => {
  const proven = { email: 'eva@example.com', email_verified: true };
  const of = (token: Record<string, unknown>, more: Record<string, unknown>) => personOf('x', token, 'groups', more);
  expect(of({ email: 'olga@example.com' }, proven)).toMatchObject({ email: 'olga@example.com', isEmailProven: false });
  expect(of({ email_verified: true }, { email: 'eva@example.com' }).isEmailProven).toBe(false);
  expect(of({ email: 'Eva@example.com' }, proven)).toMatchObject({ email: 'eva@example.com', isEmailProven: true });
  expect(of({}, proven)).toMatchObject({ email: 'eva@example.com', isEmailProven: true });
  expect(of({ ...proven, email_verified: false }, proven).isEmailProven).toBe(false);
});

test.each([
  'eva@example.com, olga@example.com',
  'eva@example.com\r\nBcc: olga@example.com',
  '\u212Aarel@example.com',
  `${'e'.repeat(300)}@example.com`,
])('%j is no address, and opens no account of one', (email) => {
  expect(personOf('x', { email, email_verified: true }, 'groups')).toMatchObject({ email: null, isEmailProven: false });
});

test('names come whole or in one, addresses in small letters', () => {
  expect(personOf('x', { name: 'Eva Marie Nová', email: ' Eva@Example.com ' }, 'groups')).toMatchObject({
    name: 'Eva',
    surname: 'Marie Nová',
    email: 'eva@example.com',
  });
  expect(personOf('x', { given_name: 'Eva', family_name: 'Nová', name: 'E. N.' }, 'groups')).toMatchObject({
    name: 'Eva',
    surname: 'Nová',
  });
  expect(personOf('x', { email: 7, name: {} }, 'groups')).toMatchObject({ email: null, name: '', surname: '' });
});

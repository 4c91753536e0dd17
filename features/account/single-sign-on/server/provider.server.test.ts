import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { beginSingleSignOn, endSingleSignOn } from '#features/account/single-sign-on/single-sign-on.contract.ts';
import { startProvider, type TestProvider } from '#testing/openid-provider.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Options = Parameters<typeof startProvider>[0];
async function started(options: Options = {}): Promise<{ provider: TestProvider; server: TestApp }> {
  const provider = await startProvider(options);
  closing.push(provider.close);
  const server = await startTestApp({ provider: provider.settings });
  closing.push(server.close);
  return { provider, server };
}
const claims = { email: 'eva@example.com', email_verified: true };
async function signIn(server: TestApp, provider: TestProvider) {
  provider.signsIn('eva', claims);
  const { address, ticket } = (await server.call({}, beginSingleSignOn, {})).data!;
  return server.call({}, endSingleSignOn, { ticket, answer: await provider.visit(address) });
}

describe('a provider', () => {
  test('is asked for nothing before somebody signs in, and for what it says about itself once', async () => {
    const { provider, server } = await started();
    expect(provider.asked).toEqual([]);
    expect((await signIn(server, provider)).status).toBe(200);
    expect((await signIn(server, provider)).status).toBe(200);
    expect(provider.asked.filter((path) => path.includes('.well-known'))).toHaveLength(1);
  });

  test('that puts all it says into ID tokens is asked for no more', async () => {
    const { provider, server } = await started({ hasWholeTokens: true });
    expect((await signIn(server, provider)).status).toBe(200);
    expect(provider.asked.some((path) => path.startsWith('/me'))).toBe(false);
  });

  test('that is away stops nobody from starting, and is asked again by the next who signs in', async () => {
    const { provider, server } = await started();
    const { address, ticket } = (await server.call({}, beginSingleSignOn, {})).data!;
    provider.signsIn('eva', claims);
    const answer = await provider.visit(address);
    await provider.close();
    closing.splice(0, 1);
    const ended = await server.call({}, endSingleSignOn, { ticket, answer });
    expect(ended).toMatchObject({ status: 503, errors: [{ code: 'providerAway', parameters: { provider: 'Keyring' } }] });
    const fresh = await startTestApp({ provider: provider.settings });
    closing.push(fresh.close);
    for (let at = 0; at < 2; at += 1)
      expect((await fresh.call({}, beginSingleSignOn, {})).errors).toMatchObject([{ code: 'providerAway' }]);
  });

  test.each<readonly [string, NonNullable<NonNullable<Options>['idToken']>, number]>([
    ['are as they should be', { change: (said) => said }, 200],
    ['are over', { change: (said) => ({ ...said, exp: Math.floor(Date.now() / 1000) - 60 }) }, 403],
    ['are for somebody else', { change: (said) => ({ ...said, aud: 'another client' }) }, 403],
    ['are of somebody else', { change: (said) => ({ ...said, iss: 'https://other.example' }) }, 403],
    ['have no nonce', { change: (said) => ({ ...said, nonce: undefined }) }, 403],
    ['are about somebody else than the rest', { change: (said) => ({ ...said, sub: 'olga' }) }, 403],
    ['are signed by a stranger', { change: (said) => said, signedBy: 'stranger' }, 403],
    ['are signed by nobody', { change: (said) => said, signedBy: 'nobody' }, 403],
    ['are signed by the public key as a secret', { change: (said) => said, signedBy: 'public key' }, 403],
    ['are signed by the secret of the client', { change: (said) => said, signedBy: 'client secret' }, 403],
    [
      'are for several, and authorised for somebody else',
      { change: (said) => ({ ...said, aud: [said['aud'], 'b'], azp: 'b' }) },
      403,
    ],
    ['have the nonce of another sign-in', { change: (said) => ({ ...said, nonce: 'x'.repeat(43) }) }, 403],
    ['are not valid yet', { change: (said) => ({ ...said, nbf: Math.floor(Date.now() / 1000) + 600 }) }, 403],
    ['say another address than the one that is proven', { change: (said) => ({ ...said, email: 'olga@example.com' }) }, 403],
  ])('whose ID tokens %s', async (_what, idToken, status) => {
    const { provider, server } = await started({ idToken });
    expect((await signIn(server, provider)).status).toBe(status);
  });

  test('that says it is another one is refused', async () => {
    const { server } = await started({ discovery: (said) => ({ ...said, issuer: 'https://other.example' }) });
    expect((await server.call({}, beginSingleSignOn, {})).errors).toMatchObject([{ code: 'providerRefused' }]);
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
      const { provider, server } = await started({ discovery: (said) => ({ ...said, [name]: `${origin}/secrets` }) });
      const ended = await signIn(server, provider);
      expect([ended.status, ended.data]).toEqual([403, null]);
    }
    expect(inside.asked).toEqual([]);
  },
);

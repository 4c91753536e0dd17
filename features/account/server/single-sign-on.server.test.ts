import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import { login, register, verify, beginSingleSignOn, endSingleSignOn, changeDemand } from '#features/account/account.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { awaitedLetters } from '#testing/letters.ts';
import { type ProviderClaims, startProvider, type TestProvider } from '#testing/openid-provider.ts';
import { setUp } from '#testing/second-factor.ts';
import { type Actor, startTestApp, testPassword, type TestApp } from '#testing/test-app.ts';

let provider: TestProvider;
let server: TestApp;
let admin: Actor & { token: string };
beforeAll(async () => {
  provider = await startProvider();
  server = await startTestApp({ provider: provider.settings });
  admin = await server.signUp('admin@example.com');
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

let people = 0;
const newcomer = (): { subject: string; claims: ProviderClaims & { email: string } } => {
  const subject = `person-${(people += 1)}`;
  const claims = { email: `${subject}@example.com`, email_verified: true, given_name: 'Eva', family_name: 'Nová' };
  return { subject, claims };
};
const begin = async () => (await server.call({}, beginSingleSignOn, {})).data!;
const end = (ticket: string, answer: string) => server.call({}, endSingleSignOn, { ticket, answer });
async function signIn(subject: string, claims: ProviderClaims) {
  provider.signsIn(subject, claims);
  const { address, ticket } = await begin();
  return end(ticket, await provider.visit(address));
}
const userOf = (email: string) =>
  server.app.db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('the first sign-in with the provider', () => {
  test('makes an account with a proven address, and the next one finds it by who they are, not by their address', async () => {
    const { subject, claims } = newcomer();
    const first = await signIn(subject, claims);
    expect(first.data).toMatchObject({
      token: expect.any(String) as string,
      user: { name: 'Eva', surname: 'Nová', is_admin: false },
    });
    expect((await userOf(claims.email)).email_proven_at).not.toBeNull();
    const again = await signIn(subject, { email: 'other@example.com', email_verified: false });
    expect(again.data?.user).toMatchObject({ id: first.data?.user.id, email: claims.email });
    const unused = await server.call({}, login, { email: claims.email, password: testPassword });
    expect(unused.status).toBe(401);
  });

  test('links a proven account with the same address, which keeps its password', async () => {
    const { subject, claims } = newcomer();
    await server.signUp(claims.email);
    const { id } = await userOf(claims.email);
    await server.app.db.updateTable('user').set({ email_proven_at: Date.now() }).where('id', '=', id).execute();
    expect((await signIn(subject, claims)).data?.user.id).toBe(id);
    expect((await server.call({}, login, { email: claims.email, password: testPassword })).status).toBe(200);
  });

  test('tells an account that it was linked, once, in the language of its person', async () => {
    const { subject, claims } = newcomer();
    await server.signUp(claims.email);
    await server.app.db.updateTable('user').set({ language: 'cs' }).where('email', '=', claims.email).execute();
    await signIn(subject, claims);
    await signIn(subject, claims);
    const letters = await awaitedLetters(server.dataDirectory, claims.email);
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatch(new RegExp(`^Váš účet teď otevírá i\\s${provider.settings.name}`));
  });

  test('takes an account whose address nobody has proven away from who made it', async () => {
    const { subject, claims } = newcomer();
    const squatter = await server.signUp(claims.email);
    await setUp(server, squatter);
    const { data } = await signIn(subject, claims);
    expect(data?.user.id).toBe((await userOf(claims.email)).id);
    expect((await server.call(squatter, verify, {})).status).toBe(401);
    const unused = await server.call({}, login, { email: claims.email, password: testPassword });
    expect(unused.status).toBe(401);
  });

  test('takes it away also from who invited the address, and signed up by the link that they were shown', async () => {
    const { subject, claims } = newcomer();
    const attacker = await server.emptyShop(`attacker-of-${claims.email}`);
    const { data: invited } = await server.call(attacker, inviteUser, { email: claims.email, user_groups: [] });
    const squatter = await server.call({}, register, {
      name: 'Test',
      surname: 'Person',
      email: claims.email,
      agree: true,
      password: testPassword,
      password_confirmation: testPassword,
      invitation: new URL(invited!.link!).searchParams.get('token')!,
    });
    expect((await signIn(subject, claims)).data?.user.id).toBe(squatter.data!.user!.id);
    expect((await server.call({ token: squatter.data!.token! }, verify, {})).status).toBe(401);
    expect((await server.call({}, login, { email: claims.email, password: testPassword })).status).toBe(401);
  });

  test('is refused without a proven address, whoever has it', async () => {
    const { subject, claims } = newcomer();
    await server.signUp(claims.email);
    for (const said of [{ ...claims, email_verified: false }, { email: claims.email }, {}])
      expect((await signIn(subject, said)).errors).toMatchObject([{ code: 'providerEmailUnproven' }]);
    expect((await server.call({}, login, { email: claims.email, password: testPassword })).status).toBe(200);
  });

  test('of somebody else with the address of a linked account opens nothing', async () => {
    const { subject, claims } = newcomer();
    await signIn(subject, claims);
    expect((await signIn('somebody-new', claims)).errors).toMatchObject([{ code: 'providerOtherPerson' }]);
  });

  test('makes one account, however many tabs do it at once', async () => {
    const { subject, claims } = newcomer();
    provider.signsIn(subject, claims);
    const tabs = await Promise.all(Array.from({ length: 5 }, begin));
    const answers = await Promise.all(tabs.map(async ({ address }) => provider.visit(address)));
    const ended = await Promise.all(tabs.map(({ ticket }, at) => end(ticket, answers[at]!)));
    expect(new Set(ended.flatMap(({ data }) => (data ? [data.user.id] : []))).size).toBe(1);
    expect((await signIn(subject, claims)).status).toBe(200);
  });
});

describe('a sign-in is refused', () => {
  test('that is ended twice', async () => {
    const { subject, claims } = newcomer();
    provider.signsIn(subject, claims);
    const { address, ticket } = await begin();
    const answer = await provider.visit(address);
    const both = await Promise.all([end(ticket, answer), end(ticket, answer)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    // The code of it opens nothing with the ticket of another one either.
    expect((await end((await begin()).ticket, answer)).errors).toMatchObject([{ code: 'providerRefused' }]);
  });

  test('with the state of another one', async () => {
    const { subject, claims } = newcomer();
    provider.signsIn(subject, claims);
    const [mine, theirs] = [await begin(), await begin()];
    const answer = await provider.visit(theirs.address);
    expect((await end(mine.ticket, answer)).errors).toMatchObject([{ code: 'providerRefused' }]);
    const changed = new URLSearchParams(answer);
    changed.set('state', new URL(theirs.address).searchParams.get('state')!.slice(1));
    expect((await end(theirs.ticket, String(changed))).errors).toMatchObject([{ code: 'providerRefused' }]);
  });

  test.each([[], ['https://other.example'], ['', '']])('whose answer is of the providers %j', async (...issuers) => {
    const { subject, claims } = newcomer();
    provider.signsIn(subject, claims);
    const { address, ticket } = await begin();
    const answer = new URLSearchParams(await provider.visit(address));
    answer.delete('iss');
    for (const issuer of issuers) answer.append('iss', issuer);
    expect((await end(ticket, String(answer))).errors).toMatchObject([{ code: 'providerRefused' }]);
  });

  test.each(['nonce', 'code_challenge'])('whose %s is another one than it was begun with', async (name) => {
    const { subject, claims } = newcomer();
    provider.signsIn(subject, claims);
    const { address, ticket } = await begin();
    const changed = new URL(address);
    changed.searchParams.set(name, 'x'.repeat(43));
    const answer = await provider.visit(changed.href);
    expect((await end(ticket, answer)).errors).toMatchObject([{ code: 'providerRefused' }]);
  });

  test('that took too long, or was never begun', async () => {
    const { subject, claims } = newcomer();
    provider.signsIn(subject, claims);
    const { address, ticket } = await begin();
    const answer = await provider.visit(address);
    await server.app.db.updateTable('provider_sign_in').set({ expires_at: Date.now() }).execute();
    for (const one of [ticket, 'x'.repeat(43), '']) expect([401, 422]).toContain((await end(one, answer)).status);
  });

  test.each([
    ['error=access_denied', 'providerDenied'],
    ['error=server_error', 'providerRefused'],
    ['', 'providerRefused'],
    ['code=made-up', 'providerRefused'],
    ['code=a&code=b&state=c&state=d', 'providerRefused'],
  ])('that comes back with “%s”', async (answer, code) => {
    const { address, ticket } = await begin();
    const state = new URL(address).searchParams.get('state')!;
    expect(
      (await end(ticket, answer === '' ? '' : `${answer}&state=${state}&iss=${provider.settings.issuer}`)).errors,
    ).toMatchObject([{ code }]);
  });

  test('of somebody whose account is blocked', async () => {
    const { subject, claims } = newcomer();
    await signIn(subject, claims);
    await server.app.db.updateTable('user').set({ is_blocked: 1 }).where('email', '=', claims.email).execute();
    expect((await signIn(subject, claims)).errors).toMatchObject([{ code: 'ownAccountBlocked' }]);
  });

  test('refuses a blocked account that is not linked yet', async () => {
    const { subject, claims } = newcomer();
    await server.signUp(claims.email);
    await server.app.db.updateTable('user').set({ is_blocked: 1 }).where('email', '=', claims.email).execute();
    expect((await signIn(subject, claims)).errors).toMatchObject([{ code: 'ownAccountBlocked' }]);
  });
});

test('stores ticket, nonce and state of a sign-in unreadably', async () => {
  const { address, ticket } = await begin();
  const dump = await dumpOf(server.app.db, []);
  const { searchParams } = new URL(address);
  for (const secret of [ticket, searchParams.get('nonce')!, searchParams.get('state')!]) expect(dump).not.toContain(secret);
});

test('a second factor that the server demands is not asked of who came from the provider', async () => {
  await setUp(server, admin);
  expect((await server.call(admin, changeDemand, { is_demanded: true })).status).toBe(200);
  const { subject, claims } = newcomer();
  const { data } = await signIn(subject, claims);
  expect((await server.call({ token: data!.token }, listProjects, {})).status).toBe(200);
  const person = await server.signUp('by-password@example.com');
  expect((await server.call(person, listProjects, {})).status).toBe(403);
  await server.call(admin, changeDemand, { is_demanded: false });
});

test('a provider that is away stops no start, and sign-in says so', async () => {
  const away = await startTestApp({ provider: { ...provider.settings, issuer: 'http://127.0.0.1:1' } });
  const begun = await away.call({}, beginSingleSignOn, {});
  expect(begun).toMatchObject({ status: 503, errors: [{ code: 'providerAway', parameters: { provider: 'Keyring' } }] });
  await away.close();
});

describe('without passwords', () => {
  test('nobody signs in or up with one, and the first who comes from the provider administers the server', async () => {
    const closed = await startTestApp({ provider: provider.settings, takesPasswords: false });
    try {
      const input = { name: 'Test', surname: 'Person', email: 'first@example.com', agree: true } as const;
      const passwords = { password: testPassword, password_confirmation: testPassword };
      expect((await closed.call({}, register, { ...input, ...passwords })).errors).toMatchObject([{ code: 'passwordsOff' }]);
      const withPassword = await closed.call({}, login, { email: input.email, password: testPassword });
      expect(withPassword.errors).toMatchObject([{ code: 'passwordsOff' }]);
      const { subject, claims } = newcomer();
      provider.signsIn(subject, claims);
      const { address, ticket } = (await closed.call({}, beginSingleSignOn, {})).data!;
      const ended = await closed.call({}, endSingleSignOn, { ticket, answer: await provider.visit(address) });
      expect(ended.data?.user.is_admin).toBe(true);
    } finally {
      await closed.close();
    }
  });
});

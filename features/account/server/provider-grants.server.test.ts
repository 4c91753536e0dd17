import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listUsers } from '#features/access-management/users/users.contract.ts';
import { beginSingleSignOn, endSingleSignOn } from '#features/account/account.contract.ts';
import type { ProviderGrant } from '#server/secrets/secrets.ts';
import { startProvider, type TestProvider } from '#testing/openid-provider.ts';
import { type Actor, startTestApp, type TestApp } from '#testing/test-app.ts';

const [search, data, developer] = [2, 3, 4];
/** Of the first two projects of the server. */
const grants: readonly ProviderGrant[] = [
  { kind: 'administrator', group: 'admins' },
  { kind: 'member', group: 'merchandisers', projectId: 1, userGroups: [search] },
  { kind: 'member', group: 'importers', projectId: 1, userGroups: [data] },
  { kind: 'owner', group: 'shop owners', projectId: 2 },
  { kind: 'member', group: 'merchandisers', projectId: 2, userGroups: [search] },
  { kind: 'member', group: 'merchandisers', projectId: 999, userGroups: [search] },
];

let provider: TestProvider;
let server: TestApp;
let owner: Actor & { project: string };
let second: Actor & { project: string; projectId: number };
beforeAll(async () => {
  provider = await startProvider({ grants });
  server = await startTestApp({ provider: provider.settings });
  await server.signUp('admin@example.com');
  owner = await server.emptyShop('owner@example.com');
  second = await server.emptyShop('second@example.com');
  expect(second.projectId).toBe(2);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function signIn(subject: string, groups: readonly string[] | undefined) {
  provider.signsIn(subject, { email: `${subject}@example.com`, email_verified: true, ...(groups && { groups }) });
  const { address, ticket } = (await server.call({}, beginSingleSignOn, {})).data!;
  return server.call({}, endSingleSignOn, { ticket, answer: await provider.visit(address) });
}
async function placesOf(subject: string): Promise<Record<number, string | number[]>> {
  const rows = await server.app.db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(['project_id', 'is_owner', 'user_groups'])
    .where('email', '=', `${subject}@example.com`)
    .execute();
  return Object.fromEntries(
    rows.map(({ project_id: id, is_owner: isOwner, user_groups: groups }) => [
      id,
      isOwner ? 'owner' : (JSON.parse(groups) as number[]),
    ]),
  );
}
const isAdmin = async (subject: string): Promise<boolean> =>
  (
    await server.app.db
      .selectFrom('user')
      .select('is_admin')
      .where('email', '=', `${subject}@example.com`)
      .executeTakeFirstOrThrow()
  ).is_admin === 1;

describe('groups of the provider', () => {
  test('give places in projects, all that they give together, and are taken away once they are gone', async () => {
    expect((await signIn('eva', ['merchandisers', 'importers', 'unknown'])).status).toBe(200);
    expect(await placesOf('eva')).toEqual({ 1: [search, data], 2: [search] });
    await signIn('eva', ['importers']);
    expect(await placesOf('eva')).toEqual({ 1: [data] });
    await signIn('eva', []);
    expect(await placesOf('eva')).toEqual({});
    await signIn('eva', ['merchandisers']);
    await signIn('eva', undefined);
    expect(await placesOf('eva')).toEqual({});
  });

  test('are seen by the next call of who is in the project', async () => {
    await signIn('seen', ['merchandisers']);
    const listed = async () => (await server.call(owner, listUsers, {})).data?.items.map(({ email }) => email);
    expect(await listed()).toContain('seen@example.com');
    await signIn('seen', []);
    expect(await listed()).not.toContain('seen@example.com');
  });

  test('leave alone what they do not name', async () => {
    const other = await server.emptyShop('third@example.com');
    await signIn('guest', ['merchandisers']);
    const { id: user_id } = await server.app.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', 'guest@example.com')
      .executeTakeFirstOrThrow();
    const member = { user_id, project_id: other.projectId, is_owner: 0 as const, user_groups: JSON.stringify([developer]) };
    await server.app.db.insertInto('member').values(member).execute();
    await signIn('guest', []);
    expect(await placesOf('guest')).toEqual({ [other.projectId]: [developer] });
  });
});

describe('the administration', () => {
  test('comes and goes with its group', async () => {
    await signIn('anna', ['admins']);
    expect(await isAdmin('anna')).toBe(true);
    await signIn('anna', ['merchandisers']);
    expect(await isAdmin('anna')).toBe(false);
  });

  test('stays with the last administrator', async () => {
    await signIn('last', ['admins']);
    await server.app.db.updateTable('user').set({ is_admin: 0 }).where('email', '=', 'admin@example.com').execute();
    await signIn('last', []);
    expect(await isAdmin('last')).toBe(true);
    await server.app.db.updateTable('user').set({ is_admin: 1 }).where('email', '=', 'admin@example.com').execute();
    await signIn('last', []);
    expect(await isAdmin('last')).toBe(false);
  });

  test('of a new server is not taken by who is in no group that administers it', async () => {
    const empty = await startTestApp({ provider: provider.settings });
    try {
      const come = async (groups: string[]) => {
        provider.signsIn('first', { email: 'first@example.com', email_verified: true, groups });
        const { address, ticket } = (await empty.call({}, beginSingleSignOn, {})).data!;
        return empty.call({}, endSingleSignOn, { ticket, answer: await provider.visit(address) });
      };
      expect((await come(['merchandisers'])).errors).toMatchObject([{ code: 'providerFirstAdministrator' }]);
      expect((await come(['admins'])).data?.user.is_admin).toBe(true);
    } finally {
      await empty.close();
    }
  });
});

describe('ownership', () => {
  test('comes and goes with a group that gives it, but the last owner stays', async () => {
    await signIn('olga', ['shop owners']);
    expect(await placesOf('olga')).toEqual({ 2: 'owner' });
    await signIn('olga', ['merchandisers']);
    expect(await placesOf('olga')).toEqual({ 1: [search], 2: [search] });
    await signIn('olga', ['shop owners']);
    await server.app.db.updateTable('user').set({ is_blocked: 1 }).where('email', '=', 'second@example.com').execute();
    await signIn('olga', []);
    expect(await placesOf('olga')).toEqual({ 2: 'owner' });
  });

  test('that no group gives stays where it was given here', async () => {
    const { id } = await server.app.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', 'owner@example.com')
      .executeTakeFirstOrThrow();
    await server.app.db.updateTable('user').set({ email_proven_at: Date.now() }).where('id', '=', id).execute();
    await signIn('owner', []);
    expect(await placesOf('owner')).toEqual({ 1: 'owner' });
  });
});

import { beforeEach, describe, expect, test, afterAll } from 'vitest';
import { login, verify, checkResetLink, requestReset, resetPassword } from '#features/account/account.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { awaitedLetters, mailedToken } from '#testing/letters.ts';
import { sharedServer } from '#testing/shared-server.ts';
import { type Actor, startTestApp, testPassword, startTwoApps } from '#testing/test-app.ts';
import {
  type Account,
  blockAccount,
  changeAdministrator,
  deleteAccount,
  listAccounts,
  mailResetLink,
  readAccount,
  unblockAccount,
} from '#features/super-admin/all-users/all-users.contract.ts';
import { mostResetLinks } from './all-users.server.ts';

const server = await sharedServer();
const { admin } = server;
let count = 0;
beforeEach(() => server.app.db.deleteFrom('attempt').execute());

const newEmail = (name: string): string => `${name}${(count += 1)}@all-users.example`;
const list = async (asked: Parameters<typeof server.call<typeof listAccounts>>[2] = {}) =>
  (await server.call(admin, listAccounts, asked)).data!;
const accountOf = async (email: string): Promise<Account> => (await list({ search: email })).items[0]!;
const signIn = (email: string) => server.call({}, login, { email, password: testPassword });
const isIn = async (actor: Actor): Promise<boolean> => (await server.call(actor, verify, {})).status === 200;

/** Somebody new, as the list has them. */
async function somebody(name = 'somebody') {
  const email = newEmail(name);
  const actor = await server.signUp(email);
  return { ...actor, ...(await accountOf(email)) };
}
async function another(): Promise<Actor & Account> {
  const person = await somebody('administrator');
  await server.call(admin, changeAdministrator, { id: person.id, managed_at: 0, is_admin: true });
  return { ...person, ...(await accountOf(person.email)) };
}

describe('the list', () => {
  test('has everybody with their projects, also who has none', async () => {
    const owner = await server.emptyShop(newEmail('lister'));
    const alone = await somebody('alone');
    const ownerEmail = `lister${count - 1}@all-users.example`;
    expect(await accountOf(ownerEmail)).toMatchObject({
      status: 'active',
      is_admin: false,
      project_count: 1,
      owned_count: 1,
      only_owner_of: ['Empty'],
      session_count: 1,
      managed_at: 0,
    });
    expect(await accountOf(alone.email)).toMatchObject({ project_count: 0, owned_count: 0, only_owner_of: [] });
    expect((await server.call(admin, readAccount, { id: (await accountOf(ownerEmail)).id })).data).toMatchObject({
      projects: [{ id: owner.projectId, name: 'Empty', token: owner.project, is_owner: true, user_groups: [] }],
      activity: [{ kind: 'signedIn', is_here: false }],
    });
  });

  test('is searched without diacritics, narrowed, sorted and paged', async () => {
    const people = [await somebody('sorted'), await somebody('sorted'), await somebody('sorted')];
    const { db } = server.app;
    for (const [at, { id }] of people.entries())
      await db
        .updateTable('user')
        .set({ name: ['Žofie', 'Adam', 'Bára'][at]!, surname: 'Řazená', created_at: 1000 + at })
        .where('id', '=', id)
        .execute();
    await server.call(admin, blockAccount, { id: people[1]!.id, managed_at: 0 });
    const names = async (asked: Parameters<typeof list>[0]) =>
      (await list({ search: 'razena', ...asked })).items.map(({ name }) => name);
    expect(await names({ sort: 'user' })).toEqual(['Adam', 'Bára', 'Žofie']);
    expect(await names({ sort: 'signed_up', order: 'desc' })).toEqual(['Bára', 'Adam', 'Žofie']);
    expect(await names({ status: 'blocked' })).toEqual(['Adam']);
    expect(await names({ role: 'administrator' })).toEqual([]);
    expect(await list({ search: 'RAZENA', sort: 'user', per_page: 2, page: 2 })).toMatchObject({
      items: [{ name: 'Žofie' }],
      total_count: 3,
      total_pages: 2,
    });
    expect(await list({ search: people[0]!.email.toUpperCase() })).toMatchObject({ total_count: 1 });
    for (const sort of ['projects', 'last_seen'] as const) expect((await list({ sort })).items.length).toBeGreaterThan(2);
  });
});

describe('a blocked account', () => {
  test('is signed out everywhere and gets in again when it is unblocked, by signing in again', async () => {
    const person = await somebody();
    const there = { token: (await signIn(person.email)).data!.token };
    await server.call({}, requestReset, { email: person.email });
    const token = await mailedToken(server.dataDirectory, person.email);
    const blocked = await server.call(admin, blockAccount, { id: person.id, managed_at: 0 });
    expect(blocked.data).toMatchObject({ status: 'blocked', session_count: 0 });
    expect([await isIn(person), await isIn(there), (await signIn(person.email)).status]).toEqual([false, false, 401]);
    expect((await server.call({}, checkResetLink, { token })).status).toBe(404);

    const { managed_at } = blocked.data!;
    expect((await server.call(admin, unblockAccount, { id: person.id, managed_at })).data).toMatchObject({ status: 'active' });
    expect([await isIn(person), (await signIn(person.email)).status]).toEqual([false, 200]);
    expect((await server.call({}, checkResetLink, { token })).status).toBe(404);
  });

  test('may be the last owner of a project, which administrators still open', async () => {
    const email = newEmail('owner');
    const owner = await server.emptyShop(email);
    const { id } = await accountOf(email);
    expect((await server.call(admin, blockAccount, { id, managed_at: 0 })).status).toBe(200);
    expect((await server.call(admin, listProjects, {})).data?.map((project) => project.id)).toContain(owner.projectId);
  });

  test('neither becomes an administrator nor is mailed a link', async () => {
    const { id, email } = await somebody();
    const { data } = await server.call(admin, blockAccount, { id, managed_at: 0 });
    const made = { id, managed_at: data!.managed_at, is_admin: true };
    expect((await server.call(admin, changeAdministrator, made)).errors).toMatchObject([{ code: 'accountBlocked' }]);
    expect((await server.call(admin, mailResetLink, { id })).errors).toMatchObject([{ code: 'accountBlocked' }]);
    expect((await accountOf(email)).is_admin).toBe(false);
  });
});

describe('an administrator', () => {
  test('makes somebody one from their next request on, and takes it away', async () => {
    const person = await somebody();
    expect((await server.call(person, listAccounts, {})).status).toBe(403);
    const { data } = await server.call(admin, changeAdministrator, { id: person.id, managed_at: 0, is_admin: true });
    expect((await server.call(person, listAccounts, {})).status).toBe(200);
    await server.call(admin, changeAdministrator, { id: person.id, managed_at: data!.managed_at, is_admin: false });
    expect((await server.call(person, listAccounts, {})).status).toBe(403);
  });

  test('changes nothing of their own account', async () => {
    const { id, managed_at } = await accountOf(admin.email);
    for (const answer of [
      await server.call(admin, blockAccount, { id, managed_at }),
      await server.call(admin, changeAdministrator, { id, managed_at, is_admin: false }),
      await server.call(admin, deleteAccount, { id, email: admin.email }),
    ])
      expect(answer.errors).toMatchObject([{ code: 'notAllowed' }]);
    expect(await accountOf(admin.email)).toMatchObject({ is_admin: true, status: 'active' });
  });

  test('stays, of two who act on each other at once', async () => {
    for (const acts of [
      (actor: Actor, { id, managed_at }: Account) => server.call(actor, blockAccount, { id, managed_at }),
      (actor: Actor, { id, email }: Account) => server.call(actor, deleteAccount, { id, email }),
      (actor: Actor, { id, managed_at }: Account) => server.call(actor, changeAdministrator, { id, managed_at, is_admin: false }),
    ]) {
      const [one, other] = [await another(), await another()];
      const answers = await Promise.all([acts(one, other), acts(other, one)]);
      // The second is no administrator any more, or no longer signed in.
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = (await list({ role: 'administrator', status: 'active' })).items.map(({ email }) => email);
      expect(left.filter((email) => email === one.email || email === other.email)).toHaveLength(1);
      for (const { id, email } of [one, other]) await server.call(admin, deleteAccount, { id, email });
    }
  });

  test('who acts on what another has changed is told by whom, and changes nothing', async () => {
    const [other, person] = [await another(), await somebody()];
    await server.call(other, blockAccount, { id: person.id, managed_at: person.managed_at });
    const late = await server.call(admin, unblockAccount, { id: person.id, managed_at: person.managed_at });
    expect(late).toMatchObject({ status: 409, errors: [{ code: 'accountChanged', parameters: { person: 'Test Person' } }] });
    expect((await accountOf(person.email)).status).toBe('blocked');
  });

  test('of many who change an account at once, one does', async () => {
    const { id, managed_at } = await somebody();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(admin, changeAdministrator, { id, managed_at, is_admin: true })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a link to a new password', () => {
  test('is mailed, works once, and is answered where no mail server sends it', async () => {
    const { id, email } = await somebody();
    const { data } = await server.call(admin, mailResetLink, { id });
    expect((await awaitedLetters(server.dataDirectory, email))[0]).toContain('/password-reset?token=');
    const token = new URL(data!.link!).searchParams.get('token')!;
    const password = 'Battery-Staple-8';
    const reset = () => server.call({}, resetPassword, { token, password, password_confirmation: password });
    expect([(await reset()).status, (await reset()).status]).toEqual([200, 404]);
  });

  test('is for one account no more than so often', async () => {
    const { id } = await somebody();
    const statuses: number[] = [];
    for (let at = 0; at <= mostResetLinks; at += 1) statuses.push((await server.call(admin, mailResetLink, { id })).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(mostResetLinks);
    expect(statuses.at(-1)).toBe(429);
  });

  test('is in the mail alone where a mail server sends it', async () => {
    const mailing = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
    const first = await mailing.signUp('admin@example.com');
    const { data } = await mailing.call(first, listAccounts, {});
    expect((await mailing.call(first, mailResetLink, { id: data!.items[0]!.id })).data).toEqual({ link: null });
    await mailing.close();
  });
});

test('where users are managed elsewhere, the list says so and nothing changes an account', async () => {
  const elsewhere = await startTestApp({ managesUsers: false });
  const first = await elsewhere.signUp('admin@example.com');
  await elsewhere.signUp('other@example.com');
  const { id } = await elsewhere.app.db.selectFrom('user').select('id').where('is_admin', '=', 0).executeTakeFirstOrThrow();
  expect(await elsewhere.call(first, listAccounts, {})).toMatchObject({ status: 200, err: 2, data: null });
  for (const answer of [
    await elsewhere.call(first, readAccount, { id }),
    await elsewhere.call(first, blockAccount, { id, managed_at: 0 }),
    await elsewhere.call(first, unblockAccount, { id, managed_at: 0 }),
    await elsewhere.call(first, changeAdministrator, { id, managed_at: 0, is_admin: true }),
    await elsewhere.call(first, mailResetLink, { id }),
    await elsewhere.call(first, deleteAccount, { id, email: 'other@example.com' }),
  ])
    expect(answer.errors).toMatchObject([{ code: 'usersElsewhere' }]);
  await elsewhere.close();
});

describe('two servers', async () => {
  const { one, other, close } = await startTwoApps();
  afterAll(close);

  test('a change of an account on one server holds at the next request to another', async () => {
    const admin = await one.signUp('admin@example.com');
    const email = 'person@example.com';
    const person = await other.signUp(email);
    const { id } = (await one.call(admin, listAccounts, { search: email })).data!.items[0]!;
    const statusThere = async () => (await other.call(person, verify, {})).status;

    expect(await statusThere()).toBe(200);
    const blocked = await one.call(admin, blockAccount, { id, managed_at: 0 });
    expect(await statusThere()).toBe(401);
    const { managed_at } = (await one.call(admin, unblockAccount, { id, managed_at: blocked.data!.managed_at })).data!;
    const { token } = (await other.call({}, login, { email, password: testPassword })).data!;
    const mayList = async () => (await other.call({ token }, listAccounts, {})).status;
    expect(await mayList()).toBe(403);
    await one.call(admin, changeAdministrator, { id, managed_at, is_admin: true });
    expect(await mayList()).toBe(200);
    await one.call(admin, deleteAccount, { id, email });
    expect(await mayList()).toBe(401);
  });
});

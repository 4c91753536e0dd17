import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { register } from '#features/account/account.contract.ts';
import {
  answerInvitation,
  checkInvitation,
  inviteUser,
  listMyInvitations,
} from '#features/access-management/invitations/invitations.contract.ts';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { awaitedLetters } from '#testing/letters.ts';
import { dumpOf } from '#testing/raw-database.ts';
import { type Actor, startTestApp, testPassword, type TestApp } from '#testing/test-app.ts';
import {
  blockUser,
  listUsers,
  readUser,
  removeUser,
  unblockUser,
  updateUserGroups,
} from '#features/access-management/users/users.contract.ts';

type Group = 1 | 2 | 3 | 4 | 5;
interface Colleague extends Actor {
  readonly id: number;
}
let server: TestApp;
let admin: Actor;
let owner: Colleague & { readonly projectId: number };
let count = 0;
const people = { name: 'Gita', surname: 'Guest', password: testPassword, password_confirmation: testPassword, agree: true };

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signUp('admin@example.com');
});
afterAll(() => server.close());
beforeEach(async () => {
  const email = `owner${(count += 1)}@example.com`;
  const shop = await server.emptyShop(email);
  owner = { ...shop, id: await idOf(email) };
  admin = { ...admin, project: shop.project };
});

const idOf = async (email: string): Promise<number> =>
  (await server.app.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const tokenOf = (link: string | null | undefined): string => new URL(link ?? '').searchParams.get('token') ?? '';
/** Somebody who has followed an invitation into the project of the test. */
async function colleague(user_groups: Group[]): Promise<Colleague> {
  const email = `colleague${(count += 1)}@example.com`;
  const { data } = await server.call(owner, inviteUser, { email, user_groups });
  const { data: session } = await server.call({}, register, { ...people, email, invitation: tokenOf(data?.link) });
  return { token: session!.token!, project: owner.project!, id: await idOf(email) };
}
/** Everything that is stored, but for when somebody was there and how often, calls that were logged, and letters on their way. */
const stored = async () =>
  createHash('sha256')
    .update(await dumpOf(server.app.db, ['session', 'attempt', 'job', 'index_holder', 'api_call']))
    .digest('hex');
/** Makes a call that has to be refused, and to change nothing. */
async function refused(call: () => Promise<{ status: number; errors: readonly { code: string }[] }>): Promise<string> {
  const before = await stored();
  const { status, errors } = await call();
  expect(status).toBeGreaterThanOrEqual(400);
  expect(await stored()).toBe(before);
  return errors[0]?.code ?? '';
}
const rows = async (asked: Parameters<typeof server.call<typeof listUsers>>[2] = {}) =>
  (await server.call(owner, listUsers, asked)).data?.items ?? [];

describe('an open invitation', () => {
  type Change = (inviter: Colleague) => Promise<unknown>;
  const account = (is_blocked: 0 | 1) => (inviter: Colleague) =>
    server.app.db.updateTable('user').set({ is_blocked }).where('id', '=', inviter.id).execute();
  const groups = (user_groups: Group[]) => (inviter: Colleague) =>
    server.call(owner, updateUserGroups, { id: inviter.id, user_groups });
  test.each<readonly [string, Change, Change]>([
    ['is removed', ({ id }) => server.call(owner, removeUser, { id }), rejoin],
    ['is blocked', ({ id }) => server.call(owner, blockUser, { id }), ({ id }) => server.call(owner, unblockUser, { id })],
    ['has a blocked account', account(1), account(0)],
    ['may not invite any more', groups([3]), groups([3, 5])],
    ['does not have the group any more', groups([5]), groups([3, 5])],
  ])('opens nothing once who invited %s', async (_why, change, changeBack) => {
    const inviter = await colleague([3, 5]);
    const email = `guest${(count += 1)}@example.com`;
    const invited = await server.call(inviter, inviteUser, { email, user_groups: [3] });
    const token = tokenOf(invited.data?.link);
    const guest = await server.signUp(email);
    await server.app.db.updateTable('user').set({ email_proven_at: 1 }).where('email', '=', email).execute();
    const statusOf = async () => (await rows()).find((row) => row.email === email)?.status;
    expect(await statusOf()).toBe('invited');

    await change(inviter);
    expect(await statusOf()).toBe('invitationExpired');
    expect((await server.call(guest, listMyInvitations, {})).data).toEqual([]);
    expect((await server.call({}, checkInvitation, { token })).status).toBe(404);
    for (const by of [{ token }, { id: invited.data!.id }])
      expect((await server.call(guest, answerInvitation, { ...by, accept: true })).status).toBe(404);
    expect((await server.call(guest, listProjects, {})).data).toEqual([]);

    await changeBack(inviter);
    expect((await server.call(guest, answerInvitation, { token, accept: true })).status).toBe(200);
  });

  async function rejoin({ id: user_id }: Colleague): Promise<void> {
    const { projectId: project_id } = owner;
    const member = { user_id, project_id, is_owner: 0, user_groups: '[3,5]' } as const;
    await server.app.db.insertInto('member').values(member).execute();
  }

  test('of somebody who left is good again once somebody else sends it', async () => {
    const inviter = await colleague([3, 5]);
    const invitation = { email: `guest${(count += 1)}@example.com`, user_groups: [3] satisfies Group[] };
    await server.call(inviter, inviteUser, invitation);
    await server.call(owner, removeUser, { id: inviter.id });
    const { data } = await server.call(owner, inviteUser, invitation);
    const asked = { ...people, email: invitation.email, invitation: tokenOf(data?.link) };
    expect((await server.call({}, register, asked)).data?.project).toBe(owner.project);
  });
});

describe('the list', () => {
  test('begins with the caller and has everybody who works there or is invited', async () => {
    await colleague([2, 3]);
    await server.call(owner, inviteUser, { email: 'a.invited@example.com', user_groups: [1] });
    const late = await server.call(owner, inviteUser, { email: 'b.late@example.com', user_groups: [] });
    const ended = server.app.db.updateTable('invitation').set({ expires_at: 1 }).where('id', '=', late.data!.id);
    await ended.execute();
    expect(await rows()).toMatchObject([
      { id: owner.id, is_owner: true, status: 'active', invited_by: null },
      { email: 'a.invited@example.com', id: null, name: '', status: 'invited', user_groups: [{ id: 1 }], last_seen_at: null },
      { email: 'b.late@example.com', status: 'invitationExpired', invited_by: 'Test Person' },
      { name: 'Gita', is_owner: false, user_groups: [{ id: 2 }, { id: 3 }], status: 'active', invited_by: 'Test Person' },
    ]);
    expect(Date.now() - ((await rows())[0]?.last_seen_at ?? 0)).toBeLessThan(60_000);
  });

  test('is searched, narrowed, sorted and paged', async () => {
    const [first, second] = [await colleague([2]), await colleague([3])];
    await server.call(owner, blockUser, { id: second.id });
    const ids = async (asked: Parameters<typeof rows>[0]) => (await rows(asked)).map(({ id }) => id);
    expect(await ids({ search: 'GÍTA', sort: 'user', order: 'desc' })).toEqual([second.id, first.id]);
    expect(await ids({ group: '3' })).toEqual([owner.id, second.id]);
    expect(await ids({ status: 'blocked' })).toEqual([second.id]);
    expect(await ids({ sort: 'last_seen', order: 'desc' })).toHaveLength(3);
    const { data } = await server.call(owner, listUsers, { per_page: 2, page: 2 });
    expect(data).toMatchObject({ items: [{ id: second.id }], total_count: 3, total_pages: 2 });
  });

  test('has nobody of another project', async () => {
    const other = await server.emptyShop(`other${count}@example.com`);
    const id = await idOf(`other${count}@example.com`);
    expect(await rows({ search: 'other' })).toEqual([]);
    for (const call of [
      () => server.call(owner, readUser, { id }),
      () => server.call(owner, removeUser, { id }),
      () => server.call(owner, blockUser, { id }),
      () => server.call(owner, updateUserGroups, { id, user_groups: [] }),
    ])
      expect(await refused(call)).toBe('notFound');
    const { data } = await server.call(other, inviteUser, { email: 'theirs@example.com' });
    expect(await refused(() => server.call(owner, removeUser, { invitation_id: data!.id }))).toBe('notFound');
  });
});

describe('a user of the project', () => {
  test('has other groups from the next request on', async () => {
    const someone = await colleague([3]);
    expect((await server.call(someone, listFeeds, {})).status).toBe(200);
    const { data } = await server.call(owner, updateUserGroups, { id: someone.id, user_groups: [2, 1, 2] });
    expect(data?.user_groups).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await server.call(someone, listFeeds, {})).status).toBe(403);
  });

  test('keeps the groups that somebody else has given meanwhile', async () => {
    const someone = await colleague([3]);
    const set = (user_groups: Group[], seen_groups: Group[]) =>
      server.call(owner, updateUserGroups, { id: someone.id, user_groups, seen_groups });
    expect((await set([1, 3], [3])).status).toBe(200);
    expect(await refused(() => set([2], [3]))).toBe('changedMeanwhile');
    expect((await set([2], [3, 1])).data?.user_groups).toEqual([{ id: 2 }]);
  });

  test('is kept out while blocked, and is back with the same groups', async () => {
    const someone = await colleague([3]);
    await server.call(owner, blockUser, { id: someone.id });
    expect((await server.call(someone, listFeeds, {})).status).toBe(404);
    expect((await server.call(someone, listProjects, {})).data).toEqual([]);
    expect((await server.call(owner, readUser, { id: someone.id })).data?.status).toBe('blocked');
    expect(await refused(() => server.call(owner, inviteUser, { email: `colleague${count}@example.com` }))).toBe('alreadyUser');
    await server.call(owner, unblockUser, { id: someone.id });
    expect((await server.call(someone, listFeeds, {})).status).toBe(200);
  });

  test('who is removed comes back by a new invitation alone', async () => {
    const someone = await colleague([3]);
    await server.call(owner, removeUser, { id: someone.id });
    expect((await server.call(someone, listFeeds, {})).status).toBe(404);
    const { data } = await server.call(owner, inviteUser, { email: `colleague${count}@example.com`, user_groups: [3] });
    await server.call(someone, answerInvitation, { token: tokenOf(data?.link), accept: true });
    expect((await server.call(someone, listFeeds, {})).status).toBe(200);
  });
});

describe('nobody', () => {
  test('gives or takes a group that they do not have', async () => {
    const [manager, someone] = [await colleague([1, 5]), await colleague([2])];
    const set = (user_groups: Group[]) => server.call(manager, updateUserGroups, { id: someone.id, user_groups });
    expect(await refused(() => set([2, 3]))).toBe('notAllowed');
    expect(await refused(() => set([]))).toBe('notAllowed');
    // Groups are sent as numbers, or as responses show them.
    const { data } = await server.call(owner, updateUserGroups, { id: someone.id, user_groups: [{ id: 1 }, 2] });
    expect(data).toMatchObject({ user_groups: [{ id: 1 }, { id: 2 }] });
    expect((await set([1, 2])).status).toBe(200);
  });

  test('touches themselves, an administrator or, unless they are one, an owner', async () => {
    const manager = await colleague([1, 2, 3, 4, 5]);
    const adminId = await idOf('admin@example.com');
    const member = { project_id: (await server.call(owner, listProjects, {})).data![0]!.id, user_id: adminId };
    await server.app.db
      .insertInto('member')
      .values({ ...member, is_owner: 0, user_groups: '[]' })
      .execute();
    for (const [actor, id, code] of [
      [manager, manager.id, 'notYourself'],
      [manager, owner.id, 'notAllowed'],
      [owner, owner.id, 'notYourself'],
      [owner, adminId, 'notAllowed'],
      [manager, adminId, 'notAllowed'],
    ] as const)
      for (const call of [removeUser, blockUser, unblockUser])
        expect(await refused(() => server.call(actor, call, { id }))).toBe(code);
    expect(await refused(() => server.call(manager, updateUserGroups, { id: manager.id, user_groups: [] }))).toBe('notYourself');
  });

  test('takes the last owner away, also not two at once', async () => {
    for (const call of [removeUser, blockUser])
      expect(await refused(() => server.call(admin, call, { id: owner.id }))).toBe('lastOwner');
    const second = await colleague([]);
    await server.app.db.updateTable('member').set({ is_owner: 1 }).where('user_id', '=', second.id).execute();
    const answers = await Promise.all([owner, second].map(({ id }) => server.call(admin, removeUser, { id })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });
});

describe('an invitation', () => {
  test('that is withdrawn opens nothing', async () => {
    const { data } = await server.call(owner, inviteUser, { email: 'withdrawn@example.com' });
    expect((await server.call(owner, removeUser, { invitation_id: data!.id })).status).toBe(200);
    const invitation = tokenOf(data?.link);
    const answer = await server.call({}, register, { ...people, email: 'withdrawn@example.com', invitation });
    expect(answer.errors).toMatchObject([{ code: 'linkNotValid' }]);
    expect(await rows({ search: 'withdrawn' })).toEqual([]);
  });

  test('is opened by the link that was shown last', async () => {
    const again = () => server.call(owner, inviteUser, { email: 'again@example.com' });
    const [first, second] = [await again(), await again()];
    expect(second.data).toMatchObject({ id: first.data?.id, is_mailed: false });
    await awaitedLetters(server.dataDirectory, 'again@example.com');
    const signUp = (invitation: string) => server.call({}, register, { ...people, email: 'again@example.com', invitation });
    expect((await signUp(tokenOf(first.data?.link))).errors).toMatchObject([{ code: 'linkNotValid' }]);
    expect((await signUp(tokenOf(second.data?.link))).status).toBe(200);
  });
});

test('where users are managed elsewhere, the list says so and nothing changes them', async () => {
  const elsewhere = await startTestApp({ managesUsers: false, smtpUrl: 'smtp://127.0.0.1:1' });
  const shop = await elsewhere.emptyShop('first@example.com');
  expect(await elsewhere.call(shop, listUsers, {})).toMatchObject({ status: 200, err: 2, data: null });
  for (const answer of [
    await elsewhere.call(shop, inviteUser, { email: 'x@example.com' }),
    await elsewhere.call(shop, removeUser, { id: 1 }),
    await elsewhere.call(shop, blockUser, { id: 1 }),
  ])
    expect(answer.errors).toMatchObject([{ code: 'usersElsewhere' }]);
  await elsewhere.close();
});

test('a link is not shown where a mail server can send it', async () => {
  const mailing = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  const shop = await mailing.emptyShop('first@example.com');
  expect((await mailing.call(shop, inviteUser, { email: 'x@example.com' })).data).toMatchObject({ link: null });
  await mailing.close();
});

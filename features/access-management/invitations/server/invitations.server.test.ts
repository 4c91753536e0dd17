import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test, afterEach } from 'vitest';
import { confirmSignUp, keepLanguage, register, verify } from '#features/account/account.contract.ts';
import { createProject, listProjects } from '#features/owner/projects/projects.contract.ts';
import { mailLimits } from '#server/limits/attempts.ts';
import { awaitedLetters, mailedToken } from '#testing/letters.ts';
import { type Actor, testPassword, startTestApp, type TestApp } from '#testing/test-app.ts';
import { sharedServer } from '#testing/shared-server.ts';
import {
  answerInvitation,
  checkInvitation,
  inviteUser,
  listMyInvitations,
} from '#features/access-management/invitations/invitations.contract.ts';
import { once } from 'node:events';
import { createServer, type Socket, type AddressInfo } from 'node:net';
import { listMessages } from '#features/general/messages/messages.contract.ts';

const server = await sharedServer();
let owner: Actor & { token: string; project: string };
const elsewhere = { from: '198.51.100.7' };
const person = { name: 'Gita', surname: 'Guest', password: testPassword, password_confirmation: testPassword, agree: true };

/** A person with a project that has no items. */
async function shopOf(email: string, name = 'Lamps'): Promise<Actor & { token: string; project: string }> {
  const someone = await server.signUp(email);
  const { data } = await server.call(someone, createProject, { name, language: 'en', data_source: 'aisle_api' });
  return { ...someone, project: data!.token };
}
beforeAll(async () => {
  owner = await shopOf('owner@invitations.example');
});

const tokenFor = (email: string, count = 1): Promise<string> => mailedToken(server.dataDirectory, email, count);

/** Somebody who has opened a link that was mailed to them. */
async function proven(email: string): Promise<Actor> {
  await server.call(elsewhere, register, { ...person, email });
  const { data } = await server.call({}, confirmSignUp, { token: await tokenFor(email), password: testPassword });
  return { token: data!.token };
}
const invite = (email: string, user_groups: (1 | 2 | 3 | 4 | 5)[] = [], actor: Actor = owner) =>
  server.call(actor, inviteUser, { email, user_groups });
const openFor = async (actor: Actor) => (await server.call(actor, listMyInvitations, {})).data ?? [];

/** A member of the project with these groups. */
async function member(email: string, user_groups: (1 | 2 | 3 | 4 | 5)[]): Promise<Actor> {
  const someone = await proven(email);
  await invite(email, user_groups);
  const [invitation] = await openFor(someone);
  await server.call(someone, answerInvitation, { id: invitation!.id, accept: true });
  return { ...someone, project: owner.project! };
}

describe('the link in the mail', () => {
  test('leads somebody new to sign-up, proves the address, and joins the project with the groups', async () => {
    const email = 'new@invitations.example';
    expect((await invite(email, [2, 4])).data).toMatchObject({ is_mailed: true });
    expect((await awaitedLetters(server.dataDirectory, email))[0]).toMatch(/http:\/\/aisle\.test\/invitation\?token=[\w-]{43}$/m);
    const token = await tokenFor(email);
    expect((await server.call(elsewhere, checkInvitation, { token })).data).toMatchObject({
      project_name: 'Lamps',
      invited_by: 'Test Person',
      email,
      is_expired: false,
      has_account: false,
    });
    const { data } = await server.call(elsewhere, register, { ...person, email, invitation: token });
    expect(data).toMatchObject({ project: owner.project, user: { email, is_admin: false } });
    expect(await server.call({ token: data!.token!, project: owner.project }, verify, {})).toMatchObject({
      err: 0,
      data: { is_owner: false, user_groups: [{ id: 2 }, { id: 4 }] },
    });
    expect((await server.call({}, checkInvitation, { token })).errors).toMatchObject([{ code: 'linkNotValid' }]);
  });

  test("signs up nobody but the address that was invited, and doesn't tell who has an account", async () => {
    const email = 'bound@invitations.example';
    await invite(email);
    const invitation = await tokenFor(email);
    for (const other of ['somebody@invitations.example', 'owner@invitations.example']) {
      const answer = await server.call(elsewhere, register, { ...person, email: other, invitation });
      expect(answer.errors).toMatchObject([{ code: 'linkNotValid' }]);
    }
  });

  test('is what answers for an address that was never proven: an equal address is not enough', async () => {
    const email = 'squatted@invitations.example';
    const squatter = await server.signUp(email);
    const { data } = await invite(email, [1, 2, 3, 4, 5]);
    expect(await openFor(squatter)).toEqual([]);
    const refused = await server.call(squatter, answerInvitation, { id: data!.id, accept: true });
    expect([refused.status, refused.errors[0]?.code]).toEqual([404, 'notFound']);
    expect((await server.call(squatter, listProjects, {})).data).toEqual([]);
    const token = await tokenFor(email);
    expect((await server.call(squatter, answerInvitation, { token, accept: true })).data).toEqual({ token: owner.project });
  });

  test('proves no address where who invites sees it, so nobody takes what others invite that address to', async () => {
    const email = 'victim@invitations.example';
    const attacker = await shopOf('attacker@invitations.example', 'Attacker');
    const { data } = await invite(email, [], attacker);
    const invitation = new URL(data!.link!).searchParams.get('token')!;
    const squatter = (await server.call(elsewhere, register, { ...person, email, invitation })).data!;
    expect(squatter.project).toBe(attacker.project);
    const { data: open } = await invite(email, [1, 2, 3, 4, 5]);
    const actor = { token: squatter.token! };
    expect(await openFor(actor)).toEqual([]);
    expect((await server.call(actor, answerInvitation, { id: open!.id, accept: true })).status).toBe(404);
  });

  test('opens nothing for somebody else who is signed in', async () => {
    const thief = await proven('thief@invitations.example');
    await invite('robbed@invitations.example');
    const token = await tokenFor('robbed@invitations.example');
    expect((await server.call(thief, answerInvitation, { token, accept: true })).status).toBe(404);
    expect((await server.call(thief, listProjects, {})).data).toEqual([]);
  });

  test('is told to have expired after a week', async () => {
    await invite('late@invitations.example');
    const token = await tokenFor('late@invitations.example');
    const late = server.app.db.updateTable('invitation').set({ expires_at: Date.now() - 1 });
    await late.where('email', '=', 'late@invitations.example').execute();
    expect((await server.call({}, checkInvitation, { token })).data?.is_expired).toBe(true);
    const answer = await server.call(elsewhere, register, { ...person, email: 'late@invitations.example', invitation: token });
    expect(answer.errors).toMatchObject([{ code: 'linkNotValid' }]);
  });
});

describe('a person whose address is proven', () => {
  test('sees invitations and joins once, however many answers are sent', async () => {
    const guest = await proven('proven@invitations.example');
    await invite('proven@invitations.example', [2]);
    const open = await openFor(guest);
    expect(open).toMatchObject([{ project_name: 'Lamps', invited_by: 'Test Person' }]);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => server.call(guest, answerInvitation, { id: open[0]!.id, accept: true })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await openFor(guest)).toEqual([]);
  });

  test('gets nothing by declining', async () => {
    const guest = await proven('declines@invitations.example');
    await invite('declines@invitations.example');
    const [open] = await openFor(guest);
    expect((await server.call(guest, answerInvitation, { id: open!.id, accept: false })).data).toEqual({ token: null });
    expect((await server.call(guest, listProjects, {})).data).toEqual([]);
    expect((await server.call(guest, answerInvitation, { id: open!.id, accept: true })).status).toBe(404);
  });

  test('refuses to answer the invitation of another user', async () => {
    const other = await proven('other@invitations.example');
    const { data } = await invite('invited@invitations.example');
    expect((await server.call(other, answerInvitation, { id: data!.id, accept: true })).status).toBe(404);
  });
});

describe('a member who may invite', () => {
  test('grants no group that they do not hold', async () => {
    const actor = await member('group5@invitations.example', [5]);
    expect((await invite('x@invitations.example', [3], actor)).status).toBe(403);
    expect((await invite('x@invitations.example', [5], actor)).status).toBe(200);
  });

  test('takes no group from an open invitation of the owner', async () => {
    const actor = await member('takes@invitations.example', [1, 5]);
    await invite('boss@invitations.example', [1, 2, 3, 5]);
    for (const groups of [[], [1, 5]] as const)
      expect((await invite('boss@invitations.example', [...groups], actor)).status).toBe(403);
    const row = server.app.db.selectFrom('invitation').select('user_groups').where('email', '=', 'boss@invitations.example');
    expect((await row.executeTakeFirst())?.user_groups).toBe('[1,2,3,5]');
  });
});

describe('a mail', () => {
  test('is in the language of the invited person, or else of whoever invites', async () => {
    await invite('unknown@invitations.example', [], { ...owner, language: 'cs' });
    const [letter] = await awaitedLetters(server.dataDirectory, 'unknown@invitations.example');
    expect(letter).toMatch(/^Test Person vás zve do Lamps\n[^]*vyprší za\s7\sdní/);
    const reader = await server.signUp('czech@invitations.example');
    await server.call(reader, keepLanguage, { language: 'cs' });
    await invite('czech@invitations.example');
    expect((await awaitedLetters(server.dataDirectory, 'czech@invitations.example'))[0]).toContain('vás zve do');
  });

  test('of an open invitation is sent once a day', async () => {
    const email = 'again@invitations.example';
    await invite(email);
    await tokenFor(email);
    expect((await invite(email, [2])).data).toMatchObject({ is_mailed: false });
    const yesterday = Date.now() - 25 * 60 * 60 * 1000;
    await server.app.db.updateTable('invitation').set({ mailed_at: yesterday }).where('email', '=', email).execute();
    expect((await invite(email)).data).toMatchObject({ is_mailed: true });
    expect(await awaitedLetters(server.dataDirectory, email, 2)).toHaveLength(2);
  });

  test('goes to one address a few times a day, from however many projects', async () => {
    const email = 'stranger@invitations.example';
    const bomber = await server.signUp('bomber@invitations.example');
    const statuses: number[] = [];
    for (let at = 0; at < 9; at += 1) {
      const { data } = await server.call(bomber, createProject, { name: `Shop ${at}`, language: 'en', data_source: 'aisle_api' });
      statuses.push((await invite(email, [], { ...bomber, project: data!.token })).status);
    }
    const sent = mailLimits.perRecipientAndDay / 2;
    expect(statuses).toEqual([...Array.from({ length: sent }, () => 200), ...Array.from({ length: 9 - sent }, () => 429)]);
  });

  test('holds no address that a name brought', async () => {
    const { db } = server.app;
    const phisher = await shopOf('phisher@invitations.example', 'Shop.cz');
    await db
      .updateTable('user')
      .set({ name: 'Bank: https://evil.example/login', surname: 'evil.example' })
      .where('email', '=', 'phisher@invitations.example')
      .execute();
    await db
      .updateTable('project')
      .set({ name: 'www.evil.example\r\nBcc: x@invitations.example' })
      .where('token', '=', phisher.project)
      .execute();
    await invite('phished@invitations.example', [], phisher);
    const [letter = ''] = await awaitedLetters(server.dataDirectory, 'phished@invitations.example');
    expect(letter).not.toMatch(/evil\.example|https:/);
    expect(letter).toContain('http://aisle.test/invitation');
  });

  test.each([
    ['a@invitations.example\r\nBcc: b@invitations.example'],
    ['a@invitations.example,b@invitations.example'],
    [['a@invitations.example'] as unknown as string],
  ])('goes to nobody at an address like %j', async (email) => {
    const before = await readdir(path.join(server.dataDirectory, 'mails'));
    expect((await invite(email)).status).toBe(422);
    expect(await readdir(path.join(server.dataDirectory, 'mails'))).toEqual(before);
  });
});

describe('a mail server that is down', () => {
  let server: TestApp;
  afterEach(() => server.close());

  /** The administrator with a project, on a server whose mails go to this port. */
  async function shopMailingTo(port: number) {
    server = await startTestApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
    const admin = await server.signUp('admin@example.com');
    const { data } = await server.call(admin, createProject, { name: 'Shop', language: 'en', data_source: 'aisle_api' });
    return { ...admin, project: data!.token };
  }
  const letters = () => server.app.db.selectFrom('job').selectAll().where('kind', '=', 'invitation letter');

  test('an invitation is saved and answered while the mail server hangs', async () => {
    const sockets: Socket[] = [];
    const hanging = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const owner = await shopMailingTo((hanging.address() as AddressInfo).port);
    const answer = await server.call(owner, inviteUser, { email: 'guest@example.com' });
    expect(answer).toMatchObject({ status: 200, data: { is_mailed: true } });
    await expect.poll(() => sockets.length).toBe(1);
    expect((await letters().executeTakeFirstOrThrow()).state).toBe('running');
    for (const socket of sockets) socket.destroy();
    hanging.close();
  });

  test('a mail that can not be sent is tried again, and told once it is given up', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const owner = await shopMailingTo(port);
    expect((await server.call(owner, inviteUser, { email: 'guest@example.com' })).status).toBe(200);
    await expect.poll(async () => (await letters().executeTakeFirstOrThrow()).attempts).toBe(1);
    await expect.poll(async () => (await letters().executeTakeFirstOrThrow()).state).toBe('waiting');
    // As if the tries of the next hours had failed, too.
    await server.app.db.updateTable('job').set({ attempts: 7, run_at: 0 }).where('kind', '=', 'invitation letter').execute();
    await expect
      .poll(async () => (await server.call(owner, listMessages, {})).data)
      .toMatchObject([{ kind: 'invitationNotSent', details: { email: 'guest@example.com' } }]);
  });
});

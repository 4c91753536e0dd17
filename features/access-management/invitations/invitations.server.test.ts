import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepLanguage, verify } from '#features/account/account.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { lettersTo } from '#server/testing/letters.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { answerInvitation, inviteUser, listMyInvitations } from './invitations.contract.ts';

let server: TestApp;
let owner: Awaited<ReturnType<TestApp['owner']>>;
beforeAll(async () => {
  server = await startTestApp();
  await server.signUp('admin@example.com');
  owner = await server.owner('owner@example.com');
});
afterAll(() => server.close());

test('an invited person sees the invitation, gets a mail, and joins with the groups', async () => {
  const guest = await server.signUp('guest@example.com');
  await server.call(owner, inviteUser, { email: 'guest@example.com', user_groups: [2, 4] });
  const mails = await readdir(path.join(server.dataDirectory, 'mails'));
  expect(await readFile(path.join(server.dataDirectory, 'mails', mails[0] ?? ''), 'utf8')).toContain('http://aisle.test/login');

  const { data } = await server.call(guest, listMyInvitations, {});
  expect(data).toMatchObject([{ project_name: 'Sample shop', invited_by: 'Test Person' }]);
  const answer = await server.call(guest, answerInvitation, { id: data![0]!.id, accept: true });
  expect(await server.call({ ...guest, project: answer.data!.token! }, verify, {})).toMatchObject({
    err: 0,
    data: { is_owner: false, user_groups: [{ id: 2 }, { id: 4 }] },
  });
  expect((await server.call(guest, listMyInvitations, {})).data).toEqual([]);
});

test('the mail is in the language of the invited person, or else of whoever invites', async () => {
  const letterTo = async (email: string) => (await lettersTo(server.dataDirectory, email))[0];
  await server.call({ ...owner, language: 'cs' }, inviteUser, { email: 'unknown@example.com' });
  expect(await letterTo('unknown@example.com')).toMatch(/^Test Person vás zve do Sample shop\n[^]*vyprší za\s7\sdní/);
  const reader = await server.signUp('english@example.com');
  await server.call({ ...owner, language: 'cs' }, inviteUser, { email: 'english@example.com' });
  expect(await letterTo('english@example.com')).toContain('invites you to Sample shop');
  await server.call(reader, keepLanguage, { language: 'cs' });
  await server.call(owner, inviteUser, { email: 'english@example.com' });
  expect((await lettersTo(server.dataDirectory, 'english@example.com'))[1]).toContain('vás zve do');
});

test('a declined invitation is gone and gives nothing', async () => {
  const guest = await server.signUp('declines@example.com');
  await server.call(owner, inviteUser, { email: 'declines@example.com' });
  const { data } = await server.call(guest, listMyInvitations, {});
  expect((await server.call(guest, answerInvitation, { id: data![0]!.id, accept: false })).data).toEqual({ token: null });
  expect((await server.call(guest, listProjects, {})).data).toEqual([]);
});

test('is bound to its address: nobody else can answer it', async () => {
  const { data: made } = await server.call(owner, inviteUser, { email: 'somebody@example.com' });
  const thief = await server.signUp('thief@example.com');
  expect((await server.call(thief, answerInvitation, { id: made!.id, accept: true })).status).toBe(404);
});

test('is good for one answer, however many are sent at once', async () => {
  const guest = await server.signUp('eager@example.com');
  await server.call(owner, inviteUser, { email: 'eager@example.com' });
  const { data } = await server.call(guest, listMyInvitations, {});
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => server.call(guest, answerInvitation, { id: data![0]!.id, accept: true })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('nobody grants a group that they do not hold', async () => {
  const member = await server.signUp('member@example.com');
  await server.call(owner, inviteUser, { email: 'member@example.com', user_groups: [5] });
  const { data } = await server.call(member, listMyInvitations, {});
  const { data: joined } = await server.call(member, answerInvitation, { id: data![0]!.id, accept: true });
  const actor = { ...member, project: joined!.token! };
  expect((await server.call(actor, inviteUser, { email: 'x@example.com', user_groups: [3] })).status).toBe(403);
  expect((await server.call(actor, inviteUser, { email: 'x@example.com', user_groups: [5] })).status).toBe(200);
});

test.each([['a@example.com\r\nBcc: b@example.com'], ['a@example.com,b@example.com'], [['a@example.com'] as unknown as string]])(
  'an address like %j sends nothing',
  async (email) => {
    const before = (await readdir(path.join(server.dataDirectory, 'mails'))).length;
    expect((await server.call(owner, inviteUser, { email })).status).toBe(422);
    expect((await readdir(path.join(server.dataDirectory, 'mails'))).length).toBe(before);
  },
);

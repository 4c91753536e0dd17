import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listMessages } from '#features/general/messages/messages.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { inviteUser } from '#features/access-management/invitations/invitations.contract.ts';

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

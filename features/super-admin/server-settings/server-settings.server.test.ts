import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { readMailServer, sendTestMail, testMailsPerHour } from './server-settings.contract.ts';

async function mailServer(options: SMTPServerOptions = {}): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => server.close());
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

async function administrator(smtpUrl: string | null) {
  const server = await startTestApp({ smtpUrl });
  onTestFinished(() => server.close());
  return { server, admin: await server.signUp('admin@mail.example') };
}

const refusing = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

test('mails the administrator and returns the answer of the mail server', async () => {
  const received: string[] = [];
  const host = await mailServer({
    onData: (stream, _session, done) =>
      void text(stream)
        .then((letter) => received.push(letter))
        .finally(done),
  });
  const { server, admin } = await administrator(`smtp://${host}`);
  expect((await server.call(admin, readMailServer, {})).data).toEqual({ server: host, from: 'Aisle <aisle@localhost>' });
  expect((await server.call({ ...admin, language: 'de' }, sendTestMail, {})).data).toEqual({
    email: 'admin@mail.example',
    failure: null,
    answer: '250 OK: message queued',
  });
  expect(received).toMatchObject([expect.stringContaining('Subject: Test-E-Mail von Aisle')]);
});

test.each<readonly [string, string, SMTPServerOptions, string]>([
  [
    'signIn',
    'smtp://search:hidden@',
    { onAuth: (_auth, _session, done) => done(new Error('Wrong password')) },
    '535 Wrong password',
  ],
  ['signIn', 'smtp://', { authOptional: false }, '530 Error: authentication Required'],
  [
    'sender',
    'smtp://',
    { onMailFrom: (_from, _session, done) => done(refusing(553, 'Not your address')) },
    '553 Not your address',
  ],
  ['recipient', 'smtp://', { onRcptTo: (_to, _session, done) => done(refusing(550, 'Relay denied')) }, '550 Relay denied'],
  ['notEncrypted', 'smtps://', {}, 'wrong version number'],
  [
    'other',
    'smtp://',
    { onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusing(554, 'Spam'))) },
    '554 Spam',
  ],
])('says %s when the mail server answers “%s%s%s”', async (failure, address, options, answer) => {
  const { server, admin } = await administrator(address + (await mailServer(options)));
  const { data } = await server.call(admin, sendTestMail, {});
  expect(data).toMatchObject({ failure });
  expect(data?.answer).toContain(answer);
  expect(JSON.stringify(data)).not.toContain('hidden');
});

test.each([
  ['noAnswer', 'smtp://127.0.0.1:1'],
  ['noHost', 'smtp://mail.nowhere.invalid'],
])('says %s at %s', async (failure, smtpUrl) => {
  const { server, admin } = await administrator(smtpUrl);
  expect((await server.call(admin, sendTestMail, {})).data).toMatchObject({ failure });
});

test('says what to set when no mail server is set', async () => {
  const { server, admin } = await administrator(null);
  expect((await server.call(admin, readMailServer, {})).data?.server).toBeNull();
  expect(await server.call(admin, sendTestMail, {})).toMatchObject({
    status: 409,
    msg: expect.stringContaining('Set AISLE_SMTP_URL'),
  });
});

test('limits test mails, and refuses users who are no administrators', async () => {
  const { server, admin } = await administrator('smtp://127.0.0.1:1');
  const burst = testMailsPerHour / 2;
  for (let at = 0; at < burst; at += 1) expect((await server.call(admin, sendTestMail, {})).status).toBe(200);
  expect((await server.call(admin, sendTestMail, {})).status).toBe(429);
  expect((await server.call(await server.signUp('user@mail.example'), sendTestMail, {})).status).toBe(403);
});

import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { mailer } from './mail.ts';

const logged: object[] = [];
const log = { warn: (line: object) => logged.push(line) } as unknown as FastifyBaseLogger;
const link = 'http://aisle.test/invitation?token=abc';
const letter = { to: 'eva@example.com', subject: 'Pozvánka', text: `Přijměte ji do týdne.\n\n${link}`, link };
const folder = await mkdtemp(path.join(tmpdir(), 'aisle-mail-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a letter goes to the mail server, to one address', async () => {
  const received: { to: string[]; from: string; content: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const letterOf = (content: string) => received.push({ to: envelope.rcptTo.map(({ address }) => address), from, content });
      void text(stream).then(letterOf).finally(done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mail = mailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'aisle@shop.example', directory: folder, log });
  await mail.send(letter);
  expect(received).toMatchObject([{ to: ['eva@example.com'], from: 'aisle@shop.example' }]);
  expect(received[0]?.content).toContain('Subject:');
  server.close();
});

test('without a mail server a letter is written to a file, and its link to the log', async () => {
  const directory = path.join(folder, 'mails');
  await mailer({ smtpUrl: null, from: 'aisle@shop.example', directory, log }).send(letter);
  const [file] = await readdir(directory);
  expect(file).toMatch(/eva@example\.com\.eml$/);
  expect(await readFile(path.join(directory, file ?? ''), 'utf8')).toContain('To: eva@example.com');
  expect(logged).toMatchObject([{ to: 'eva@example.com', link }]);
});

test.each([
  ['https://aisle.test', 'List-Unsubscribe=One-Click'],
  // What would go over the wire in the open isn't pressed by programs.
  ['http://aisle.test', undefined],
])('a letter from %s that can be turned off says how to programs for mail', async (origin, byPost) => {
  const directory = path.join(folder, `off ${byPost}`);
  const offLink = `${origin}/off?token=${'sealed~1~'.padEnd(120, 'x')}`;
  await mailer({ smtpUrl: null, from: 'aisle@shop.example', directory, log }).send({ ...letter, offLink });
  const [file = ''] = await readdir(directory);
  const lines = (await readFile(path.join(directory, file), 'utf8')).replaceAll(/\r\n[ \t]+/g, ' ');
  expect(/^List-Unsubscribe: (.*)$/m.exec(lines)?.[1]?.trim()).toBe(`<${offLink}>`);
  expect(/^List-Unsubscribe-Post: (.*)$/m.exec(lines)?.[1]?.trim()).toBe(byPost);
});

test('a subject of several lines adds no header and no recipient', async () => {
  const directory = path.join(folder, 'hostile');
  const subject = 'Shop\r\nBcc: evil@example.com\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script>\0\u2028';
  await mailer({ smtpUrl: null, from: 'aisle@shop.example', directory, log }).send({ ...letter, subject });
  const [file = ''] = await readdir(directory);
  const [head = ''] = (await readFile(path.join(directory, file), 'utf8')).split('\r\n\r\n');
  const names = head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0]);
  expect(new Set(names)).toEqual(new Set(['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version', 'Content-Type']));
  expect(head).toContain(`To: ${letter.to}`);
});

test('letters of the same moment to the longest of addresses are all kept', async () => {
  const directory = path.join(folder, 'long');
  const mail = mailer({ smtpUrl: null, from: 'aisle@shop.example', directory, log });
  const to = `${'x'.repeat(234)}@example.com`;
  await Promise.all([mail.send({ ...letter, to }), mail.send({ ...letter, to }), mail.send(letter)]);
  expect(await readdir(directory)).toHaveLength(3);
});

test('files of letters are deleted after a month', async () => {
  const directory = path.join(folder, 'old');
  const mail = mailer({ smtpUrl: null, from: 'aisle@shop.example', directory, log });
  await mail.send(letter);
  const [old = ''] = await readdir(directory);
  await utimes(path.join(directory, old), 0, 0);
  await mail.send(letter);
  await mail.forgetOld();
  const left = await readdir(directory);
  expect([left.length, left.includes(old)]).toEqual([1, false]);
});

test('a mail server that is not there is an error', async () => {
  const mail = mailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'aisle@shop.example', directory: folder, log });
  await expect(mail.send(letter)).rejects.toThrow('ECONNREFUSED');
});

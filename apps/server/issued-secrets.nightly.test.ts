import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Endpoint } from '#contract/endpoint.ts';
import { answerInvitation, inviteUser } from '#features/access-management/invitations/invitations.contract.ts';
import {
  confirmSignUp,
  login,
  logout,
  register,
  requestReset,
  resetPassword,
  beginSecondFactor,
  turnOnSecondFactor,
} from '#features/account/account.contract.ts';
import { changePassword } from '#features/account/profile/profile.contract.ts';
import { createFeed } from '#features/data/feeds/feeds.contract.ts';
import { authorize, authorizeByPost, rotateSecret } from '#features/developer/credentials/credentials.contract.ts';
import { createProject } from '#features/owner/projects/projects.contract.ts';
import { databaseName } from './data-directory.ts';
import { textsIn } from '#testing/project-files.ts';
import { sampleInput } from '#testing/calls/sample-input.ts';
import { type Actor, requestOf, startTestApp } from '#testing/test-app.ts';
import { type ServerProcess, startServerProcess } from '#testing/processes/test-process.ts';

interface TestMailServer {
  readonly url: string;
  letters(to: string): readonly string[];
  close(): Promise<void>;
}

async function startMailServer(password: string): Promise<TestMailServer> {
  const taken: { readonly to: readonly string[]; readonly content: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (login, _session, done) =>
      login.password === password ? done(null, { user: login.username ?? '' }) : done(new Error('Wrong password')),
    onData: (stream, { envelope }, done) =>
      void text(stream)
        .then((content) => taken.push({ to: envelope.rcptTo.map(({ address }) => address), content: plain(content) }))
        .finally(done),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://aisle:${password}@127.0.0.1:${port}`,
    letters: (to) => taken.filter((letter) => letter.to.includes(to)).map(({ content }) => content),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable. */
const plain = (content: string): string =>
  content
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

const kept = {
  secretKey: 'kept-secret-key-of-the-server-0123456789',
  metricsToken: 'kept-metrics-token-0123456789',
  smtpPassword: 'kept-smtp-password',
  filesSecret: 'kept-files-secret',
  first: 'Kept-first-password-1',
  changed: 'Kept-changed-password-2',
  reset: 'Kept-reset-password-3',
  member: 'Kept-member-password-4',
  wrong: 'Kept-wrong-password-5',
  weak: 'keptweakpassword',
  feedPassword: 'kept-feed-password',
  feedKey: 'kept-feed-key-9f86d081884c7d659a2feaa0c55ad015',
};
const madePattern = /(?<![\w-])[\w-]{43}(?![\w-])/g;
const folder = mkdtempSync(path.join(tmpdir(), 'aisle-issued-'));
const data = path.join(folder, 'data');
const email = 'owner@example.com';
const memberEmail = 'member@example.com';
const soon = { timeout: 60_000, interval: 50 };

let mails: TestMailServer;
let server: ServerProcess;
const issued = new Map<string, string>();
const answers: string[] = [];

beforeAll(async () => {
  mails = await startMailServer(kept.smtpPassword);
  server = await startServerProcess({
    AISLE_DATA: data,
    AISLE_LOG_LEVEL: 'debug',
    AISLE_SECRET_KEY: kept.secretKey,
    AISLE_METRICS_TOKEN: kept.metricsToken,
    AISLE_SMTP_URL: mails.url,
    // Unreachable, so that its errors are logged.
    AISLE_FILES_URL: 's3://127.0.0.1:1/bucket?tls=off',
    AISLE_FILES_KEY: 'aisle',
    AISLE_FILES_SECRET: kept.filesSecret,
  });
});
afterAll(async () => {
  await server.stop();
  await mails.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(actor: Actor, endpoint: Endpoint, input: Record<string, unknown>): Promise<Record<string, unknown> | null> {
  const request = requestOf(actor, endpoint, input);
  const query = 'query' in request ? `?${new URLSearchParams(request.query).toString()}` : '';
  const body =
    'payload' in request
      ? { body: Buffer.isBuffer(request.payload) ? new Uint8Array(request.payload) : JSON.stringify(request.payload) }
      : {};
  const headers = { ...('payload' in request && { 'content-type': 'application/json' }), ...request.headers } as Record<
    string,
    string
  >;
  const response = await fetch(server.url + request.url + query, { method: request.method, headers, ...body });
  const text = await response.text();
  answers.push(`${request.method} ${endpoint.path}: ${text}`);
  for (const [secret] of `${text} ${response.headers.get('set-cookie')}`.matchAll(madePattern))
    if (!issued.has(secret)) issued.set(secret, `${request.method} ${endpoint.path}`);
  return text.startsWith('{') ? ((JSON.parse(text) as { data: Record<string, unknown> | null }).data ?? null) : null;
}
async function mailed(to: string, count: number): Promise<string> {
  await expect.poll(() => mails.letters(to).length, soon).toBeGreaterThanOrEqual(count);
  const [token = ''] = mails.letters(to).at(-1)!.match(madePattern) ?? [];
  issued.set(token, `a mail to ${to}`);
  return token;
}

/** Public: the project's token; and an upload's id, which works for its owner only. */
function openTexts(): ReadonlySet<string> {
  const db = new DatabaseSync(path.join(data, databaseName), { readOnly: true });
  const rows = db.prepare('select token as text from project union all select name from upload').all();
  db.close();
  return new Set(rows.map(({ text }) => String(text)));
}

test('no secret that was issued or typed is in the database, in a file, in the log, or in an answer but that which issues it', async () => {
  const person = { name: 'A', surname: 'B', agree: true };
  await send({}, register, { ...person, email, password: kept.weak, password_confirmation: kept.weak });
  const signedUp = await send({}, register, { ...person, email, password: kept.first, password_confirmation: kept.first });
  let token = String(signedUp!['token']);
  for (const password of [kept.wrong, kept.first]) await send({}, login, { email, password });
  const project = await send({ token }, createProject, {
    name: 'Lamps',
    language: 'en',
    data_source: 'custom_feed',
    feed_url: `https://user:${kept.feedPassword}@127.0.0.1:1/feed.csv?token=${kept.feedKey}`,
  });
  const own = { name: 'Lamps', language: 'en', data_source: 'aisle_api' };
  const made = project ?? (await send({ token }, createProject, own))!;
  const client_id = String(made['token']);
  const owner = (): Actor => ({ token, project: client_id });
  await send(owner(), createFeed, {
    name: 'Secret',
    collection_id: made['collection_id'],
    feed_url: `https://user:${kept.feedPassword}@feeds.invalid/feed.csv?token=${kept.feedKey}`,
  });
  for (const client_secret of [kept.wrong, String((await send(owner(), rotateSecret, {}))!['client_secret'])])
    for (const endpoint of [authorize, authorizeByPost]) await send({}, endpoint, { client_id, client_secret });

  await send(owner(), changePassword, {
    password: kept.wrong,
    new_password: kept.changed,
    new_password_confirmation: kept.changed,
  });
  await send(owner(), changePassword, {
    password: kept.first,
    new_password: kept.changed,
    new_password_confirmation: kept.changed,
  });
  await send({}, requestReset, { email });
  const reset = { password: kept.reset, password_confirmation: kept.reset };
  await send({}, resetPassword, { ...reset, token: await mailed(email, 1) });
  token = String((await send({}, login, { email, password: kept.reset }))!['token']);

  await send(owner(), inviteUser, { email: memberEmail, user_groups: [2] });
  const invitation = await mailed(memberEmail, 1);
  const member = { ...person, email: memberEmail, password: kept.member, password_confirmation: kept.member };
  const joined = await send({}, register, { ...member, invitation });
  const memberToken = String(
    joined?.['token'] ??
      (await send({}, confirmSignUp, { token: await mailed(memberEmail, 2), password: kept.member }))?.['token'],
  );
  await send({ token: memberToken }, answerInvitation, { token: invitation, accept: true });
  const factor = await send({ token: memberToken }, beginSecondFactor, { password: kept.member });
  const factorKey = String(factor!['key']);
  await send({ token: memberToken }, turnOnSecondFactor, { code: '000000' });

  const listed = await startTestApp();
  const { endpoints } = listed.app;
  await listed.close();
  for (const endpoint of endpoints.filter((one) => one !== logout)) {
    const input = sampleInput(endpoint.input, {
      id: '1',
      collection_id: 1,
      c: 1,
      item_id: '0',
      project: client_id,
      password: kept.wrong,
    });
    await send(endpoint.needs === 'shop' ? {} : owner(), endpoint, {
      ...input,
      ...(endpoint.needs === 'shop' && { token: client_id }),
    });
  }

  expect(await server.stop()).toBe(0);
  const open = openTexts();
  const secrets = new Map([...issued].filter(([secret]) => !open.has(secret)));
  expect(secrets.size).toBeGreaterThan(8);
  for (const [name, secret] of Object.entries(kept)) secrets.set(secret, name);
  secrets.set(factorKey, 'the key of a second factor');

  const stored = await textsIn(data);
  const log = server.output();
  expect(log.includes('A call was answered')).toBe(true);
  const found: string[] = [];
  for (const [secret, where] of secrets) {
    if (stored.includes(secret)) found.push(`the data folder has what is from ${where}`);
    if (log.includes(secret)) found.push(`the log has what is from ${where}`);
  }
  for (const [name, secret] of Object.entries(kept))
    for (const answer of answers) if (answer.includes(secret)) found.push(`an answer has ${name}: ${answer.slice(0, 200)}`);
  expect(found).toEqual([]);
});

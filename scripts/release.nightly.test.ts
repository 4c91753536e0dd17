import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, send } from '#e2e/calls.ts';
import { register } from '#features/account/account.contract.ts';
import { startFeedHost, type FeedHost } from '#testing/feeds/feed-host.ts';

/* Installs the release where nothing of the repository is in reach, as a user who is not root where there is one to be. */

const root = path.dirname(import.meta.dirname);
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string };
/** The other user can't enter the folder that tests keep their files in. */
const folder = mkdtempSync(path.join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'aisle-release-'));
const place = (name: string): string => path.join(folder, name);
const aisle = place('app/node_modules/.bin/aisle');
/** `nobody` of Debian. */
const other = 65_534;
const asOther = process.getuid?.() === 0 ? ['setpriv', `--reuid=${other}`, `--regid=${other}`, '--clear-groups'] : [];
/** Registry settings are the machine's. */
const ofMachine = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = '']) =>
    /^npm_config_(?!.*prefix)|_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name) ? [[name, value]] : [],
  ),
);
const env: Record<string, string> = {
  PATH: [place('bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
  HOME: place('home'),
  ...ofMachine,
  npm_config_cache: place('home/.npm'),
  AISLE_PORT: '0',
};

function run(file: string, ...args: readonly string[]) {
  const [command = '', ...rest] = [...asOther, file, ...args];
  const { status, stdout, stderr } = spawnSync(command, rest, { cwd: place('app'), env, encoding: 'utf8', timeout: 120_000 });
  return { status, said: stdout + stderr };
}

const waiting = { timeout: 60_000 };
let server: ChildProcess | null = null;
let feeds: FeedHost;
beforeAll(async () => {
  feeds = await startFeedHost();
  const packed = spawnSync(process.execPath, ['scripts/run.mjs', 'pack'], { cwd: root, encoding: 'utf8' });
  expect(packed.status, packed.stderr).toBe(0);
  for (const name of ['app', 'bin', 'home']) mkdirSync(place(name));
  copyFileSync(path.join(root, `aisle-${version}.tgz`), place('aisle.tgz'));
  copyFileSync(process.execPath, place('bin/node'));
  chmodSync(folder, 0o755);
  if (asOther.length > 0) for (const name of ['app', 'home']) chownSync(place(name), other, other);
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  const installed = run(
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    `--registry=${registry}`,
    place('aisle.tgz'),
  );
  expect(installed.status, installed.said).toBe(0);
});
afterAll(async () => {
  await feeds.close();
  if (server?.exitCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

test('the release has what a server needs, and neither sources nor tests', () => {
  const files = readdirSync(place('app/node_modules/aisle'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => /\.tsx?$|\.test\./.test(name))).toEqual([]);
  expect(readdirSync(place('app/node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@node-rs', 'aisle']);
});

test('the command names its version, its commands and what it does not know', () => {
  expect(run(aisle, '--version')).toEqual({ status: 0, said: `${version}\n` });
  for (const command of ['start', 'backup', 'restore', 'project', 'move-database'])
    expect(run(aisle, '--help').said).toContain(`  ${command}`);
  expect(run(aisle, 'stop')).toMatchObject({ status: 1, said: expect.stringContaining('There is no command "stop".') });
});

test('a newcomer signs up, adds a project from a feed, searches it, and the operator backs it up', async () => {
  const command = [...asOther, aisle, 'start'];
  server = spawn(command[0]!, command.slice(1), { cwd: place('app'), env: { ...env, AISLE_ALLOW_PRIVATE_FEEDS: feeds.host } });
  let said = '';
  for (const stream of [server.stdout!, server.stderr!]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect.poll(() => said, waiting).toContain('Aisle is ready at');
  const url = /http:\S+/.exec(said)![0];
  for (const address of ['/', '/docs', '/docs/swagger-ui/swagger-ui-bundle.js', '/plugin/plugin.js', '/clients/aisle-client.tgz'])
    expect((await fetch(url + address)).status, address).toBe(200);

  const secret = 'Correct-Horse-7';
  const person = { name: 'Eva', surname: 'Nová', email: 'eva@example.com', agree: true };
  const signedUp = { ...person, password: secret, password_confirmation: secret };
  const { token } = await post<{ token: string }>(url, register.path, signedUp);
  const feed_url = feeds.put('/lamps.ndjson', '{"id":"1","name":"Stolní lampa"}\n{"id":"2","name":"Židle"}\n');
  const input = { name: 'Lamps', language: 'cs', data_source: 'custom_feed', time_zone: 'Europe/Prague', feed_url };
  const project = await post<{ token: string }>(url, '/api/sales_channels', input, token);
  const found = () =>
    send<{ items: { id: string }[] }>(url, { method: 'GET', path: `/front/search?q=lampy&token=${project.token}` });
  await expect.poll(async () => (await found().catch(() => ({ items: [] }))).items.map(({ id }) => id), waiting).toEqual(['1']);

  const backup = run(aisle, 'backup');
  expect(backup.status, backup.said).toBe(0);
  const [made] = readdirSync(place('app/backups'));
  expect(existsSync(path.join(place('app/backups'), made!, 'aisle.sqlite'))).toBe(true);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { shortLivedFolder } from './memory-folder.mjs';
import { capture, signalGroup } from './processes.mjs';
import { onFreePorts, until } from './ports.mjs';

const runningServer = 'postgres://postgres@127.0.0.1:5432/postgres';
const debianFolder = '/usr/lib/postgresql';
const startSeconds = 20;
/** Nothing here outlives the test run, so it need not survive a power failure, and no table becomes large. */
const shortLived = ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off', 'wal_level=minimal', 'max_wal_senders=0'];

/**
 * A PostgreSQL for tests as `{ url, stop }`, null when there is none. One of our own on an empty folder waits for no disk, so it is
 * started where Debian's programs are. Else the one that runs on this machine is used, when it lets `postgres` in without a password.
 */
export async function preparePostgres() {
  const programs = findPrograms();
  if (programs !== null) return startOwn(programs);
  if (await answers(runningServer)) return { url: runningServer, stop: async () => {} };
  return (await installDebianPackages('postgresql')) ? startOwn(findPrograms()) : null;
}

async function startOwn(programs) {
  const folder = shortLivedFolder('postgres');
  const as = await unprivileged(folder);
  const data = path.join(folder, 'data');
  const made = await capture(
    ...as(path.join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']),
  );
  if (!made.isOk) throw new Error(`initdb failed:\n${made.output}`);
  const running = await onFreePorts(1, ([port]) => startOn(port, { folder, data, program: path.join(programs, 'postgres'), as }));
  if (running === null) throw new Error('PostgreSQL ended before it answered.');
  return running;
}

/** Null when it ended by itself. */
async function startOn(port, { folder, data, program, as }) {
  const settings = [...shortLived, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(...as(program, args), { stdio: 'ignore', detached: true });
  let isGone = false;
  const end = new Promise((resolve) => server.on('exit', resolve)).then(() => (isGone = true));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    signalGroup(server, 'SIGINT');
    await end;
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', () => {
    signalGroup(server, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const isUp = await until(async () => isGone || (await answers(url)), startSeconds);
  if (isGone) return null;
  if (isUp) return { url, stop };
  await stop();
  throw new Error(`PostgreSQL did not answer within ${startSeconds} seconds.`);
}

function findPrograms() {
  if (!existsSync(debianFolder)) return null;
  const [newest] = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
  const programs = newest === undefined ? null : path.join(debianFolder, newest, 'bin');
  return programs !== null && existsSync(path.join(programs, 'initdb')) ? programs : null;
}

/** PostgreSQL refuses to run as root, so root lends it Debian's own account. */
async function unprivileged(folder) {
  if (process.getuid?.() !== 0) return (file, args) => [file, args];
  await capture('chown', ['postgres', folder]);
  return (file, args) => ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', file, ...args]];
}

async function answers(url) {
  try {
    await query(url, 'select 1');
    return true;
  } catch {
    return false;
  }
}

async function query(url, sql) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

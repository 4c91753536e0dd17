import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { onFreePorts, until } from './ports.mjs';

const debianPrograms = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];
const startSeconds = 20;
const secret = 'secret/of+the tests';
/** Nothing here outlives the test run, so nothing is written. */
const withoutDisk = ['--save', '', '--appendonly', 'no'];

/**
 * A Redis of our own on loopback for tests, which wants a password, as `{ url, stop }`; `url` is as `AISLE_REDIS_URL` takes it. null when
 * there can be none.
 */
export async function prepareRedis() {
  const program = findProgram() ?? ((await installDebianPackages('redis-server')) ? findProgram() : null);
  if (program === null) return null;
  const server = await onFreePorts(1, ([port]) => startOn(port, program));
  if (server === null) throw new Error('Redis ended before it answered.');
  return server;
}

/** Null when it ended by itself. */
async function startOn(port, program) {
  const folder = mkdtempSync(path.join(tmpdir(), 'aisle-redis-'));
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--requirepass', secret, ...withoutDisk];
  const child = spawn(program, settings, { stdio: 'ignore' });
  const ended = once(child, 'close');
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = await until(async () => isGone() || (await answers(port)), startSeconds);
  if (isUp && !isGone()) return { url: `redis://:${encodeURIComponent(secret)}@127.0.0.1:${port}`, stop };
  await stop();
  if (isUp) return null;
  throw new Error(`Redis did not answer within ${startSeconds} seconds.`);
}

const findProgram = () => debianPrograms.find((file) => existsSync(file)) ?? null;

/** That it wants a password is an answer, too. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve(false));
    socket.on('data', () => {
      resolve(true);
      socket.destroy();
    });
  });
}

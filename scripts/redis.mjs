import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { installDebianPackages } from './debian.mjs';
import { signalGroup } from './processes.mjs';
import { freePort, until } from './ports.mjs';

const program = '/usr/bin/redis-server';
const startSeconds = 10;

/** A Redis of our own, in memory alone, as `{ url, stop }`; null when there is none. Nobody else's keys are in danger. */
export async function prepareRedis() {
  if (!existsSync(program) && !(await installDebianPackages('redis-server'))) return null;
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(program, args, { stdio: 'ignore', detached: true });
  const end = new Promise((resolve) => server.on('exit', resolve));
  const stop = async () => {
    signalGroup(server, 'SIGTERM');
    await end;
  };
  process.once('exit', () => signalGroup(server, 'SIGKILL'));
  if (await until(() => answers(port), startSeconds)) return { url: `redis://127.0.0.1:${port}`, stop };
  await stop();
  throw new Error(`Redis did not answer within ${startSeconds} seconds.`);
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const conclude = (isUp) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.on('data', (data) => conclude(String(data).startsWith('+PONG')));
    socket.on('error', () => conclude(false));
  });

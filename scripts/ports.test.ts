import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { onFreePorts } from './ports.mjs';

/** A program that listens on the ports it is told, and ends when one of them is taken. */
const program = `
  const ports = process.argv.slice(1).map(Number);
  const servers = ports.map((port) => require('node:net').createServer().listen(port, '127.0.0.1'));
  Promise.all(servers.map((server) => require('node:events').once(server, 'listening'))).then(() => console.log('up'));
`;

/** Starts it, and answers it once it is up; null when it ended. */
async function startOn(ports: readonly number[]) {
  const child = spawn(process.execPath, ['-e', program, ...ports.map(String)], { stdio: ['ignore', 'pipe', 'ignore'] });
  const isUp = await Promise.race([once(child.stdout, 'data').then(() => true), once(child, 'exit').then(() => false)]);
  return isUp ? { ports, end: () => child.kill('SIGKILL') } : null;
}

test('a program whose port is taken before it listens is started again on another one', async () => {
  const thief = net.createServer();
  const tried: (readonly number[])[] = [];
  const running = await onFreePorts(2, async (ports) => {
    tried.push(ports);
    if (tried.length === 1) await once(thief.listen(ports[1], '127.0.0.1'), 'listening');
    return startOn(ports);
  });
  expect(tried).toHaveLength(2);
  expect(running?.ports).toEqual(tried[1]);
  running?.end();
  thief.close();
});

test('a program that never comes up is not tried for ever', async () => {
  let tries = 0;
  expect(await onFreePorts(1, async () => ((tries += 1), null))).toBeNull();
  expect(tries).toBe(5);
});

test('the ports of a program differ', async () => {
  const running = await onFreePorts(20, async (ports) => ports);
  expect(new Set(running).size).toBe(20);
});

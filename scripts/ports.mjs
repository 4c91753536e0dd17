import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 100;
const mostTries = 5;

/**
 * Starts a program that can't let the system choose its ports. Another process may take one of them before the program does; then it ends by
 * itself, and is started again on others. `start` gets as many ports as `count` says and answers what runs, or null when it ended by itself.
 * Answers null after the last try.
 */
export async function onFreePorts(count, start) {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const running = await start(await freePorts(count));
    if (running !== null) return running;
  }
  return null;
}

/** Different ports that nobody listens on now. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  await Promise.all(servers.map((server) => once(server, 'close')));
  return ports;
}

/** Asks again and again until the answer is true. Answers false after `seconds`. */
export async function until(isTrue, seconds) {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    if (await isTrue()) return true;
    await sleep(pauseMs);
  }
  return false;
}

import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 100;

/** A port that nobody listens on now. */
export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
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

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** On a busy machine; a server that ends is noticed at once. */
const startSeconds = 60;
const stopSeconds = 10;
const pauseMilliseconds = 50;

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the real server on a free port and an empty data folder. What it logged is part of the error when it doesn't come up. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const data = mkdtempSync(path.join(tmpdir(), 'aisle-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    AISLE_PORT: String(port),
    AISLE_HOST: '127.0.0.1',
    AISLE_DATA: data,
    AISLE_PUBLIC_URL: url,
    ...settings,
  };
  const child = spawn(process.execPath, ['--import', './scripts/exit-with-parent.mjs', 'apps/server/main.ts'], {
    cwd: root,
    env,
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(data, { recursive: true, force: true });
  };
  if (await comesUp(url, child)) return { url, stop };
  await stop();
  throw new Error(`The server did not come up within ${startSeconds} seconds:\n${log}`);
}

async function comesUp(url: string, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + startSeconds * 1000;
  while (performance.now() < deadline && child.exitCode === null) {
    const isUp = await fetch(`${url}/openapi.json`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return true;
    await sleep(pauseMilliseconds);
  }
  return false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1000);
  await ended;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

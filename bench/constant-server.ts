/** Node's minimum per call: a server with a constant response. Run by `constantServer`. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tell } from './figures.ts';
import { loadByWrk } from './wrk.ts';

const asProgram = '--serve';

interface Floor {
  readonly bytes: number;
  readonly clients: number;
  readonly seconds: number;
}

export async function startConstantServer(bytes: number): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = fork(import.meta.filename, [asProgram, String(bytes)]);
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}

export async function tellFloor({ bytes, clients, seconds }: Floor): Promise<void> {
  const { child, url } = await startConstantServer(bytes);
  try {
    const { perSecond, times } = await loadByWrk({ url, paths: ['/'], clients, seconds });
    const name = `a server of Node that answers a constant of ${Math.round(bytes / 1024)} kB, ${clients} clients`;
    tell({ name, times, value: `${Math.round(perSecond)} req/s`, searchThreads: null });
  } finally {
    child.kill();
  }
}

if (process.argv[2] === asProgram) {
  const body = Buffer.alloc(Number(process.argv[3]), 'x');
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

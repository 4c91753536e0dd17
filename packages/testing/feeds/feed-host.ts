import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface FeedHost {
  /** `127.0.0.1:port`. */
  readonly host: string;
  /** Returns the address. */
  put(path: string, body: string | Uint8Array, contentType?: string): string;
  /** Returns the address. */
  reply(path: string, answer: (response: ServerResponse) => void): string;
  forget(): void;
  close(): Promise<void>;
}

export async function startFeedHost(): Promise<FeedHost> {
  const answers = new Map<string, (response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reply: FeedHost['reply'] = (path, answer) => {
    answers.set(path, answer);
    return `http://${host}${path}`;
  };
  return {
    host,
    reply,
    forget: () => answers.clear(),
    put: (path, body, contentType = 'application/octet-stream') =>
      reply(path, (response) => response.writeHead(200, { 'content-type': contentType }).end(body)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const lamps = (count: number): string =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: `${index}`, name: `Lamp ${index}`, price: index })).join('\n');

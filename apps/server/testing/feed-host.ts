import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface FeedHost {
  /** `127.0.0.1:port`, for the list of allowed private feeds. */
  readonly host: string;
  /** Serves these bytes at a path from now on, and answers the address. */
  put(path: string, body: string | Uint8Array, contentType?: string): string;
  close(): Promise<void>;
}

/** A shop's web server, on this machine. */
export async function startFeedHost(): Promise<FeedHost> {
  const files = new Map<string, { body: string | Uint8Array; contentType: string }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': file.contentType }).end(file.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    put(path, body, contentType = 'application/octet-stream') {
      files.set(path, { body, contentType });
      return `http://${host}${path}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

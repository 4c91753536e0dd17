import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Lines = () => Iterable<string>;

export interface FeedHost {
  readonly address: string;
  /** Written to a file first, so that generating it takes nothing from an import. */
  keep(name: string, lines: Lines): Promise<void>;
  stream(name: string, lines: Lines): void;
  close(): void;
}

export async function startFeedHost(folder: string): Promise<FeedHost> {
  const streamed = new Map<string, Lines>();
  const server = createServer((request, response) => {
    const name = path.basename(request.url ?? '');
    const lines = streamed.get(name);
    const body = lines === undefined ? createReadStream(path.join(folder, name)) : Readable.from(lines());
    // The client may leave early, as when an import is cancelled.
    pipeline(body, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    keep: (name, lines) => pipeline(Readable.from(lines()), createWriteStream(path.join(folder, name))),
    stream: (name, lines) => void streamed.set(name, lines),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

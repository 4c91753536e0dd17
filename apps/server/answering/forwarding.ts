import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** Client address. Only this user can connect to the main thread's socket. */
const peerHeader = 'x-aisle-peer';

const notForwarded = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Streams calls to the main thread, and its responses back. */
export function forwardingTo(socketPath: string): RequestListener {
  // Loading all of `node:http` by an import takes 50 ms.
  const { request } = process.getBuiltinModule('node:http');
  return (incoming, response) => {
    const headers = { ...incoming.headers, connection: 'close', [peerHeader]: incoming.socket.remoteAddress ?? '' };
    const { method, url } = incoming;
    const forwarded = request({ socketPath, method, path: url, headers, setHost: false });
    forwarded.on('response', (answer) => answerBy(answer, response));
    forwarded.on('error', () => {
      if (!response.headersSent) response.writeHead(503, { 'retry-after': '1', connection: 'close' });
      response.end();
    });
    response.on('close', () => response.writableFinished || forwarded.destroy());
    pipeline(incoming, forwarded, () => undefined);
  };
}

function answerBy(answer: IncomingMessage, response: ServerResponse): void {
  const headers: string[] = [];
  for (let at = 0; at < answer.rawHeaders.length; at += 2)
    if (!notForwarded.has(answer.rawHeaders[at]!.toLowerCase())) headers.push(answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!);
  response.writeHead(answer.statusCode ?? 502, headers);
  pipeline(answer, response, () => undefined);
}

/** Restores the client address of forwarded calls. */
export function takeForwarded(server: Server): void {
  server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    const value = headers[peerHeader];
    delete headers[peerHeader];
    Object.defineProperty(socket, 'remoteAddress', { value, configurable: true });
  });
}

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** Client address. Only this user can connect to the main thread's socket. */
const peerHeader = 'x-aisle-peer';

/** Headers of a connection. */
const notForwarded = new Set(['keep-alive', 'transfer-encoding']);

/** Streams calls to the main thread, and its responses back. */
export function forwardingTo(socketPath: string): RequestListener {
  // Loading all of `node:http` by an import takes 50 ms.
  const { Agent, request } = process.getBuiltinModule('node:http');
  // Kept alive, or a response to a body that isn't read would be lost with its connection.
  const agent = new Agent({ keepAlive: true });
  return (incoming, response) => {
    const headers = { ...incoming.headers, connection: 'keep-alive', [peerHeader]: incoming.socket.remoteAddress ?? '' };
    const { method, url } = incoming;
    const forwarded = request({ agent, socketPath, method, path: url, headers, setHost: false });
    forwarded.on('response', (answer) => answerBy(answer, response));
    forwarded.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end();
    });
    response.on('close', () => response.writableFinished || forwarded.destroy());
    pipeline(incoming, forwarded, () => undefined);
  };
}

function answerBy(answer: IncomingMessage, response: ServerResponse): void {
  const headers: string[] = [];
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const [name, value] = [answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!];
    const isOfConnection = /^connection$/i.test(name) ? value !== 'close' : notForwarded.has(name.toLowerCase());
    if (!isOfConnection) headers.push(name, value);
  }
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

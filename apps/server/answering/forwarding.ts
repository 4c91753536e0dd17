import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Client address. Only this user can connect to the main thread's socket. */
const peerHeader = 'x-aisle-peer';

/** Headers of a connection. */
const notForwarded = new Set(['keep-alive', 'transfer-encoding']);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Streams calls to the main thread, and its responses back. */
export function forwardingTo(socketPath: string): RequestListener {
  // Loading all of `node:http` by an import takes 50 ms.
  const { Agent, request } = process.getBuiltinModule('node:http');
  // Kept alive, or a response to a body that isn't read would be lost with its connection.
  const agent = new Agent({ keepAlive: true });
  return (incoming, response) => {
    const { method, url, socket } = incoming;
    const own = { connection: 'keep-alive', host: incoming.headers.host ?? '', [peerHeader]: socket.remoteAddress ?? '' };
    const forwarded = request({ agent, socketPath, method, path: url, headers: { ...incoming.headers, ...own } });
    forwarded.on('response', (answer) => answerBy(answer, response));
    forwarded.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end();
    });
    response.on('close', () => response.writableFinished || forwarded.destroy());
    if (hasBody(incoming)) incoming.on('error', () => forwarded.destroy()).pipe(forwarded);
    else {
      // Read to its end, so that a client may close its side behind it.
      incoming.resume();
      forwarded.end();
    }
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
  answer.on('error', () => response.destroy()).pipe(response);
}

/** Restores the client address of forwarded calls. */
export function takeForwarded(server: Server): void {
  server.prependListener('request', ({ headers, socket }: IncomingMessage) => {
    const value = headers[peerHeader];
    delete headers[peerHeader];
    Object.defineProperty(socket, 'remoteAddress', { value, configurable: true });
  });
}

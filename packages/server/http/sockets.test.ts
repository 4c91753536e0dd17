import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { httpServer } from './http.ts';
import { type SocketLimits, socketLimits } from './sockets.ts';

const quick: SocketLimits = {
  ...socketLimits,
  headMilliseconds: 200,
  body: { freeMilliseconds: 200, bytesPerSecond: 1000 },
  unreadMilliseconds: 200,
  stopMilliseconds: 300,
};
/** More than the system takes for a client that reads nothing. */
const large = Buffer.alloc(16 * 1024 * 1024, 'x');
let http: FastifyInstance;
/** Once `/slow` is asked. */
let answerSlow: (() => void) | undefined;
let isAbandonedAsked = Promise.withResolvers<void>();

async function listening(limits: SocketLimits = quick): Promise<number> {
  http = await httpServer({ logLevel: 'silent', trustedProxies: 0, sockets: limits });
  http.post('/json', ({ body }) => ({ read: body }));
  http.post('/upload', async ({ body }) => {
    let bytes = 0;
    for await (const chunk of body as Readable) bytes += (chunk as Buffer).length;
    return { bytes };
  });
  answerSlow = undefined;
  http.get('/slow', () => new Promise((resolve) => (answerSlow = () => resolve({ answered: true }))));
  http.get('/abandoned', async (_request, { raw }) => {
    isAbandonedAsked.resolve();
    await once(raw, 'close');
    throw new DOMException('Gone.', 'AbortError');
  });
  http.get('/late', async (_request, { raw }) => {
    isAbandonedAsked.resolve();
    await once(raw, 'close');
    return large;
  });
  http.get('/quick', () => ({ answered: true }));
  http.get('/large', () => large);
  http.get('/file', (_request, reply) => reply.send(Readable.from([large, large])));
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}
afterEach(() => http.close());

test('logs no error when the client leaves', async () => {
  isAbandonedAsked = Promise.withResolvers();
  const client = open(await listening());
  const logged = vi.spyOn(http.log, 'child');
  client.socket.write('GET /abandoned HTTP/1.1\r\nHost: a\r\n\r\n');
  await isAbandonedAsked.promise;
  client.socket.destroy();
  await http.close();
  expect(logged).not.toHaveBeenCalled();
});

test('forgets a response whose client left before it was written', async () => {
  isAbandonedAsked = Promise.withResolvers();
  const client = open(await listening({ ...quick, unreadMilliseconds: 1_000_000 }));
  const timers = vi.spyOn(globalThis, 'setInterval');
  client.socket.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
  await isAbandonedAsked.promise;
  client.socket.destroy();
  await http.close();
  expect(timers).not.toHaveBeenCalledWith(expect.anything(), 1_000_000);
});

interface Client {
  readonly socket: Socket;
  said(): string;
  readonly closed: Promise<unknown>;
}
function open(port: number): Client {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => (said += text));
  socket.on('error', () => undefined);
  return { socket, said: () => said, closed: new Promise((resolve) => socket.once('close', resolve)) };
}
const head = (path: string, length: number, type: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
/** Sends a letter now and then, until the connection is closed. */
async function trickle({ socket, closed }: Client, letter: string): Promise<void> {
  const timer = setInterval(() => socket.write(letter), 50);
  await closed;
  clearInterval(timer);
}

test.each([
  ['an address that is too long', `GET /quick?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'addressTooLong'],
  ['no HTTP', 'HELLO\r\n\r\n', 400, 'requestNotValid'],
  [
    'an address that ends within a letter',
    'GET /quick/%E0%A4%A?token=x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    404,
    'notFound',
  ],
])('%s is answered as every other mistake', async (_what, request, status, code) => {
  const client = open(await listening());
  client.socket.write(request);
  await client.closed;
  const [top = '', body = ''] = client.said().split('\r\n\r\n');
  expect(top).toMatch(new RegExp(`^HTTP/1.1 ${status} .*application/json`, 's'));
  expect(JSON.parse(body)).toMatchObject({ err: 1, data: null, errors: [{ code }] });
  expect(body).not.toContain('token');
});

test('a connection that sends nothing, or a head that does not end, is closed', async () => {
  const port = await listening();
  const silent = open(port);
  const endless = open(port);
  endless.socket.write('GET /quick HTTP/1.1\r\nX-Header: ');
  await Promise.all([silent.closed, trickle(endless, 'x')]);
  expect(silent.said()).toMatch(/^HTTP\/1\.1 408 /);
});

test.each([
  ['/json', 'application/json', '{"a":"', 'b'],
  ['/upload', 'application/octet-stream', 'a', 'b'],
])('a body of %s that hardly comes is given up with 408', async (path, type, begin, letter) => {
  const client = open(await listening());
  client.socket.write(head(path, 5000, type) + begin);
  await trickle(client, letter);
  expect(client.said()).toMatch(/^HTTP\/1\.1 408 /);
  expect(client.said()).toContain('bodyTooSlow');
});

test.each([
  ['chunks of a letter', '', '1\r\na\r\n'],
  ['the extension of a chunk', '2;', 'a'],
  ['trailers', '2\r\n{}\r\n0\r\n', 'A: b\r\n'],
])('a body in chunks of which %s hardly come is given up with 408', async (_what, begin, letters) => {
  const client = open(await listening({ ...quick, body: { freeMilliseconds: 200, bytesPerSecond: 100 } }));
  client.socket.write(
    `POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${begin}`,
  );
  await trickle(client, letters);
  expect(client.said()).toMatch(/^HTTP\/1\.1 408 /);
});

const smuggled = 'GET /quick?smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
test.each([
  ['Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
  ['Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${smuggled}`],
  ['Content-Length: 2\r\nContent-Length: 60', `{}${smuggled}`],
  ['Content-Length: +2', `{}${smuggled}`],
  ['Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`],
  ['Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`],
  ['Transfer-Encoding:\r\n chunked', `0\r\n\r\n${smuggled}`],
  ['Transfer-Encoding: \vchunked', `0\r\n\r\n${smuggled}`],
  ['Transfer-Encoding: chunked', `2\n{}\n0\n\n${smuggled}`],
  ['Transfer-Encoding: chunked', `5\r\n{}\r\n0\r\n\r\n${smuggled}`],
])('a request with %j smuggles no other one behind itself', async (length, body) => {
  const client = open(await listening());
  client.socket.write(`POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body}`);
  await client.closed;
  expect(client.said()).toMatch(/^HTTP\/1\.1 400 /);
  expect(client.said()).not.toContain('"answered"');
});

test('a body that comes fast enough is taken, however long it takes', async () => {
  const client = open(await listening());
  const chunk = 'x'.repeat(500);
  client.socket.write(head('/upload', 10 * chunk.length, 'application/octet-stream'));
  for (let at = 0; at < 10; at += 1) {
    client.socket.write(chunk);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await expect.poll(client.said).toContain('{"bytes":5000}');
});

test('an upload whose client is gone ends', async () => {
  const client = open(await listening());
  client.socket.write(`${head('/upload', 5000, 'application/octet-stream')}abc`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.socket.destroy();
  await expect.poll(connections).toBe(0);
});

const connections = () => new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)));

test.each([['/large'], ['/file'], ['/large', '/quick']])(
  'cuts off a client that does not read what it asked %s for',
  async (...paths) => {
    const client = open(await listening());
    client.socket.pause();
    client.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    await expect.poll(connections).toBe(1);
    // Empty lines between requests mean nothing.
    const timer = setInterval(() => client.socket.write('\r\n'), 50);
    await expect.poll(connections).toBe(0);
    clearInterval(timer);
  },
);

test('answers only so many of the requests that one connection sends without waiting', async () => {
  const client = open(await listening({ ...quick, mostPipelined: 3 }));
  client.socket.write('GET /quick HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(10));
  await expect.poll(() => client.said().match(/HTTP\/1\.1 \d+/g)?.length).toBe(10);
  expect(client.said().match(/"tooManyRequests"/g)).toHaveLength(7);
  client.socket.write('GET /quick HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await client.closed;
  expect(client.said()).toMatch(/\{"answered":true\}$/);
});

test('no more connections are taken than there may be', async () => {
  const port = await listening({ ...quick, headMilliseconds: 10_000, mostConnections: 2 });
  const taken = [open(port), open(port)];
  await Promise.all(taken.map(({ socket }) => once(socket, 'connect')));
  const refused = open(port);
  await refused.closed;
  for (const { socket } of taken) socket.destroy();
});

/** Asks over a connection that is kept open. */
function ask(agent: Agent, port: number, path: string): Promise<{ status: number; connection: string; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, port, host: '127.0.0.1', path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection ?? '', text }),
      );
    });
    asked.on('error', reject).end();
  });
}

test('a stop answers what it took, tells what comes later to come again, and resets nothing', async () => {
  const port = await listening({ ...quick, headMilliseconds: 10_000, partingMilliseconds: 300, stopMilliseconds: 5_000 });
  const agents = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  await Promise.all(agents.map((agent) => ask(agent, port, '/quick')));
  const working = ask(new Agent(), port, '/slow');
  await expect.poll(() => answerSlow).not.toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = http.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const late = await Promise.all(agents.map((agent) => ask(agent, port, '/quick')));
  expect(new Set(late.map(({ status, connection }) => `${status} ${connection}`))).toEqual(new Set(['503 close']));
  expect(late[0]?.text).toContain('"code":"unavailable"');
  answerSlow?.();
  expect(await working).toMatchObject({ status: 200, connection: 'close', text: '{"answered":true}' });
  await stopped;
});

test('a stop waits no longer than its time for an answer', async () => {
  const port = await listening({ ...quick, partingMilliseconds: 0 });
  const working = ask(new Agent(), port, '/slow').catch(() => 'cut off');
  await expect.poll(() => answerSlow).not.toBeUndefined();
  await http.close();
  expect(await working).toBe('cut off');
});

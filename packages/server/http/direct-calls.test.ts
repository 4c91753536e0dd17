import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { fail } from '#server/base/fail.ts';
import { httpServer } from './http.ts';
import { socketLimits } from './sockets.ts';

let http: FastifyInstance;
let port: number;
let signal: AbortSignal | undefined;
let asked = Promise.withResolvers<void>();
let answers = 0;
const answered: unknown[] = [];
const abandoned = vi.fn();

async function listening(): Promise<void> {
  asked = Promise.withResolvers();
  answers = 0;
  answered.length = 0;
  abandoned.mockClear();
  http = await httpServer({ logLevel: 'silent', trustedProxies: 1, sockets: { ...socketLimits, mostPipelined: 2 } });
  http.direct.serve('/front/kind', {
    headers: { 'x-kind': 'direct' },
    answer: ({ query }, ofCall) => {
      const { kind } = query as { readonly kind?: string };
      signal = ofCall;
      answers += 1;
      asked.resolve();
      if (kind === 'refused') throw fail('unavailable', { seconds: 7 });
      if (kind === 'broken') return Promise.reject(new Error('odd'));
      if (kind === 'waiting')
        return new Promise((_resolve, reject) => ofCall.addEventListener('abort', () => reject(ofCall.reason as Error)));
      return { headers: { 'content-type': 'text/plain' }, body: `žluť ${kind}` };
    },
  });
  http.direct.onAnswered(({ method, ip, routeOptions, failureCode }, { statusCode, elapsedTime }) =>
    answered.push({ method, ip, url: routeOptions.url, failureCode, statusCode, isTimed: elapsedTime >= 0 }),
  );
  http.direct.onAbandoned(abandoned);
  http.get('/elsewhere', () => 'framework');
  await http.listen({ host: '127.0.0.1', port: 0 });
  port = (http.server.address() as AddressInfo).port;
}
afterEach(() => http.close());

const ask = (kind: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/front/kind?kind=${kind}`, { headers: { 'x-forwarded-for': '10.1.2.3, 203.0.113.9' } });

async function opened(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test('an answer has the headers of the server, of the route and its own, and hooks learn of it', async () => {
  await listening();
  const answer = await ask('plain');
  expect(await answer.text()).toBe('žluť plain');
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({
    'x-kind': 'direct',
    'content-type': 'text/plain',
    'content-length': '12',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  const call = { method: 'GET', ip: '203.0.113.9', url: '/front/kind' };
  await vi.waitFor(() => expect(answered).toEqual([{ ...call, failureCode: null, statusCode: 200, isTimed: true }]));
});

test.each([
  ['refused', 503, 'unavailable', '7'],
  ['broken', 500, 'internal', null],
])('a %s call says why, and hooks learn it', async (kind, status, code, seconds) => {
  await listening();
  const answer = await ask(kind);
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-kind')]).toEqual([status, seconds, 'direct']);
  expect(await answer.json()).toMatchObject({ err: 1, data: null });
  await vi.waitFor(() => expect(answered).toMatchObject([{ failureCode: code, statusCode: status }]));
});

test('a client that leaves ends its call, which is counted as abandoned and is no error', async () => {
  await listening();
  const logged = vi.spyOn(http.log, 'child');
  const socket = await opened('GET /front/kind?kind=waiting HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked.promise;
  socket.destroy();
  await vi.waitFor(() => expect(abandoned).toHaveBeenCalledOnce());
  expect(signal?.aborted).toBe(true);
  expect([answered, logged.mock.calls]).toEqual([[], []]);
});

test('one pipelined call too many is refused', async () => {
  await listening();
  const calls = ['waiting', 'plain', 'plain'].map((kind) => `GET /front/kind?kind=${kind} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const socket = await opened(calls.join(''));
  await asked.promise;
  socket.destroy();
  await vi.waitFor(() => expect(abandoned).toHaveBeenCalledTimes(3));
  expect(answers).toBe(2);
});

test('bodies, other methods and other paths go the way of the framework', async () => {
  await listening();
  expect(await (await fetch(`http://127.0.0.1:${port}/elsewhere`)).text()).toBe('framework');
  for (const path of ['/front/kind/', '/front/KIND', '/front/kind%20'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/front/kind`, { method: 'POST' })).status).toBe(404);
  const socket = await opened('GET /front/kind?kind=plain HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 404/);
  socket.destroy();
});

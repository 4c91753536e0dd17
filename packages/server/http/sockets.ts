import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fail } from '#server/base/fail.ts';
import { type BodyPace, bodyPace, leastRate } from '#server/limits/rate-limit.ts';

export interface SocketLimits {
  /** From the connection to the first request's head; for later requests from the head's first byte to its last. */
  readonly headMilliseconds: number;
  readonly body: BodyPace;
  /** A client that reads nothing for this long is cut off. */
  readonly unreadMilliseconds: number;
  readonly mostConnections: number;
  /** Pipelined requests; browsers and proxies send one at a time. */
  readonly mostPipelined: number;
  /** While the server stops, a kept-alive connection may send one more request, which gets a 503. */
  readonly partingMilliseconds: number;
  /** Responses still being sent then are cut off. */
  readonly stopMilliseconds: number;
}

export const socketLimits: SocketLimits = {
  headMilliseconds: 10_000,
  body: bodyPace,
  unreadMilliseconds: 120_000,
  mostConnections: 10_000,
  mostPipelined: 16,
  partingMilliseconds: 500,
  stopMilliseconds: 2_000,
};

/** Listen backlog, if the system's own limit isn't lower. Refused connections retry after 1, 3 and 7 seconds. */
export const waitingConnections = 4_096;

/** Request line and headers. */
export const mostHeadBytes = 16 * 1024;

/** Retry-After while the server stops. */
const restartSeconds = 5;

export const checkEveryMilliseconds = ({ headMilliseconds }: SocketLimits): number => Math.ceil(headMilliseconds / 4);

export interface SocketGuard {
  /** For each call before it is read. Throws `tooManyRequests` for one pipelined call too many. */
  begin(response: ServerResponse): void;
  isEnding(): boolean;
}

/** Cuts off slow bodies and unread responses, and drains connections at a stop. Node closes silent ones. */
export function guardSockets(http: FastifyInstance, limits: SocketLimits): SocketGuard {
  http.server.maxConnections = limits.mostConnections;
  const begin = boundPipelines(limits);
  http.addHook('onRequest', (_request, { raw }, done) => {
    begin(raw);
    done();
  });
  http.addHook('preParsing', (request, reply, payload, done) => {
    if (!isBodyComing(request)) return done(null, payload);
    const paced = leastRate(limits.body);
    // A pipeline would destroy the connection before the response is sent.
    payload.pipe(paced);
    payload.once('close', () => paced.writableEnded || paced.destroy(new DOMException('The client is gone.', 'AbortError')));
    paced.once('error', () => void reply.header('connection', 'close'));
    done(null, paced);
  });
  return { begin, isEnding: endInOrder(http, limits) };
}

/** Node starts all pipelined requests of a packet and holds their responses without a limit. */
function boundPipelines({ mostPipelined, unreadMilliseconds }: SocketLimits): SocketGuard['begin'] {
  const counts = new WeakMap<Socket, number>();
  return (response) => {
    const { socket } = response.req;
    cutOffUnread(response, unreadMilliseconds);
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    response.once('close', () => counts.set(socket, (counts.get(socket) ?? 1) - 1));
    if (count > mostPipelined) throw fail('tooManyRequests', { seconds: 1 });
  };
}

/** From the first unsent byte, so a call may be computed for any time. What the client sends doesn't reset it. */
export function cutOffUnread(response: ServerResponse, unreadMilliseconds = socketLimits.unreadMilliseconds): void {
  const { socket } = response.req;
  const watch = (): void => {
    let before = unsentBytes(socket);
    if (response.destroyed || (before === 0 && !response.writable)) return;
    const timer = setInterval(() => {
      const now = unsentBytes(socket);
      if (now > 0 && now === before) response.destroy();
      before = now;
    }, unreadMilliseconds);
    response.once('close', () => clearInterval(timer));
  };
  // Files begin with `pipe`, answers with `prefinish`.
  response.once('pipe', watch).once('prefinish', watch);
}

/** Of one large piece, only the handle knows the rest. */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { readonly _handle: { readonly writeQueueSize: number } | null };
  return socket.writableLength + (handle?.writeQueueSize ?? 0);
}

export const isBodyComing = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function endInOrder(http: FastifyInstance, { partingMilliseconds, stopMilliseconds }: SocketLimits): () => boolean {
  let isEnding = false;
  http.addHook('onRequest', (_request, reply, done) => {
    if (!isEnding) return done();
    void reply.header('connection', 'close');
    done(fail('unavailable', { seconds: restartSeconds }));
  });
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (isEnding) void reply.header('connection', 'close');
    done();
  });
  let cutOff: NodeJS.Timeout | undefined;
  http.addHook('preClose', async () => {
    isEnding = true;
    const count = await new Promise<number>((resolve) => http.server.getConnections((_error, open) => resolve(open)));
    if (count > 0) await sleep(partingMilliseconds);
    cutOff = setTimeout(() => http.server.closeAllConnections(), stopMilliseconds);
  });
  http.addHook('onClose', () => clearTimeout(cutOff));
  return () => isEnding;
}

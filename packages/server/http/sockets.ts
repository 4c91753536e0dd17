import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#server/fail.ts';
import { type BodyPace, bodyPace, leastRate } from '#server/limits/rate-limit.ts';

/** How long connections may take, and how many there may be. */
export interface SocketLimits {
  /** From a connection to the whole head of its first request, and from the first byte of the head of each later one to its last. */
  readonly headMilliseconds: number;
  readonly body: BodyPace;
  /** A client that takes nothing of an answer for so long is cut off. What a slow phone takes shows once a third of the system's buffer is free. */
  readonly unreadMilliseconds: number;
  readonly mostConnections: number;
  /** Requests of one connection that wait for their answers. Browsers and proxies send one at a time. */
  readonly mostPipelined: number;
  /** While the server ends, connections that are kept open may send one more request, which is told to come again. */
  readonly partingMilliseconds: number;
  /** What is still being answered then is cut off. */
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

/**
 * Connections that the system keeps until the server takes them, where its own limit is not lower. One that finds no place is tried again
 * by the caller's system after a second, then after three and seven.
 */
export const waitingConnections = 4_096;

/** The address of a request with all of its headers. */
export const mostHeadBytes = 16 * 1024;

/** When callers are told to try again while the server ends, for the next one to start. */
const restartSeconds = 5;

/** How often Node looks for connections whose head takes too long, or never begins. */
export const checkEveryMilliseconds = ({ headMilliseconds }: SocketLimits): number => Math.ceil(headMilliseconds / 4);

/**
 * Gives up bodies that hardly come and answers that nobody reads, and ends the server without cutting answers off. Node itself closes silent
 * connections.
 */
export function guardSockets(http: FastifyInstance, limits: SocketLimits): void {
  http.server.maxConnections = limits.mostConnections;
  boundPipelines(http, limits);
  http.addHook('preParsing', (request, reply, payload, done) => {
    if (!isBodyComing(request)) return done(null, payload);
    const paced = leastRate(limits.body);
    // Not a pipeline: that would destroy the connection before its end is told why.
    payload.pipe(paced);
    payload.once('close', () => paced.writableEnded || paced.destroy(new Error('The client is gone.')));
    paced.once('error', () => void reply.header('connection', 'close'));
    done(null, paced);
  });
  endInOrder(http, limits);
}

/** Node begins all requests that come in one packet, and waits for as long as the client likes until their answers are read. */
function boundPipelines(http: FastifyInstance, { mostPipelined, unreadMilliseconds }: SocketLimits): void {
  const counts = new WeakMap<Socket, number>();
  http.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    cutOffUnread(raw, unreadMilliseconds);
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    raw.once('close', () => counts.set(socket, (counts.get(socket) ?? 1) - 1));
    if (count > mostPipelined) done(fail('tooManyRequests', { seconds: 1 }));
    else done();
  });
}

/** Time counts from when there is something to send, so a call may be worked on for as long as it takes. What the client sends meanwhile gains it nothing. */
export function cutOffUnread(response: ServerResponse, unreadMilliseconds = socketLimits.unreadMilliseconds): void {
  const { socket } = response.req;
  const watch = (): void => {
    let before = unsentBytes(socket);
    if (before === 0 && !response.writable) return;
    const timer = setInterval(() => {
      const now = unsentBytes(socket);
      if (now > 0 && now === before) response.destroy();
      before = now;
    }, unreadMilliseconds);
    response.once('close', () => clearInterval(timer));
  };
  // A file begins as `pipe`; an answer that is sent at once is written by `prefinish`.
  response.once('pipe', watch).once('prefinish', watch);
}

/** The system has not taken them yet. Of one large piece, only the handle knows how much is left. */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { readonly _handle: { readonly writeQueueSize: number } | null };
  return socket.writableLength + (handle?.writeQueueSize ?? 0);
}

const isBodyComing = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function endInOrder(http: FastifyInstance, { partingMilliseconds, stopMilliseconds }: SocketLimits): void {
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
}

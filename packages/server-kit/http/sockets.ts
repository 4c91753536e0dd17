import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#server-kit/fail.ts';
import { type BodyPace, bodyPace, leastRate } from '#server-kit/limits/least-rate.ts';

/** How long connections may take, and how many there may be. */
export interface SocketLimits {
  /** From a connection to the whole head of its first request, and from the first byte of the head of each later one to its last. */
  readonly headMilliseconds: number;
  readonly body: BodyPace;
  readonly mostConnections: number;
  /** While the server ends, connections that are kept open may send one more request, which is told to come again. */
  readonly partingMilliseconds: number;
  /** What is still being answered then is cut off. */
  readonly stopMilliseconds: number;
}

export const socketLimits: SocketLimits = {
  headMilliseconds: 10_000,
  body: bodyPace,
  mostConnections: 10_000,
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

/** Gives up bodies that hardly come, and ends the server without cutting answers off. Node itself closes silent connections. */
export function guardSockets(http: FastifyInstance, limits: SocketLimits): void {
  http.server.maxConnections = limits.mostConnections;
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

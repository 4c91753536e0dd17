import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import type { FastifyBaseLogger } from 'fastify';
import {
  redisConnectMilliseconds,
  redisDeadMilliseconds,
  redisFirstRestMilliseconds,
  redisLongestRestMilliseconds,
  redisPatienceMilliseconds,
  redisPingMilliseconds,
} from './redis-limits.ts';
import type { RedisScript } from './redis-scripts.ts';
import type { RedisSettings } from './redis-settings.ts';

/** Redis can't be asked, or hasn't answered in time. */
export class RedisAwayError extends Error {}

/** A connection that is there. Throws whatever Redis and the network do. */
export interface RedisClient {
  send(words: readonly (string | Buffer)[]): Promise<unknown>;
  run(script: RedisScript, keys: readonly string[], words: readonly (string | Buffer)[]): Promise<unknown>;
}

export interface RedisLink {
  /** Whether a call could ask now without a wait that it may not take. */
  readonly canAsk: boolean;
  readonly state: 'there' | 'away';
  /** Throws `RedisAwayError` within the time that it is given, by default that of a call. */
  ask<Reply>(work: (client: RedisClient) => Promise<Reply>, milliseconds?: number): Promise<Reply>;
  close(): Promise<void>;
}

interface LinkOptions {
  readonly settings: RedisSettings;
  readonly log: FastifyBaseLogger;
  readonly channel: string;
  readonly onMessage: (text: string) => void;
  /** A connection hears the channel from now on; before, messages may have been missed. It is used once this is done. */
  readonly onJoined: (client: RedisClient) => Promise<void>;
}

/** One for questions and the channel, so who may ask also hears. Reconnected once it is dead; no call waits for it. */
export function redisLink({ settings, log, channel, onMessage, onJoined }: LinkOptions): RedisLink {
  const closing = new AbortController();
  let client: RedisClient | null = null;
  let isSlow = false;
  let isTold = false;
  /** Ends the pause before the next question whether it lives. */
  let lookNow: () => void = () => undefined;
  let endConnection: () => void = () => undefined;

  /** One connection after the other. Those that don't last are made ever more seldom, as with each one what is in memory is given up. */
  async function hold(): Promise<void> {
    let rest = redisFirstRestMilliseconds;
    while (!closing.signal.aborted) {
      const connected = connection(settings);
      endConnection = connected.destroy;
      const begunAt = performance.now();
      try {
        await within(
          redisConnectMilliseconds,
          connected.join(channel, onMessage).then(() => onJoined(connected)),
        );
        [client, isSlow] = [connected, false];
        if (isTold) log.warn('Redis is there again');
        isTold = false;
        await Promise.race([watch(connected), connected.broken]);
      } catch (error) {
        tell(error);
      } finally {
        client = null;
        connected.destroy();
      }
      if (performance.now() - begunAt > redisLongestRestMilliseconds) rest = redisFirstRestMilliseconds;
      await pause(rest);
      rest = Math.min(2 * rest, redisLongestRestMilliseconds);
    }
  }

  /** Until it doesn't answer. */
  async function watch(connected: RedisClient): Promise<never> {
    for (;;) {
      const askedAt = performance.now();
      await within(redisDeadMilliseconds, connected.send(['PING']));
      isSlow = performance.now() - askedAt > redisPatienceMilliseconds;
      const looks = new AbortController();
      lookNow = () => looks.abort();
      await pause(redisPingMilliseconds, looks.signal);
      closing.signal.throwIfAborted();
    }
  }

  /** An error of Redis may repeat what it was sent, such as a password, so it is told by its kind. */
  function tell(error: unknown): void {
    if (closing.signal.aborted || isTold) return;
    isTold = true;
    log.error(
      { reason: reasonOf(error) },
      'The Redis of AISLE_REDIS_URL does not answer as it has to; answers are kept in memory alone',
    );
  }

  const pause = (milliseconds: number, ...ends: readonly AbortSignal[]): Promise<void> =>
    sleep(milliseconds, undefined, { signal: AbortSignal.any([closing.signal, ...ends]) }).catch(() => undefined);

  const held = hold();
  return {
    get canAsk() {
      return client !== null && !isSlow;
    },
    get state() {
      return client === null ? 'away' : 'there';
    },
    async ask(work, milliseconds = redisPatienceMilliseconds) {
      if (client === null) throw new RedisAwayError('There is no connection to Redis.');
      const asked = work(client);
      try {
        return await within(milliseconds, asked);
      } catch (error) {
        if (error instanceof RedisAwayError) {
          isSlow = true;
          lookNow();
        }
        throw error;
      }
    },
    async close() {
      closing.abort();
      endConnection();
      await held;
    },
  };
}

/** A connection that is made once: whoever loses it makes another one. */
function connection({ host, port, hasTls, username, password, database }: RedisSettings) {
  const client = createClient({
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    socket: {
      host,
      port,
      connectTimeout: redisConnectMilliseconds,
      reconnectStrategy: false,
      ...(hasTls && { tls: true as const }),
    },
  });
  const broken = new Promise<never>((_resolve, reject) => client.on('error', reject));
  broken.catch(() => undefined);
  const send = (words: readonly (string | Buffer)[]): Promise<unknown> => client.sendCommand([...words]);
  return {
    /** Rejects once the connection is lost. */
    broken,
    send,
    async run(script: RedisScript, keys: readonly string[], words: readonly (string | Buffer)[]): Promise<unknown> {
      const rest = [String(keys.length), ...keys, ...words];
      try {
        return await send(['EVALSHA', script.digest, ...rest]);
      } catch (error) {
        if (error instanceof ErrorReply && error.message.startsWith('NOSCRIPT')) return send(['EVAL', script.text, ...rest]);
        throw error;
      }
    },
    async join(channel: string, onMessage: (text: string) => void): Promise<void> {
      await client.connect();
      await client.subscribe(channel, (message) => onMessage(String(message)));
    },
    destroy: () => client.destroy(),
  };
}

/** What comes in time. A process that was busy looks once more what has come meanwhile before it gives up. */
function within<Reply>(milliseconds: number, reply: Promise<Reply>): Promise<Reply> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new RedisAwayError(`Redis did not answer within ${milliseconds} ms.`));
  const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}

function reasonOf(error: unknown): string {
  if (error instanceof RedisAwayError) return error.message;
  if (error instanceof ErrorReply) return error.message.split(' ')[0] ?? '';
  return (error as NodeJS.ErrnoException).code ?? (error as Error).constructor.name;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import type { FastifyBaseLogger } from 'fastify';
import type { RedisSettings } from './redis-settings.ts';

/** How long a call waits for Redis before it goes on without it. */
const patienceMilliseconds = 150;
/** After a late reply no call asks Redis for this long. */
const slowRestMilliseconds = 1_000;
const connectMilliseconds = 2_000;
const pingMilliseconds = 1_000;
/** A connection that answers no ping for this long is replaced. */
const deadMilliseconds = 3_000;
const firstRestMilliseconds = 100;
const longestRestMilliseconds = 5_000;

export class RedisAwayError extends Error {}

/** Rejects with whatever Redis or the network reports. */
export type SendToRedis = (...words: readonly (string | Buffer)[]) => Promise<unknown>;

interface LinkOptions {
  readonly settings: RedisSettings;
  readonly log: FastifyBaseLogger;
  readonly channel: string;
  readonly onMessage: (text: string) => void;
  /** The channel is subscribed; messages before may have been missed. Calls use the connection once this is done. */
  readonly onJoined: (send: SendToRedis) => Promise<void>;
}

/** One RESP3 connection for commands and the channel, so a server that can ask also hears. Replaced once it is dead. */
export function redisLink({ settings, log, channel, onMessage, onJoined }: LinkOptions) {
  const closing = new AbortController();
  let send: SendToRedis | null = null;
  let restsUntil = 0;
  let isLogged = false;
  let endConnection: () => void = () => undefined;
  const pause = (milliseconds: number): Promise<void> =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined);

  /** One connection after the other, with growing pauses, as each new one clears the memory of answers. */
  async function hold(): Promise<void> {
    let rest = firstRestMilliseconds;
    while (!closing.signal.aborted) {
      const client = clientOf(settings);
      const sendOne: SendToRedis = (...words) => client.sendCommand([...words]);
      const broken = new Promise<never>((_resolve, reject) => client.on('error', reject));
      broken.catch(() => undefined);
      endConnection = () => client.destroy();
      const begunAt = performance.now();
      try {
        await within(connectMilliseconds, join(client, sendOne));
        [send, restsUntil] = [sendOne, 0];
        if (isLogged) log.warn('Redis is back');
        isLogged = false;
        while (!closing.signal.aborted) {
          await Promise.race([within(deadMilliseconds, sendOne('PING')), broken]);
          await Promise.race([pause(pingMilliseconds), broken]);
        }
      } catch (error) {
        if (!closing.signal.aborted && !isLogged)
          log.error({ reason: reasonOf(error) }, 'Redis (AISLE_REDIS_URL) does not respond; answers are cached in memory only');
        isLogged = true;
      } finally {
        send = null;
        client.destroy();
      }
      if (performance.now() - begunAt > longestRestMilliseconds) rest = firstRestMilliseconds;
      await pause(rest);
      rest = Math.min(2 * rest, longestRestMilliseconds);
    }
  }

  async function join(client: ReturnType<typeof clientOf>, sendOne: SendToRedis): Promise<void> {
    await client.connect();
    await client.subscribe(channel, (message) => onMessage(String(message)));
    await onJoined(sendOne);
  }

  const held = hold();
  return {
    state: (): 'there' | 'away' => (send === null ? 'away' : 'there'),
    /** Throws `RedisAwayError` at once while Redis is away or slow, and after `milliseconds` without a reply. */
    async ask<Reply>(work: (send: SendToRedis) => Promise<Reply>, milliseconds = patienceMilliseconds): Promise<Reply> {
      if (send === null || performance.now() < restsUntil) throw new RedisAwayError('Redis is away.');
      try {
        return await within(milliseconds, work(send));
      } catch (error) {
        if (error instanceof RedisAwayError) restsUntil = performance.now() + slowRestMilliseconds;
        throw error;
      }
    },
    async close(): Promise<void> {
      closing.abort();
      endConnection();
      await held;
    },
  };
}

const clientOf = ({ host, port, hasTls, username, password, database }: RedisSettings) =>
  createClient({
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    RESP: 3,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    socket: { host, port, connectTimeout: connectMilliseconds, reconnectStrategy: false, ...(hasTls && { tls: true as const }) },
  });

/** A busy process looks once more for replies that have arrived before it gives up. */
function within<Reply>(milliseconds: number, reply: Promise<Reply>): Promise<Reply> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new RedisAwayError(`Redis did not reply within ${milliseconds} ms.`));
  const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}

/** An error's text may repeat what was sent, such as a password; its code does not. */
function reasonOf(error: unknown): string {
  if (error instanceof RedisAwayError) return error.message;
  if (error instanceof ErrorReply) return error.message.split(' ')[0] ?? '';
  return (error as NodeJS.ErrnoException).code ?? (error as Error).constructor.name;
}

import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { type FastifyBaseLogger, fastify } from 'fastify';

/** Of the Redis that tests have for themselves; without it they are skipped. */
export const redisUrl = process.env['AISLE_TEST_REDIS_URL'];

/** Tests share a Redis as installations do. */
export const newInstallation = (): string => randomUUID();

export interface HeardLog {
  readonly log: FastifyBaseLogger;
  readonly lines: readonly string[];
}

/** A log whose lines are kept. */
export function heardLog(): HeardLog {
  const lines: string[] = [];
  const { log } = fastify({ logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } } });
  return { log, lines };
}

/** As if it had been restarted empty, but for connections. */
export async function emptyRedis(installation: string): Promise<void> {
  const client = createClient({ url: redisUrl! });
  await client.connect();
  for (const key of await client.keys(`*${installation}*`)) await client.del(key);
  client.destroy();
}

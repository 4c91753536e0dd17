import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger.js';
import { SearchDownError } from '#engine/port-errors.ts';
import { DatabaseDownError } from '#server/db/errors.ts';
import { FilesAwayError } from '#server/files/files.ts';

/** Per window, text and route. */
const mostEqualLines = 5;
const equalLinesWindowMs = 10_000;
const warnLevel = 40;

const secrets = [
  'password',
  'password_confirmation',
  'client_secret',
  'token',
  'authorization',
  'invitation',
  'cookie',
  'feed_url',
  'feed_availability_url',
  'availability_url',
  'headers["x-session-token"]',
  'headers.authorization',
  'headers.cookie',
];

/** JSON lines with secrets redacted and addresses without queries. */
export const loggerOptions = (level: string): FastifyLoggerOptions & PinoLoggerOptions => ({
  level,
  redact: {
    paths: secrets.flatMap((name) => [name, name.startsWith('headers') ? `req.${name}` : `*.${name}`]),
    censor: '[redacted]',
  },
  hooks: { logMethod: limitedLines() },
  serializers: { req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] }) },
});

const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseDownError || error instanceof SearchDownError || error instanceof FilesAwayError;

/** A stack says nothing about an outage. */
function reasonOf(error: unknown): string {
  const { message = '', cause } = error as Partial<Error>;
  return cause instanceof Error ? `${message} ${reasonOf(cause)}` : message;
}

/** An outage fails thousands of calls: logs reasons without stacks, and equal lines a few times per window. */
function limitedLines(): NonNullable<NonNullable<PinoLoggerOptions['hooks']>['logMethod']> {
  const counts = new Map<string, number>();
  let windowEndsAt = 0;
  return function write(args, method, level) {
    const [fields, text] = args as unknown as [Record<string, unknown>, string?];
    if (level < warnLevel || typeof fields !== 'object') return method.apply(this, args);
    const { err = fields instanceof Error ? fields : undefined, ...others } = fields;
    const reason = reasonOf(err ?? {});
    if (performance.now() > windowEndsAt) {
      const omittedCount = [...counts.values()].reduce((sum, count) => sum + Math.max(0, count - mostEqualLines), 0);
      counts.clear();
      windowEndsAt = performance.now() + equalLinesWindowMs;
      if (omittedCount > 0) method.call(this, { omittedCount }, 'Equal lines were omitted');
    }
    const line = JSON.stringify([text, others['route'], reason]);
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    if (count > mostEqualLines) return;
    if (isOutage(err)) method.call(this, { ...others, reason }, text);
    else method.apply(this, args);
  };
}

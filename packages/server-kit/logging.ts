import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger.js';

/** Headers and members that never reach a log, wherever they stand. */
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

/** Options of the server's logger: JSON lines, secrets cut out, addresses without their query. */
export const loggerOptions = (level: string): FastifyLoggerOptions & PinoLoggerOptions => ({
  level,
  redact: {
    paths: secrets.flatMap((name) => [name, name.startsWith('headers') ? `req.${name}` : `*.${name}`]),
    censor: '[redacted]',
  },
  serializers: { req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] }) },
});

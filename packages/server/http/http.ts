import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, LogController, type RouteOptions } from 'fastify';
import type { Envelope } from '#contract/envelope.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { type TrustedProxies, trustOf } from './client-address.ts';
import { DatabaseDownError, DatabaseReadOnlyError } from '#server/db/errors.ts';
import { isDiskFull } from '#process-kit/storage-failure.ts';
import { fail, Failure } from '#server/base/fail.ts';
import { type CallRequest, DirectCalls } from './direct-calls.ts';
import { securityHeaders } from './headers.ts';
import { checkEveryMilliseconds, guardSockets, mostHeadBytes, socketLimits, type SocketLimits } from './sockets.ts';
import { FilesAwayError } from '#server/files/files.ts';
import { readJsonBodies } from '#server/formats/json-body.ts';
import type { Socket } from 'node:net';
import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger.js';

const bytesPerKilobyte = 1024;
const bytesPerMegabyte = 1024 * 1024;

const sizeText = (bytes: number): string =>
  bytes < bytesPerMegabyte ? `${Math.round(bytes / bytesPerKilobyte)} kB` : `${bytes / bytesPerMegabyte} MB`;

const bodyLimitBytes = 1024 * 1024;
const maximumParameterLength = 1000;
export const fileType = 'application/octet-stream';
const databaseRetrySeconds = 5;
const searchRetrySeconds = 5;

/** Calls have already been retried. */
const filesRetrySeconds = 30;

const requestIdHeader = 'x-request-id';
const requestIdForm = /^[\w.-]{1,64}$/;

/** A proxy's own id, so that both logs and the response have the same. */
function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && requestIdForm.test(given) ? given : randomUUID();
}

function failureAnswer({ code, message, shown, problems }: Failure): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Envelope;
} {
  const seconds = problems[0]?.parameters?.seconds;
  return {
    status: errors[code].status,
    headers: { 'cache-control': 'no-store', ...(seconds !== undefined && { 'retry-after': String(seconds) }) },
    body: { err: 1, msg: message, data: shown, errors: problems },
  };
}

interface HttpOptions {
  readonly logLevel: string;
  readonly trustedProxies: TrustedProxies;
  readonly sockets?: SocketLimits;
}

export async function httpServer({ logLevel, trustedProxies, sockets = socketLimits }: HttpOptions): Promise<FastifyInstance> {
  const trust = trustOf(trustedProxies);
  const http = Fastify({
    trustProxy: trust,
    logger: loggerOptions(logLevel),
    genReqId: requestId,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    // Bodies have a minimum rate; a total timeout would cut off large uploads.
    requestTimeout: 0,
    http: {
      maxHeaderSize: mostHeadBytes,
      headersTimeout: sockets.headMilliseconds,
      connectionsCheckingInterval: checkEveryMilliseconds(sockets),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Malformed URL, such as one cut within a UTF-8 sequence.
    frameworkErrors: (_error, _request, reply) => void sendFailure(reply as FastifyReply, fail('notFound', { name: 'page' })),
    clientErrorHandler: answerBrokenRequest,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maximumParameterLength },
  });
  http.addHook('onRoute', refuseUndeclared);
  const headers = securityHeaders();
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id);
    done();
  });
  http.removeContentTypeParser('text/plain');
  readJsonBodies(http);
  http.addContentTypeParser(fileType, (_request, payload, done) => done(null, payload));
  http.decorateRequest('caller', null).decorateRequest('personId', null).decorateRequest('failureCode', null);
  const guard = guardSockets(http, sockets);
  const noted = (error: FastifyError, { id, routeOptions: { url } }: CallRequest, isGone: boolean, limit?: number): Failure => {
    const failure = failureOf(error, limit);
    const [level, message] = toldOperators[failure.code] ?? [];
    const isAbandoned = error.name === 'AbortError' && isGone;
    // Most calls log nothing, so child loggers are created on demand.
    if (level && !isAbandoned) http.log.child({ reqId: id })[level]({ err: error, route: url }, message);
    return failure;
  };
  http.setErrorHandler((error: FastifyError, request, reply) =>
    sendFailure(reply, noted(error, request, reply.raw.destroyed, request.routeOptions.bodyLimit)),
  );
  const direct = new DirectCalls({
    http,
    guard,
    trust,
    headers,
    requestId,
    requestIdHeader,
    failed(error, request, isGone) {
      const failure = noted(error, request, isGone);
      request.failureCode = failure.code;
      const { status, headers: own, body } = failureAnswer(failure);
      return { status, headers: { ...own, ...jsonType }, body: JSON.stringify(body) };
    },
  });
  http.decorate('direct', direct);
  if (http.log.level === 'info' || http.log.level === 'debug')
    direct.onAnswered(({ method, routeOptions, id }, { statusCode: status, elapsedTime }) => {
      const fields = { method, route: routeOptions.url, status, ms: Math.round(elapsedTime) };
      http.log.child({ reqId: id }).info(fields, 'A call was answered');
    });
  const [byFastify] = http.server.listeners('request') as [RequestListener];
  http.server.removeListener('request', byFastify);
  http.server.on('request', (raw, response) => void (direct.take(raw, response) || byFastify(raw, response)));
  return http;
}

export const jsonType = { 'content-type': 'application/json; charset=utf-8' };

const toldOperators: Partial<Record<ErrorCode, readonly ['warn' | 'error', string]>> = {
  searchDown: ['warn', 'Search is down'],
  databaseDown: ['warn', 'The database is down'],
  databaseReadOnly: ['warn', 'The database takes no changes'],
  filesAway: ['warn', 'Files can not be kept or found'],
  diskFull: ['warn', 'The disk is full'],
  internal: ['error', 'A call failed'],
};

/** Contracts validate; Fastify's compilers would cost 50 ms of each start. */
const noSchemas = () => (): never => {
  throw new Error('A route has a schema of Fastify, which is not used here; declare the call in a contract.');
};

/** A route without an endpoint has no access rule, so it stops the start. */
function refuseUndeclared({ method, url, config }: RouteOptions): void {
  const isCall = /^\/(api|front)(\/|$)/.test(url) && method !== 'OPTIONS';
  if (isCall && !config?.isDeclared) {
    throw new Error(`${String(method)} ${url} is no endpoint of a contract; serve it with serve().`);
  }
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, headers, body } = failureAnswer(failure);
  reply.request.failureCode = failure.code;
  return reply.status(status).headers(headers).send(body);
}

const badBodies = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_ERR_CTP_INVALID_JSON_BODY',
]);

function failureOf(error: FastifyError, bodyLimit = bodyLimitBytes): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof SearchDownError) return fail('searchDown', { seconds: searchRetrySeconds });
  if (error instanceof DatabaseReadOnlyError) return fail('databaseReadOnly', { seconds: databaseRetrySeconds });
  if (error instanceof DatabaseDownError) return fail('databaseDown', { seconds: databaseRetrySeconds });
  if (error instanceof FilesAwayError) return fail('filesAway', { seconds: filesRetrySeconds });
  if (isDiskFull(error)) return fail('diskFull');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('bodyTooLarge', { limit: sizeText(bodyLimit) });
  if (badBodies.has(error.code)) return fail('bodyNotValid');
  if (error instanceof SyntaxError) return fail('bodyNotValid');
  if (error.statusCode !== undefined && error.statusCode < 500) return fail('requestNotValid');
  return fail('internal');
}

/** By Node's parser error codes. */
function brokenRequestFailure(code: string): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('addressTooLong', { limit: sizeText(mostHeadBytes) });
  return fail(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'bodyTooSlow' : 'requestNotValid');
}

function answerBrokenRequest({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, body: envelope } = failureAnswer(brokenRequestFailure(code));
  const body = JSON.stringify(envelope);
  // Importing all of `node:http` loads `fetch`, 50 ms per process.
  const { STATUS_CODES: phrases } = process.getBuiltinModule('node:http');
  const head = [
    `HTTP/1.1 ${status} ${phrases[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

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

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyReply, type RouteOptions } from 'fastify';
import type { Envelope } from '#contract/envelope.ts';
import { errors } from '#contract/errors.ts';
import { SearchDownError } from '#engine/port-errors.ts';
import { trustOf, type TrustedProxies } from '#server-kit/client-address.ts';
import { contentPolicy } from '#server-kit/content-policy.ts';
import { DatabaseDownError } from '#server-kit/db/database-down.ts';
import { isDiskFull } from '#server-kit/disk-full.ts';
import { fail, Failure } from '#server-kit/fail.ts';
import { checkEveryMilliseconds, guardSockets, socketLimits, type SocketLimits } from '#server-kit/http/sockets.ts';
import { FilesAwayError } from '#server-kit/files/files.ts';
import { readJsonBodies } from '#server-kit/http/json-body.ts';
import { loggerOptions } from '#server-kit/logging.ts';

const requestIdHeader = 'x-request-id';
const requestIdForm = /^[\w.-]{1,64}$/;
const bytesPerMegabyte = 1024 * 1024;
const bodyLimitBytes = bytesPerMegabyte;
const maximumParameterLength = 1000;
/** Of bodies that are passed on as they come. */
export const fileType = 'application/octet-stream';
/** When callers are told to try again while the database doesn't answer. */
const databaseRetrySeconds = 5;
/** An index that is built again takes some seconds, a search thread or a node of OpenSearch that was lost hardly any. */
const searchRetrySeconds = 5;

/** Each call has tried several times already. */
const filesRetrySeconds = 30;

interface HttpOptions {
  readonly logLevel: string;
  /** `clientAddress` says the visitor's address by them. */
  readonly trustedProxies: TrustedProxies;
  readonly sockets?: SocketLimits;
}

/** The HTTP server with everything that holds for every call: headers, limits, errors. */
export async function httpServer({ logLevel, trustedProxies, sockets = socketLimits }: HttpOptions): Promise<FastifyInstance> {
  const http = Fastify({
    trustProxy: trustOf(trustedProxies),
    logger: loggerOptions(logLevel),
    genReqId: requestId,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // Bodies have a pace of their own; a time for all of them would cut off large uploads.
    requestTimeout: 0,
    http: { headersTimeout: sockets.headMilliseconds, connectionsCheckingInterval: checkEveryMilliseconds(sockets) },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maximumParameterLength },
  });
  await http.register(helmet, {
    contentSecurityPolicy: false,
    // Aisle is often run without TLS in front; whoever ends TLS sets it.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'same-origin' },
  });
  http.addHook('onRoute', refuseUndeclared);
  const policy = contentPolicy();
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('content-security-policy', policy).header(requestIdHeader, request.id);
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'A call was answered',
    );
    done();
  });
  http.removeContentTypeParser('text/plain');
  readJsonBodies(http);
  http.addContentTypeParser(fileType, (_request, payload, done) => done(null, payload));
  http.decorateRequest('caller', null);
  guardSockets(http, sockets);
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = failureOf(error, request.routeOptions.bodyLimit);
    if (failure.code === 'searchDown') request.log.warn({ err: error, route: request.routeOptions.url }, 'Search is down');
    if (failure.code === 'databaseDown')
      request.log.warn({ err: error, route: request.routeOptions.url }, 'The database is down');
    if (failure.code === 'filesAway')
      request.log.warn({ err: error, route: request.routeOptions.url }, 'Files can not be kept or found');
    if (failure.code === 'diskFull') request.log.warn({ err: error, route: request.routeOptions.url }, 'The disk is full');
    if (failure.code === 'internal') request.log.error({ err: error, route: request.routeOptions.url }, 'A call failed');
    sendFailure(reply, failure);
  });
  return http;
}

/** A proxy may have given the call a name that its own log has; it stands in ours, too, and in the answer. */
function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && requestIdForm.test(given) ? given : randomUUID();
}

/** Contracts check what comes and goes. Fastify's own compilers take a twentieth of a second of each start to load. */
const noSchemas = () => (): never => {
  throw new Error('A route has a schema of Fastify, which is not used here; declare the call in a contract.');
};

/** A call that no endpoint declares would have no access rule, so it stops the start. */
function refuseUndeclared({ method, url, config }: RouteOptions): void {
  const isCall = /^\/(api|front)(\/|$)/.test(url) && method !== 'OPTIONS';
  if (isCall && !config?.isDeclared) {
    throw new Error(`${String(method)} ${url} is no endpoint of a contract; serve it with serve().`);
  }
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const [problem] = failure.problems;
  const seconds = problem?.parameters?.seconds;
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  const body: Envelope = { err: 1, msg: failure.message, data: failure.shown, errors: failure.problems };
  return reply.status(errors[failure.code].status).header('cache-control', 'no-store').send(body);
}

/** Bodies that the framework refuses by itself. */
const badBodies = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_ERR_CTP_INVALID_JSON_BODY',
]);

function failureOf(error: FastifyError, bodyLimit = bodyLimitBytes): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof SearchDownError) return fail('searchDown', { seconds: searchRetrySeconds });
  if (error instanceof DatabaseDownError) return fail('databaseDown', { seconds: databaseRetrySeconds });
  if (error instanceof FilesAwayError) return fail('filesAway', { seconds: filesRetrySeconds });
  if (isDiskFull(error)) return fail('diskFull');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('bodyTooLarge', { limit: `${bodyLimit / bytesPerMegabyte} MB` });
  if (badBodies.has(error.code)) return fail('bodyNotValid');
  if (error instanceof SyntaxError || (error.statusCode !== undefined && error.statusCode < 500)) return fail('bodyNotValid');
  return fail('internal');
}

import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type BesideOf,
  type Endpoint,
  hasBody,
  isInQuery,
  type ObjectSchema,
  type OutputOf,
  type ParsedInputOf,
  pathParameters,
  type Schema,
  versionedPath,
} from '#contract/endpoint.ts';
import { type Envelope, projectHeader, savingHeader, sessionHeader } from '#contract/envelope.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Permission } from '#contract/permission.ts';
import { problemsOf } from '#contract/problems.ts';
import type { Caller } from './access.ts';
import type { App } from './app.ts';
import { allowAnyOrigin } from './http/headers.ts';
import { fail, failInput } from './fail.ts';
import { fileType } from './http/http.ts';
import { wholeLetters } from './http/json-body.ts';

/** An answer with more than data: members beside it, the notice that makes `err` 2, or headers. */
export class Answer<E extends Endpoint> {
  readonly data: OutputOf<E> | null;
  readonly beside: BesideOf<E> | Record<string, never>;
  readonly isNotice: boolean;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    data: OutputOf<E> | null,
    {
      beside = {},
      isNotice = false,
      headers = {},
    }: {
      beside?: BesideOf<E> | Record<string, never>;
      isNotice?: boolean;
      headers?: Readonly<Record<string, string>>;
    },
  ) {
    this.data = data;
    this.beside = beside;
    this.isNotice = isNotice;
    this.headers = headers;
  }
}

/** An answer whose data is JSON already, for calls that would spend most of their time on making it. It must fit the schema as it is. */
export class WrittenAnswer {
  readonly json: string | readonly Buffer[];

  /** Pieces in UTF-8 are sent one after the other. */
  constructor(json: string | readonly Buffer[]) {
    this.json = json;
  }
}

/** A text that browsers save as a file, for calls that declare one. */
export class FileAnswer {
  readonly text: string;
  /** Of letters that any system takes. */
  readonly name: string;

  constructor(text: string, name: string) {
    this.text = text;
    this.name = name;
  }
}

/** As `FileAnswer`, of any length: a piece is made when the one before has been taken, and none any more once the caller is gone. */
export class StreamedFileAnswer {
  readonly pieces: AsyncIterable<string>;
  /** Of letters that any system takes. */
  readonly name: string;

  constructor(pieces: AsyncIterable<string>, name: string) {
    this.pieces = pieces;
    this.name = name;
  }
}

const written = { before: '{"err":0,"msg":"","data":', after: ',"errors":[]}' };
const [bytesBefore, bytesAfter] = [Buffer.from(written.before), Buffer.from(written.after)];
const wholeAnswer = ({ json }: WrittenAnswer): string | Buffer =>
  typeof json === 'string' ? `${written.before}${json}${written.after}` : Buffer.concat([bytesBefore, ...json, bytesAfter]);

type HandlerResult<E extends Endpoint> = OutputOf<E> | Answer<E> | WrittenAnswer | FileAnswer | StreamedFileAnswer;

export interface Upload {
  readonly stream: Readable;
  /** How long it says it is; null where it doesn't. */
  readonly sentBytes: number | null;
}

type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  caller: Caller<E['needs']>,
  upload: Upload,
  signal: AbortSignal,
) => Promise<HandlerResult<E>> | HandlerResult<E>;

/**
 * Serves one endpoint: access first, then the input, then the handler, then the output. Handlers return plain data or throw `fail(…)`.
 * An output that doesn't fit its schema is our mistake and is answered as an internal error.
 */
export function serve<Input extends ObjectSchema, Output extends Schema, Needs extends Permission, Beside extends ObjectSchema>(
  app: App,
  endpoint: Endpoint<Input, Output, Needs, Beside>,
  handler: Handler<Endpoint<Input, Output, Needs, Beside>>,
): void {
  route(app, endpoint, handler);
  if (endpoint.alsoByGet === true) route(app, { ...endpoint, method: 'GET' }, handler);
  if (endpoint.version !== undefined) route(app, { ...endpoint, path: versionedPath(endpoint.path, endpoint.version) }, handler);
}

function route<Input extends ObjectSchema, Output extends Schema, Needs extends Permission, Beside extends ObjectSchema>(
  app: App,
  endpoint: Endpoint<Input, Output, Needs, Beside>,
  handler: Handler<Endpoint<Input, Output, Needs, Beside>>,
): void {
  app.endpoints.push(endpoint as unknown as Endpoint);
  app.http.route({
    method: endpoint.method,
    config: { isDeclared: true },
    ...(endpoint.bodyLimitBytes !== undefined && { bodyLimit: endpoint.bodyLimitBytes }),
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Access is checked before the body is read, so that strangers can't make the server parse anything.
    onRequest: async (request, reply) => {
      if (endpoint.needs === 'shop') allowAnyOrigin(reply);
      if (endpoint.alsoByGet === true && endpoint.method === 'GET') refuseStrayGet(request);
      // A file is a file, whatever it is said to hold.
      if (endpoint.upload) request.raw.headers['content-type'] = fileType;
      if (endpoint.takesPlainText && /^text\/plain\b/i.test(request.headers['content-type'] ?? ''))
        request.raw.headers['content-type'] = 'application/json';
      request.caller = await app.access(request, endpoint);
      app.limits.admit(endpoint.needs, request.caller);
      if (app.disk.level() === 'full') refuseSaving(endpoint, reply);
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = request.caller as Caller<Needs>;
      const signal = whileWaitedFor(reply);
      const result = await handler(parseInput(endpoint, request), caller, uploadOf(request), signal);
      reply.header('cache-control', 'no-store').header('vary', `${sessionHeader}, ${projectHeader}, authorization`);
      if (result instanceof WrittenAnswer) {
        reply.type('application/json; charset=utf-8');
        return wholeAnswer(result);
      }
      if (result instanceof FileAnswer || result instanceof StreamedFileAnswer) {
        reply.type(`${endpoint.file ?? 'text/plain'}; charset=utf-8`);
        reply.header('content-disposition', `attachment; filename="${result.name}"`);
        return result instanceof FileAnswer ? result.text : Readable.from(result.pieces);
      }
      const answer = result instanceof Answer ? result : new Answer(result, {});
      reply.headers(answer.headers);
      return envelope(endpoint, answer);
    },
  });
}

/** Ends when the client goes away before it is answered. */
function whileWaitedFor({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

function uploadOf({ body, headers }: FastifyRequest): Upload {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return { stream: body as Readable, sentBytes: Number.isNaN(length) ? null : length };
}

/** A GET that changes something is meant by whoever sends it: not opened as a page, embedded elsewhere or fetched ahead. */
function refuseStrayGet({ headers }: FastifyRequest): void {
  if (headers[sessionHeader.toLowerCase()] === undefined) throw fail('notSignedIn');
  const isStray =
    headers['sec-fetch-mode'] === 'navigate' ||
    headers['sec-fetch-site'] === 'cross-site' ||
    /prefetch/i.test(`${String(headers['sec-purpose'])} ${String(headers['purpose'])}`);
  if (isStray) throw fail('notAllowed');
}

/** Whoever is signed in is told with every answer; what would be saved is refused. */
function refuseSaving(endpoint: Endpoint, reply: FastifyReply): void {
  if (!['public', 'shop', 'api'].includes(endpoint.needs)) reply.header(savingHeader, 'off');
  if (isSaving(endpoint)) throw fail('diskFull');
}

/**
 * Deleting makes room, signing in is how somebody comes to do that, and shops only search. A disk counts as full before it is: what is left
 * is for them. Once nothing at all can be written, a new session can't be, either.
 */
const isSaving = ({ method, needs, alsoByGet, onlyAsks }: Endpoint): boolean =>
  (method !== 'GET' || alsoByGet === true) && method !== 'DELETE' && !onlyAsks && needs !== 'public' && needs !== 'shop';

function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedInputOf<E> {
  const isInBody = hasBody(endpoint.method) && !endpoint.upload;
  const query = wholeLetters(request.query as object);
  const given = isInBody ? request.body : query;
  if (given !== undefined && given !== null && (typeof given !== 'object' || Array.isArray(given))) throw fail('bodyNotValid');
  const fields = namedAs(endpoint.aliases, given);
  const asked = isInBody ? Object.fromEntries(Object.entries(query).filter(([name]) => isInQuery(endpoint, name))) : {};
  const input = { ...fields, ...asked, ...wholeLetters(request.params as object) };
  const parsed = z.safeParse(endpoint.input, input);
  if (parsed.success) return parsed.data as ParsedInputOf<E>;
  const problems = problemsOf(parsed.error, input);
  const inPath = new Set(pathParameters(endpoint.path));
  if (problems.some(({ field }) => inPath.has(field))) throw fail('notFound', { name: 'record' });
  throw failInput(problems);
}

/** A field that was sent by its own name, too, is what it is by that. */
function namedAs(aliases: Readonly<Record<string, string>> = {}, given: unknown): object {
  const fields = Object.entries({ ...(given as object) });
  const other = fields.flatMap(([name, value]) => (Object.hasOwn(aliases, name) ? [[aliases[name], value]] : []));
  return Object.fromEntries([...other, ...fields]);
}

function envelope<E extends Endpoint>(endpoint: E, answer: Answer<E>): Envelope {
  const data = answer.data === null && answer.isNotice ? null : z.parse(endpoint.output, answer.data);
  return {
    ...(endpoint.beside && (z.parse(endpoint.beside, answer.beside) as object)),
    err: answer.isNotice ? 2 : 0,
    msg: answer.isNotice ? (endpoint.notice ?? '') : '',
    data,
    errors: [],
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `serve`; other routes under /api and /front stop the start. */
    isDeclared?: true;
  }
  interface FastifyRequest {
    /** Set by `serve` before any input is read. */
    caller: unknown;
    /** Whose session came with the call, also where they may not make it; null for nobody's. */
    personId: number | null;
    /** What the call was refused with, or failed with; null for one that did neither. */
    failureCode: ErrorCode | null;
  }
}

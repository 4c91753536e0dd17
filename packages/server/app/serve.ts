import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { after, type Awaitable } from '#process-kit/work.ts';
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
  takesFirstCollection,
  versionedPath,
} from '#contract/endpoint.ts';
import { type CallWarning, type Envelope, projectHeader, savingHeader, sessionHeader } from '#contract/envelope.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Permission } from '#contract/permission.ts';
import { nameInPath } from '#contract/texts/glossary-names.ts';
import { problemsOf } from '#contract/problems.ts';
import type { Caller } from './access.ts';
import type { ServingApp } from './app.ts';
import type { CallRequest, Payload } from '#server/http/direct-calls.ts';
import { allowAnyOrigin, anyOriginHeaders } from '#server/http/headers.ts';
import { fail, failInput } from '#server/base/fail.ts';
import { fileType, jsonType } from '#server/http/http.ts';
import type { ProjectScope } from '#server/db/row-scope.ts';
import { wholeLetters } from '#server/formats/json-body.ts';
import { unknownNamesOf } from './unknown-names.ts';

type Warnings = readonly CallWarning[] | null;

/** Data with extra members, a notice (`err` 2) or headers. */
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

/** Pre-serialised data; it must match the schema. */
export class WrittenAnswer {
  readonly json: string | readonly Buffer[];

  constructor(json: string | readonly Buffer[]) {
    this.json = json;
  }
}

export class FileAnswer {
  readonly text: string;
  /** ASCII. */
  readonly name: string;

  constructor(text: string, name: string) {
    this.text = text;
    this.name = name;
  }
}

/** Pulled piece by piece, and ended when the caller leaves. */
export class StreamedFileAnswer {
  readonly pieces: AsyncIterable<string>;
  /** ASCII. */
  readonly name: string;

  constructor(pieces: AsyncIterable<string>, name: string) {
    this.pieces = pieces;
    this.name = name;
  }
}

const written = { before: '{"err":0,"msg":"","data":', after: ',"errors":[]}' };
const [bytesBefore, bytesAfter] = [Buffer.from(written.before), Buffer.from(written.after)];
function wholeAnswer({ json }: WrittenAnswer, warnings: Warnings): string | Buffer {
  const after = warnings && `,"errors":[],"warnings":${JSON.stringify(warnings)}}`;
  if (typeof json === 'string') return `${written.before}${json}${after ?? written.after}`;
  return Buffer.concat([bytesBefore, ...json, after === null ? bytesAfter : Buffer.from(after)]);
}

type HandlerResult<E extends Endpoint> = OutputOf<E> | Answer<E> | WrittenAnswer | FileAnswer | StreamedFileAnswer;

export interface Upload {
  readonly stream: Readable;
  /** null: unknown. */
  readonly sentBytes: number | null;
}

type Handler<E extends Endpoint> = (
  input: ParsedInputOf<E>,
  caller: Caller<E['needs']>,
  upload: Upload,
  signal: AbortSignal,
) => Awaitable<HandlerResult<E>>;

/**
 * Checks access, then input, runs the handler, then checks output. Handlers return data or throw `fail(…)`; output that
 * breaks its schema is an internal error.
 */
export function serve<Input extends ObjectSchema, Output extends Schema, Needs extends Permission, Beside extends ObjectSchema>(
  app: ServingApp,
  endpoint: Endpoint<Input, Output, Needs, Beside>,
  handler: Handler<Endpoint<Input, Output, Needs, Beside>>,
): void {
  route(app, endpoint, handler);
  if (endpoint.alsoByGet === true) route(app, { ...endpoint, method: 'GET' }, handler);
  if (endpoint.version !== undefined) route(app, { ...endpoint, path: versionedPath(endpoint.path, endpoint.version) }, handler);
}

function route<Input extends ObjectSchema, Output extends Schema, Needs extends Permission, Beside extends ObjectSchema>(
  app: ServingApp,
  endpoint: Endpoint<Input, Output, Needs, Beside>,
  handler: Handler<Endpoint<Input, Output, Needs, Beside>>,
): void {
  app.endpoints.push(endpoint as unknown as Endpoint);
  const unknownNames = endpoint.needs === 'shop' ? unknownNamesOf(endpoint as unknown as Endpoint) : null;
  const admitted = (request: CallRequest): Awaitable<void> =>
    after(app.access(request, endpoint), (caller) => {
      request.caller = caller;
      app.limits.admit(endpoint.needs, caller);
    });
  const answered = (request: CallRequest, signal: AbortSignal): Awaitable<Payload<string | Buffer | Readable>> => {
    const caller = request.caller as Caller<Needs>;
    const input = after(collectionBy(app, endpoint, request), (c) => parseInput(endpoint, request, c));
    const answer = after(input, (given) => handler(given, caller, uploadOf(request), signal));
    return after(answer, (result) => payloadOf(endpoint, result, unknownNames && unknownNames(request)));
  };
  // Shops save nothing, so the room on the disk doesn't matter.
  if (endpoint.needs === 'shop' && endpoint.method === 'GET' && pathParameters(endpoint.path).length === 0)
    app.http.direct.serve(endpoint.path, {
      headers: anyOriginHeaders,
      answer: (request, signal) => after(admitted(request), () => answered(request, signal) as Awaitable<Payload>),
    });
  app.http.route({
    method: endpoint.method,
    config: { isDeclared: true },
    ...(endpoint.bodyLimitBytes !== undefined && { bodyLimit: endpoint.bodyLimitBytes }),
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before the body is parsed, so strangers can't cause work.
    onRequest(request, reply, proceed) {
      if (endpoint.needs === 'shop') allowAnyOrigin(reply);
      if (endpoint.alsoByGet === true && endpoint.method === 'GET') refuseStrayGet(request);
      // Whatever its declared type.
      if (endpoint.upload) request.raw.headers['content-type'] = fileType;
      if (endpoint.takesPlainText && /^text\/plain\b/i.test(request.headers['content-type'] ?? ''))
        request.raw.headers['content-type'] = 'application/json';
      const checked = after(admitted(request), () => {
        if (app.disk.level() === 'full') refuseSaving(endpoint, reply);
      });
      if (checked instanceof Promise) checked.then(() => proceed(), proceed);
      else proceed();
    },
    handler(request: FastifyRequest, reply: FastifyReply) {
      return after(answered(request, whileWaitedFor(reply)), ({ headers, body }) => {
        reply.headers(headers);
        return body;
      });
    },
  });
}

function payloadOf<E extends Endpoint>(
  endpoint: E,
  result: HandlerResult<E>,
  warnings: Warnings,
): Payload<string | Buffer | Readable> {
  if (result instanceof WrittenAnswer) return { headers: jsonHeaders, body: wholeAnswer(result, warnings) };
  if (result instanceof FileAnswer || result instanceof StreamedFileAnswer) {
    const type = `${endpoint.file ?? 'text/plain'}; charset=utf-8`;
    const headers = { ...answerHeaders, 'content-type': type, 'content-disposition': `attachment; filename="${result.name}"` };
    return { headers, body: result instanceof FileAnswer ? result.text : Readable.from(result.pieces) };
  }
  const answer = result instanceof Answer ? result : new Answer(result, {});
  return { headers: { ...jsonHeaders, ...answer.headers }, body: JSON.stringify(envelope(endpoint, answer, warnings)) };
}

const answerHeaders = { 'cache-control': 'no-store', vary: `${sessionHeader}, ${projectHeader}, authorization` };
const jsonHeaders = { ...answerHeaders, ...jsonType };

function whileWaitedFor({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => raw.writableFinished || gone.abort());
  return gone.signal;
}

function uploadOf({ body, headers }: CallRequest): Upload {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return { stream: body as Readable, sentBytes: Number.isNaN(length) ? null : length };
}

/** Refuses navigation, embedding and prefetch: a GET that changes something must be a deliberate call. No cookie signs anybody in. */
function refuseStrayGet({ headers }: CallRequest): void {
  const isStray =
    headers['sec-fetch-mode'] === 'navigate' ||
    headers['sec-fetch-site'] === 'cross-site' ||
    /prefetch/i.test(`${String(headers['sec-purpose'])} ${String(headers['purpose'])}`);
  if (isStray) throw fail('notAllowed');
}

function refuseSaving(endpoint: Endpoint, reply: FastifyReply): void {
  if (!['public', 'shop', 'api'].includes(endpoint.needs)) reply.header(savingHeader, 'off');
  if (isSaving(endpoint)) throw fail('diskFull');
}

/** Allowed on a full disk: deleting, signing in and searching. A disk counts as full while some reserve is left for these. */
const isSaving = ({ method, needs, alsoByGet, onlyAsks }: Endpoint): boolean =>
  (method !== 'GET' || alsoByGet === true) && method !== 'DELETE' && !onlyAsks && needs !== 'public' && needs !== 'shop';

/** The project's first collection where a call that needs one names none. */
function collectionBy(app: ServingApp, endpoint: Endpoint, request: CallRequest): Awaitable<object> {
  const { project } = request.caller as { readonly project?: ProjectScope };
  if (app.firstCollection === undefined || project === undefined || !takesFirstCollection(endpoint)) return {};
  const given = namedAs(aliasesOf(endpoint), { ...(request.query as Values), ...(request.body as Values | undefined) });
  if ('c' in given) return {};
  return app.firstCollection(project).then((c) => (c === null ? {} : { c }));
}

function parseInput<E extends Endpoint>(endpoint: E, request: CallRequest, defaults: object): ParsedInputOf<E> {
  const isInBody = hasBody(endpoint.method) && !endpoint.upload;
  const query = wholeValues(request.query as Values);
  const given = isInBody ? request.body : query;
  if (given !== undefined && given !== null && (typeof given !== 'object' || Array.isArray(given))) throw fail('bodyNotValid');
  const fields = namedAs(aliasesOf(endpoint), given);
  const asked = isInBody ? Object.fromEntries(Object.entries(query).filter(([name]) => isInQuery(endpoint, name))) : {};
  const input = { ...defaults, ...fields, ...asked, ...wholeValues(request.params as Values) };
  const parsed = z.safeParse(endpoint.input, input);
  if (parsed.success) return parsed.data as ParsedInputOf<E>;
  const problems = problemsOf(parsed.error, input);
  const inPath = pathParameters(endpoint.path).find((name) => problems.some(({ field }) => field === name));
  if (inPath !== undefined) throw fail('notFound', { name: nameInPath(endpoint.path, inPath) });
  throw failInput(problems);
}

type Values = Readonly<Record<string, unknown>>;

const isWhole = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** Values of addresses are nearly always whole; asking them is cheaper than writing them. */
const wholeValues = (values: Values): Values => (Object.values(values).every(isWhole) ? values : wholeLetters(values));

const aliasesOf = (endpoint: Endpoint): Endpoint['aliases'] =>
  takesFirstCollection(endpoint) ? { collection_id: 'c', ...endpoint.aliases } : endpoint.aliases;

/** A field's own name wins over its alias. */
function namedAs(aliases: Readonly<Record<string, string>> | undefined, given: unknown): object {
  if (aliases === undefined) return given as object;
  const fields = Object.entries({ ...(given as object) });
  const other = fields.flatMap(([name, value]) => (Object.hasOwn(aliases, name) ? [[aliases[name], value]] : []));
  return Object.fromEntries([...other, ...fields]);
}

function envelope<E extends Endpoint>(endpoint: E, answer: Answer<E>, warnings: Warnings): Envelope {
  const data = answer.data === null && answer.isNotice ? null : z.parse(endpoint.output, answer.data);
  return {
    ...(endpoint.beside && (z.parse(endpoint.beside, answer.beside) as object)),
    err: answer.isNotice ? 2 : 0,
    msg: answer.isNotice ? (endpoint.notice ?? '') : '',
    data,
    errors: [],
    ...(warnings && { warnings }),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `serve`; any other route under /api and /front stops the start. */
    isDeclared?: true;
  }
  interface FastifyRequest {
    /** Set by `serve` before any input is read. */
    caller: unknown;
    /** Also when the call is not allowed; null: no session. */
    personId: number | null;
    /** null: succeeded. */
    failureCode: ErrorCode | null;
  }
}

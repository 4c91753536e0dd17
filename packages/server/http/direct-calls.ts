import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'fast-querystring';
import type { ErrorCode } from '#contract/errors.ts';
import { type Awaitable } from '#process-kit/work.ts';
import { ipOf, type Trust } from './client-address.ts';
import { isBodyComing, type SocketGuard } from './sockets.ts';

type Headers = Readonly<Record<string, string>>;

/** The parts of a call that access, input and hooks read. */
export type CallRequest = Pick<
  FastifyRequest,
  'raw' | 'id' | 'headers' | 'socket' | 'ip' | 'query' | 'params' | 'body' | 'caller' | 'personId' | 'failureCode' | 'bodyHash'
> & { readonly method: string; readonly routeOptions: { readonly url?: string | undefined } };

export type CallReply = Pick<FastifyReply, 'statusCode' | 'elapsedTime'>;

export interface Payload<Body = string | Buffer> {
  readonly headers: Headers;
  readonly body: Body;
}

export interface DirectRoute {
  /** Headers of all responses, failures included. */
  readonly headers: Headers;
  answer(request: CallRequest, signal: AbortSignal): Awaitable<Payload>;
}

declare module 'fastify' {
  interface FastifyInstance {
    direct: DirectCalls;
  }
}

interface DirectCallsOptions {
  readonly http: FastifyInstance;
  readonly guard: SocketGuard;
  readonly trust: Trust;
  readonly headers: Headers;
  readonly requestId: (raw: IncomingMessage) => string;
  readonly requestIdHeader: string;
  readonly failed: (error: FastifyError, request: CallRequest, isAbandoned: boolean) => Payload & { readonly status: number };
}

const noParameters = {};

class DirectRequest implements CallRequest {
  readonly raw: IncomingMessage;
  readonly id: string;
  readonly query: unknown;
  readonly params = noParameters;
  readonly body = undefined;
  readonly routeOptions: CallRequest['routeOptions'];
  readonly bodyHash = null;
  readonly personId = null;
  caller: unknown = null;
  failureCode: ErrorCode | null = null;
  readonly #trust: Trust;

  constructor(raw: IncomingMessage, id: string, [path, query]: readonly [string, string], trust: Trust) {
    this.raw = raw;
    this.id = id;
    this.query = parse(query);
    this.routeOptions = { url: path };
    this.#trust = trust;
  }

  get method(): string {
    return this.raw.method ?? '';
  }

  get headers(): IncomingMessage['headers'] {
    return this.raw.headers;
  }

  get socket(): IncomingMessage['socket'] {
    return this.raw.socket;
  }

  get ip(): string {
    return ipOf(this.raw, this.#trust);
  }
}

const flat = (headers: Headers): string[] => Object.entries(headers).flat();

function partsOf(url: string): readonly [path: string, query: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/**
 * Calls without a body or parameters in the path, answered without Fastify's routing, hooks and replies, which cost as much as a search.
 * All others, and everything while the server stops, go Fastify's way, by the same endpoints and with the same answers.
 */
export class DirectCalls {
  readonly #options: DirectCallsOptions;
  readonly #routes = new Map<string, DirectRoute & { readonly flatHeaders: readonly string[] }>();
  readonly #answered: ((request: CallRequest, reply: CallReply) => void)[] = [];
  readonly #abandoned: (() => void)[] = [];

  constructor(options: DirectCallsOptions) {
    this.#options = options;
  }

  serve(path: string, route: DirectRoute): void {
    this.#routes.set(path, { ...route, flatHeaders: flat({ ...this.#options.headers, ...route.headers }) });
  }

  /** Runs for Fastify's calls, too. */
  onAnswered(hook: (request: CallRequest, reply: CallReply) => void): void {
    this.#answered.push(hook);
    this.#options.http.addHook('onResponse', (request, reply, done) => {
      hook(request, reply);
      done();
    });
  }

  onAbandoned(hook: () => void): void {
    this.#abandoned.push(hook);
    this.#options.http.addHook('onRequestAbort', (_request, done) => {
      hook();
      done();
    });
  }

  /** False: Fastify's. */
  take(raw: IncomingMessage, response: ServerResponse): boolean {
    const { guard, trust, requestId } = this.#options;
    const parts = partsOf(raw.url ?? '');
    const route = raw.method === 'GET' ? this.#routes.get(parts[0]) : undefined;
    if (route === undefined || isBodyComing(raw) || guard.isEnding()) return false;
    const request = new DirectRequest(raw, requestId(raw), parts, trust);
    const gone = this.#watch(request, response);
    const send = (payload: Payload, status = 200): void => this.#send(response, request, route.flatHeaders, payload, status);
    const sendFailure = (error: unknown): void => {
      const { status, ...payload } = this.#options.failed(error as FastifyError, request, response.destroyed);
      send(payload, status);
    };
    try {
      guard.begin(response);
      const answered = route.answer(request, gone.signal);
      if (answered instanceof Promise) answered.then(send, sendFailure).catch(() => response.destroy());
      else send(answered);
    } catch (error) {
      sendFailure(error);
    }
    return true;
  }

  #watch(request: CallRequest, response: ServerResponse): AbortController {
    const beganAt = performance.now();
    const gone = new AbortController();
    response.once('close', () => {
      if (response.writableFinished) {
        const reply = { statusCode: response.statusCode, elapsedTime: performance.now() - beganAt };
        for (const hook of this.#answered) hook(request, reply);
      } else {
        gone.abort();
        for (const hook of this.#abandoned) hook();
      }
    });
    return gone;
  }

  #send(
    response: ServerResponse,
    { id }: CallRequest,
    ofRoute: readonly string[],
    { headers, body }: Payload,
    status: number,
  ): void {
    if (response.destroyed) return;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    const own = [this.#options.requestIdHeader, id, ...flat(headers), 'content-length', String(length)];
    if (this.#options.guard.isEnding()) own.push('connection', 'close');
    response.writeHead(status, [...ofRoute, ...own]);
    response.end(body);
  }
}

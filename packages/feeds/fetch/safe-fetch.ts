import { Agent, request, type Dispatcher } from 'undici';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import { parseAddress, guardedLookup, isAllowedHost, refusePrivateUrl, systemResolve, type Resolve } from './host-guard.ts';
import { FeedError, HostBusy } from '#feeds/feed-error.ts';
import { fetchLimits, type FetchLimits } from '#feeds/limits.ts';
import { acceptedEncodings, unpackNamed } from '#feeds/bytes/unpack.ts';

interface Progress {
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
}

interface ReceiveOptions {
  readonly host: string;
  readonly agent: Agent;
  readonly totalBytes: number | null;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  readonly callerSignal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Watches size, speed and an early end; closes the connection when the reader stops.
 * @throws FeedError `tooLarge` at once, the rest while reading
 */
function receive(body: Dispatcher.ResponseData['body'], options: ReceiveOptions): AsyncIterable<Uint8Array> {
  const { maxDownloadBytes } = options.limits;
  if ((options.totalBytes ?? 0) > maxDownloadBytes) throw new FeedError('tooLarge', { maxBytes: maxDownloadBytes });
  return watched(body, options);
}

async function* watched(body: Dispatcher.ResponseData['body'], options: ReceiveOptions): AsyncGenerator<Uint8Array> {
  const { limits, totalBytes } = options;
  let receivedBytes = 0;
  let waitedMs = 0;
  const iterator = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const askedAt = performance.now();
      const next = await iterator.next();
      waitedMs += performance.now() - askedAt;
      if (next.done) break;
      receivedBytes += next.value.length;
      if (receivedBytes > limits.maxDownloadBytes) throw new FeedError('tooLarge', { maxBytes: limits.maxDownloadBytes });
      if (waitedMs > limits.slowAfterMs && receivedBytes < (waitedMs / 1000) * limits.minBytesPerSecond)
        throw timeoutFailure(options.host);
      options.onProgress?.({ receivedBytes, totalBytes });
      yield next.value;
    }
    if (totalBytes !== null && receivedBytes < totalBytes) throw new Error('The body is shorter than its announced length.');
  } catch (error) {
    throw bodyFailure(options.signal.reason ?? error, options.host, options.callerSignal);
  } finally {
    body.on('error', () => undefined);
    body.destroy();
    await options.agent.destroy();
  }
}

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const unknownHostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME']);

function connectionFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError {
  const known = knownFailure(error, host, callerSignal);
  if (known) return known;
  const reason = codeOf(error) || nameOf(error);
  return unknownHostCodes.has(reason)
    ? new FeedError('unknownHost', { host })
    : new FeedError('connectionFailed', { host, reason });
}

function bodyFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError {
  return knownFailure(error, host, callerSignal) ?? new FeedError('connectionCut', { host });
}

function statusFailure(status: number, host: string, retryAfter: string | null): FeedError {
  if (status === 401 || status === 403) return new FeedError('accessDenied', { status, host });
  if (status === 404 || status === 410) return new FeedError('feedGone', { status, host });
  if (status === 429 || status >= 500) return new HostBusy({ status, host }, secondsOf(retryAfter, Date.now()));
  return new FeedError('unexpectedStatus', { status, host });
}

const maxRetryAfterSeconds = 24 * 60 * 60;

function secondsOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, Math.ceil(seconds)), maxRetryAfterSeconds);
}

function knownFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof FeedError) return cause;
    if (cause instanceof AggregateError) {
      const refused = cause.errors.find((each) => each instanceof FeedError);
      if (refused) return refused as FeedError;
    }
  }
  if (callerSignal?.aborted) return new FeedError('aborted');
  if (timeoutCodes.has(codeOf(error)) || nameOf(error) === 'TimeoutError') return timeoutFailure(host);
  return null;
}

const timeoutFailure = (host: string): FeedError => new FeedError('timeout', { host });

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

const userAgent = 'Aisle/1 (site search; feed import)';
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchOptions {
  /** `host` or `host:port` in private networks. */
  readonly allowPrivateHosts: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly validators?: Validators;
  readonly limits?: Partial<FetchLimits>;
  readonly resolve?: Resolve;
}

export interface FetchedFeed extends Validators {
  /** Without transport encoding and brotli; other file compression is left. Abort the signal to drop it unread. */
  readonly body: Bytes;
  readonly contentType: string | null;
  /** On the wire; null when unknown. */
  readonly totalBytes: number | null;
  readonly finalUrl: string;
}

/**
 * Private addresses are refused at connect time and after every redirect. Credentials are sent to the URL's own origin only and
 * never appear in an error.
 * @returns null for 304 Not Modified.
 * @throws FeedError, also while the body is read
 */
export async function fetchFeed(url: string, options: FetchOptions): Promise<FetchedFeed | null> {
  const limits = { ...fetchLimits, ...options.limits };
  const deadline = AbortSignal.timeout(limits.totalTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  const first = parseAddress(url);
  let next = first;
  for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
    const agent = agentFor(next, options, limits);
    const response = await send(next, first, agent, options, signal);
    const location = redirectStatuses.has(response.statusCode) ? header(response, 'location') : null;
    if (location === null) return await accept(response, next, agent, options, limits, signal);
    await discard(response, agent);
    next = parseAddress(location, next);
  }
  throw new FeedError('tooManyRedirects', { maxRedirects: limits.maxRedirects });
}

function agentFor(url: URL, options: FetchOptions, limits: FetchLimits): Agent {
  const isAllowed = isAllowedHost(url, options.allowPrivateHosts);
  if (!isAllowed) refusePrivateUrl(url);
  const lookup = isAllowed ? {} : { lookup: guardedLookup(options.resolve ?? systemResolve) };
  return new Agent({
    connect: { timeout: limits.connectTimeoutMs, ...lookup },
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.idleTimeoutMs,
    pipelining: 1,
  });
}

async function send(
  url: URL,
  first: URL,
  agent: Agent,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  try {
    return await request(withoutCredentials(url), {
      dispatcher: agent,
      signal,
      // Hosts close idle connections after seconds; a reader may pause for longer.
      reset: true,
      headers: requestHeaders(url, first, options.validators),
    });
  } catch (error) {
    await agent.destroy();
    throw connectionFailure(error, url.hostname, options.signal);
  }
}

function requestHeaders(url: URL, first: URL, validators: Validators | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': acceptedEncodings };
  const owner = url.username || url.password ? url : first.origin === url.origin ? first : null;
  if (owner && (owner.username || owner.password)) {
    const credentials = `${unescaped(owner.username)}:${unescaped(owner.password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  if (validators?.etag) headers['if-none-match'] = validators.etag;
  if (validators?.lastModified) headers['if-modified-since'] = validators.lastModified;
  return headers;
}

async function accept(
  response: Dispatcher.ResponseData,
  url: URL,
  agent: Agent,
  options: FetchOptions,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<FetchedFeed | null> {
  const isUnchanged = response.statusCode === 304 && options.validators !== undefined;
  if (isUnchanged || response.statusCode !== 200) {
    const failure = statusFailure(response.statusCode, url.hostname, header(response, 'retry-after'));
    await discard(response, agent);
    if (isUnchanged) return null;
    throw failure;
  }
  const totalBytes = contentLength(response);
  try {
    const received = receive(response.body, { host: url.hostname, agent, totalBytes, limits, signal, ...callerOf(options) });
    return {
      body: unpackNamed(received, header(response, 'content-encoding'), url.href),
      contentType: header(response, 'content-type'),
      etag: header(response, 'etag'),
      lastModified: header(response, 'last-modified'),
      totalBytes,
      finalUrl: withoutCredentials(url),
    };
  } catch (error) {
    await discard(response, agent);
    throw error;
  }
}

function callerOf({ signal, onProgress }: FetchOptions): {
  callerSignal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
} {
  return { ...(signal ? { callerSignal: signal } : {}), ...(onProgress ? { onProgress } : {}) };
}

async function discard(response: Dispatcher.ResponseData, agent: Agent): Promise<void> {
  response.body.on('error', () => undefined);
  response.body.destroy();
  await agent.destroy();
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutCredentials(url: URL): string {
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  clean.hash = '';
  return clean.href;
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function contentLength(response: Dispatcher.ResponseData): number | null {
  const length = Number(header(response, 'content-length') ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

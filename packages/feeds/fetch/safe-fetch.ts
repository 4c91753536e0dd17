import { Agent, request, type Dispatcher } from 'undici';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import { parseAddress, guardedLookup, isAllowedHost, refusePrivateUrl, systemResolve, type Resolve } from './host-guard.ts';
import { FeedError } from '#feeds/feed-error.ts';
import { fetchLimits, type FetchLimits } from '#feeds/limits.ts';
import { receive, type Progress, connectionFailure, statusFailure } from './receive.ts';
import { acceptedEncodings, unpackNamed } from '#feeds/bytes/unpack.ts';

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

import { Agent, request, type Dispatcher } from 'undici';
import type { Bytes } from '#feeds/bytes/byte-stream.ts';
import { parseAddress } from './feed-address.ts';
import { FeedError } from '#feeds/feed-error.ts';
import { guardedLookup, isAllowedHost, refusePrivateUrl, systemResolve, type Resolve } from './host-guard.ts';
import { fetchLimits, type FetchLimits } from '#feeds/limits.ts';
import { receive, type Progress } from './receive.ts';
import { connectionFailure, statusFailure } from './fetch-failures.ts';
import { acceptedEncodings, unpackEncodings } from '#feeds/bytes/unpack.ts';

const userAgent = 'Aisle/1 (site search; feed import)';
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** What a host said about the last fetch, to ask whether anything is new. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchOptions {
  /** `host` or `host:port` that may be fetched although they are inside. */
  readonly allowPrivateHosts: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly validators?: Validators;
  readonly limits?: Partial<FetchLimits>;
  readonly resolve?: Resolve;
}

export interface FetchedFeed extends Validators {
  /** Transport encoding undone, file compression not. To drop it unread, abort the signal. */
  readonly body: Bytes;
  readonly contentType: string | null;
  readonly contentEncodingHandled: string | null;
  /** Size on the wire, when the host says it. */
  readonly totalBytes: number | null;
  /** After redirects, without credentials. */
  readonly finalUrl: string;
}

/**
 * Opens a feed over http or https. Addresses inside a network are refused at connect time and after every redirect.
 * User and password of the URL are sent to its own origin only and never appear in an error.
 * @returns null when `validators` were given and the host says that nothing changed.
 * @throws FeedError, from here or while the body is read.
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
      // Hosts close what they keep alive after seconds, and a reader may need longer for what it has received by then.
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
  const contentEncoding = header(response, 'content-encoding');
  try {
    const received = receive(response.body, { host: url.hostname, agent, totalBytes, limits, signal, ...callerOf(options) });
    return {
      body: unpackEncodings(received, contentEncoding),
      contentType: header(response, 'content-type'),
      contentEncodingHandled: contentEncoding,
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

/** A password may hold a lone percent sign; it then means itself. */
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

import type { Agent, Dispatcher } from 'undici';
import { FeedError, HostBusy } from '#feeds/feed-error.ts';
import type { FetchLimits } from '#feeds/limits.ts';

export interface Progress {
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
export function receive(body: Dispatcher.ResponseData['body'], options: ReceiveOptions): AsyncIterable<Uint8Array> {
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

export function connectionFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError {
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

export function statusFailure(status: number, host: string, retryAfter: string | null): FeedError {
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

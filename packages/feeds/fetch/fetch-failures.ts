import { FeedError, HostBusy } from '#feeds/feed-error.ts';

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const unknownHostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME']);

/** Turns what the HTTP client threw before the answer's body into words for the owner of the feed. */
export function connectionFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError {
  const known = knownFailure(error, host, callerSignal);
  if (known) return known;
  const reason = codeOf(error) || nameOf(error);
  return unknownHostCodes.has(reason)
    ? new FeedError('unknownHost', { host })
    : new FeedError('connectionFailed', { host, reason });
}

/** Turns a failure in the middle of the body into words. */
export function bodyFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError {
  return knownFailure(error, host, callerSignal) ?? new FeedError('connectionCut', { host });
}

/** Answers that call for other advice have other codes. `retryAfter` is the header of that name. */
export function statusFailure(status: number, host: string, retryAfter: string | null): FeedError {
  if (status === 401 || status === 403) return new FeedError('accessDenied', { status, host });
  if (status === 404 || status === 410) return new FeedError('feedGone', { status, host });
  if (status === 429 || status >= 500) return new HostBusy({ status, host }, secondsOf(retryAfter, Date.now()));
  return new FeedError('unexpectedStatus', { status, host });
}

/** A host can't put us off for longer. */
const maxRetryAfterSeconds = 24 * 60 * 60;

/** The header says seconds or a date. What is neither says nothing. */
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

export const timeoutFailure = (host: string): FeedError => new FeedError('timeout', { host });

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

import { FeedError } from './feed-error.ts';

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const unknownHostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME']);

/** Turns what the HTTP client threw before the answer's body into words for the owner of the feed. */
export function connectionFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError {
  const known = knownFailure(error, host, callerSignal);
  if (known) return known;
  const code = codeOf(error);
  if (unknownHostCodes.has(code))
    return new FeedError('unknownHost', `The host "${host}" is not known. Check the address for typing errors.`, { host });
  return new FeedError(
    'connectionFailed',
    `The host "${host}" could not be reached${code ? ` (${code})` : ''}. Check that the shop is online.`,
    { host, code },
  );
}

/** Turns a failure in the middle of the body into words. */
export function bodyFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError {
  const known = knownFailure(error, host, callerSignal);
  if (known) return known;
  return new FeedError(
    'truncated',
    `The host "${host}" closed the connection before the feed was complete. Nothing was imported; try again.`,
    {
      host,
      code: codeOf(error),
    },
  );
}

export function statusFailure(status: number, host: string, retryAfter: string | null): FeedError {
  const details = { status, host, ...(retryAfter ? { retryAfter } : {}) };
  return new FeedError('httpStatus', `The host "${host}" answered with status ${status}. ${adviceFor(status)}`, details);
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403)
    return 'Check the user and password in the address, or that the shop lets this server in.';
  if (status === 404 || status === 410) return 'There is no feed at this address any more.';
  if (status === 429 || status >= 500) return 'The shop is busy or broken; try again later.';
  return 'Open the address in a browser to see what it offers.';
}

function knownFailure(error: unknown, host: string, callerSignal?: AbortSignal): FeedError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof FeedError) return cause;
    if (cause instanceof AggregateError) {
      const refused = cause.errors.find((each) => each instanceof FeedError);
      if (refused) return refused as FeedError;
    }
  }
  if (callerSignal?.aborted) return new FeedError('aborted', 'The import was stopped.');
  if (timeoutCodes.has(codeOf(error)) || nameOf(error) === 'TimeoutError') return timeoutFailure(host);
  return null;
}

export function timeoutFailure(host: string): FeedError {
  return new FeedError(
    'timeout',
    `The host "${host}" took too long. Check that the feed opens in a browser, and make it smaller or faster.`,
    { host },
  );
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** Without `field`, the problem concerns the whole input. */
export interface AisleProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

interface ErrorParts {
  readonly code: string;
  readonly status: number;
  readonly problems?: readonly AisleProblem[];
  readonly retryAfterSeconds?: number | null;
}

/** `code` is the server's, such as `tooManyRequests`; without a response `noConnection`, `timeout` or `noAnswer`. */
export class AisleError extends Error {
  override readonly name = 'AisleError';
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly problems: readonly AisleProblem[];
  /** Seconds from `Retry-After`; null without it. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, { code, status, problems = [], retryAfterSeconds = null }: ErrorParts) {
    super(message);
    this.code = code;
    this.status = status;
    this.problems = problems;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** From Aisle or a proxy. */
function errorOf(response: Response, body: unknown): AisleError {
  const { msg, errors } = (typeof body === 'object' && body !== null ? body : {}) as { msg?: unknown; errors?: unknown };
  const problems = Array.isArray(errors) ? (errors as AisleProblem[]) : [];
  const isOurs = typeof msg === 'string' && msg !== '';
  const [first] = problems;
  const ofField = first !== undefined && first.field !== '' && first.message !== msg ? `${first.field}: ${first.message}` : null;
  const message = ofField ?? (isOurs ? msg : `The search server answered with status ${response.status}.`);
  return new AisleError(message, {
    code: codeOf(problems, isOurs),
    status: response.status,
    problems: problems.map(({ field, code, message: text }) => ({ field, code, message: text })),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  });
}

/** A problem of a field makes the call `invalid`. */
function codeOf(problems: readonly AisleProblem[], isOurs: boolean): string {
  const [first] = problems;
  if (first === undefined) return isOurs ? 'invalid' : 'noAnswer';
  return first.field === '' ? first.code : 'invalid';
}

/** Seconds or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Rejects with the signal's reason. */
function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

const firstWaitMilliseconds = 200;
const longestWaitMilliseconds = 3_000;

/**
 * Milliseconds before a retry: exponential backoff with full jitter (AWS Architecture Blog), so that pages don't return at the same moment.
 */
export const backoffMilliseconds = (tried: number, random = Math.random()): number =>
  Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** (tried - 1)) * (0.5 + random / 2);

export interface Sending {
  /** Per try. */
  readonly timeoutMilliseconds: number;
  /** Retries of temporary failures. */
  readonly retries: number;
  /** If the server asks for longer, the call fails at once. */
  readonly longestRetryAfterSeconds: number;
  readonly fetch: typeof fetch;
}

export interface CallOptions {
  /** Rejects the promise with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface Call {
  readonly url: string;
  /** POST as plain text, which needs no preflight. */
  readonly body?: string;
  /** Sent even if the page closes. */
  readonly isKept?: boolean;
}

/** Busy servers, and proxies without one. */
const passingStatuses = new Set([429, 502, 503, 504]);

/**
 * Retries temporary failures. All calls are safe to repeat: searches change nothing, and events have ids. Throws `AisleError`, or the
 * signal's reason.
 */
export async function send(sending: Sending, call: Call, { signal }: CallOptions = {}): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    try {
      return await tryOnce(sending, call, signal);
    } catch (error) {
      const pause = tried <= sending.retries ? pauseAfter(error, tried, sending) : null;
      if (pause === null) throw error;
      await wait(pause, signal);
    }
  }
}

/** Milliseconds; null without another try. */
function pauseAfter(error: unknown, tried: number, { longestRetryAfterSeconds }: Sending): number | null {
  if (!(error instanceof AisleError)) return null;
  const { status, retryAfterSeconds } = error;
  if (status !== 0 && !passingStatuses.has(status)) return null;
  const wanted = retryAfterSeconds ?? 0;
  return wanted > longestRetryAfterSeconds ? null : Math.max(wanted * 1000, backoffMilliseconds(tried));
}

async function tryOnce({ timeoutMilliseconds, fetch }: Sending, call: Call, signal?: AbortSignal): Promise<unknown> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const end = (): void => ending.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  const timer = setTimeout(() => ending.abort(), timeoutMilliseconds);
  try {
    const response = await fetch(call.url, { ...requestOf(call), signal: ending.signal });
    return dataOf(response, withPictures(await response.text(), call.url));
  } catch (error) {
    if (error instanceof AisleError) throw error;
    signal?.throwIfAborted();
    throw ending.signal.aborted
      ? new AisleError(`The search server has not answered within ${timeoutMilliseconds} ms.`, { code: 'timeout', status: 0 })
      : new AisleError('No connection to the search server.', { code: 'noConnection', status: 0 });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** The sample shop's pictures are on the search server, and the page may be elsewhere. */
const withPictures = (text: string, url: string): string =>
  text.replaceAll('"/sample-shop/', `"${new URL(url).origin}/sample-shop/`);

/** Fire and forget while the page closes. */
export function sendLast({ fetch }: Sending, { url, body = '' }: Call): void {
  const { navigator } = globalThis as { navigator?: { sendBeacon?: (url: string, body: string) => boolean } };
  const isTaken = navigator?.sendBeacon?.(url, body) === true;
  if (!isTaken) fetch(url, requestOf({ url, body, isKept: true })).catch(() => undefined);
}

const requestOf = ({ body, isKept = false }: Call): RequestInit => ({
  credentials: 'omit',
  ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'text/plain;charset=UTF-8' } }),
  ...(isKept && { keepalive: true }),
});

function dataOf(response: Response, text: string): unknown {
  const body = parsed(text);
  const hasData = typeof body === 'object' && body !== null && 'data' in body && body.data !== null;
  if (response.ok && hasData) {
    const { warnings = [] } = body as { warnings?: readonly { message: string }[] };
    for (const { message } of warnings) sayOnce(message);
    return body.data;
  }
  throw errorOf(response, body);
}

const said = new Set<string>();

/** For developers: each sentence once a page, in the browser's console. */
export function sayOnce(text: string): void {
  if (!said.has(text)) console.warn(`Aisle: ${text}`);
  said.add(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

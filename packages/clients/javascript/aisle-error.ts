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
export function errorOf(response: Response, body: unknown): AisleError {
  const { msg, errors } = (typeof body === 'object' && body !== null ? body : {}) as { msg?: unknown; errors?: unknown };
  const problems = Array.isArray(errors) ? (errors as AisleProblem[]) : [];
  const isOurs = typeof msg === 'string' && msg !== '';
  const message = isOurs ? msg : `The search server answered with status ${response.status}.`;
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

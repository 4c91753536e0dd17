/** What is wrong with one field of what was sent; without a field, with all of it. */
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

/**
 * A call that was not answered with data. `code` is that of the server, such as `tooManyRequests`; where no server said one, it is
 * `noConnection`, `timeout` or `noAnswer`.
 */
export class AisleError extends Error {
  override readonly name = 'AisleError';
  readonly code: string;
  /** The HTTP status; 0 where nothing answered. */
  readonly status: number;
  readonly problems: readonly AisleProblem[];
  /** How long the server asks to wait; null where it doesn't say. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, { code, status, problems = [], retryAfterSeconds = null }: ErrorParts) {
    super(message);
    this.code = code;
    this.status = status;
    this.problems = problems;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error of an answer that has no data, whoever wrote it: Aisle itself, or a proxy before it. */
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

/** A mistake in a field makes the whole call `invalid`. */
function codeOf(problems: readonly AisleProblem[], isOurs: boolean): string {
  const [first] = problems;
  if (first === undefined) return isOurs ? 'invalid' : 'noAnswer';
  return first.field === '' ? first.code : 'invalid';
}

/** `Retry-After` is a number of seconds, or a moment. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

import type { Endpoint } from '#contract/endpoint.ts';
import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import { isSaving } from './writes.ts';

/** Stands for the HTTP status of a call that got no answer at all. */
export const noAnswerStatus = 0;

/** A call that failed. `code` and `parameters` are those of its first problem. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** The HTTP status, or `noAnswerStatus`. */
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly code: ErrorCode;
  readonly parameters: ErrorParameters;

  constructor(status: number, problems: readonly Problem[]) {
    const first = problems[0] ?? { code: 'internal' as const, message: errorText('internal') };
    super(first.message);
    this.status = status;
    this.problems = problems.length > 0 ? problems : [{ field: '', ...first }];
    this.code = first.code;
    this.parameters = ('parameters' in first ? first.parameters : undefined) ?? {};
  }
}

/** A call that nobody answered. Without an endpoint it is something else that didn't come, such as code. */
export function noAnswer(endpoint?: Pick<Endpoint, 'method' | 'needs' | 'onlyAsks'>): CallError {
  const isSigningIn = endpoint?.needs === 'public';
  const code = endpoint && isSaving(endpoint) && !isSigningIn ? 'notSaved' : 'noConnection';
  return new CallError(noAnswerStatus, [{ field: '', code, message: errorText(code) }]);
}

/** Of calls that say the same whatever went wrong: only that nobody answered is told apart. */
export const inGeneral = (error: CallError): CallError => (error.status === noAnswerStatus ? error : new CallError(500, []));

/** What any thrown value means to the person: our own failures keep their words, all others are internal errors. */
export const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(noAnswerStatus, []);

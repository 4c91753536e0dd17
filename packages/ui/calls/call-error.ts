import type { Endpoint } from '#contract/endpoint.ts';
import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';
import { isSaving } from './writes.ts';

export const noAnswerStatus = 0;

/** `code` and `parameters` are those of the first problem. */
export class CallError extends Error {
  override readonly name = 'CallError';
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

export function noAnswer(endpoint?: Pick<Endpoint, 'method' | 'needs' | 'onlyAsks'>): CallError {
  const isSigningIn = endpoint?.needs === 'public';
  const code = endpoint && isSaving(endpoint) && !isSigningIn ? 'notSaved' : 'noConnection';
  return new CallError(noAnswerStatus, [{ field: '', code, message: errorText(code) }]);
}

/** For calls whose failures all read the same, except for a lost connection. */
export const inGeneral = (error: CallError): CallError => (error.status === noAnswerStatus ? error : new CallError(500, []));

export const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(noAnswerStatus, []);

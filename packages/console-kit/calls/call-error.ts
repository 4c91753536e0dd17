import { errorText, type ErrorCode, type ErrorParameters, type Problem } from '#contract/errors.ts';

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

/** What any thrown value means to the person: our own failures keep their words, all others are internal errors. */
export const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(noAnswerStatus, []);

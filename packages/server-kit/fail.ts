import { type ErrorCode, type ErrorParameters, errorText, type Problem } from '#contract/errors.ts';

/** An error that the caller is told about, whole. Anything else that is thrown is answered as `internal`. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** What the caller should see beside it, as the data of the answer. */
  shown: unknown = null;

  constructor(code: ErrorCode, parameters: ErrorParameters, problems: readonly Problem[]) {
    super(errorText(code, parameters));
    this.code = code;
    this.problems = problems;
  }

  showing(shown: unknown): this {
    this.shown = shown;
    return this;
  }
}

/** An error about the call as a whole: `throw fail('notFound', { name: 'synonym' })`. */
export const fail = (code: ErrorCode, parameters: ErrorParameters = {}): Failure =>
  new Failure(code, parameters, [{ field: '', code, message: errorText(code, parameters), parameters }]);

/** An error about one field of the input. */
export const failField = (field: string, code: ErrorCode, parameters: ErrorParameters = {}): Failure =>
  new Failure(code, parameters, [{ field, code, message: errorText(code, parameters), parameters }]);

/** An input that does not fit its schema. */
export const failInput = (problems: readonly Problem[]): Failure => new Failure('invalid', {}, problems);

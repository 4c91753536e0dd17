import { type ErrorCode, type ErrorParameters, errorText, type Problem } from '#contract/errors.ts';
import type { GlossaryName } from '#contract/texts/glossary-names.ts';

/** Shown to the caller; any other error is answered as `internal`. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** Sent as the response's data. */
  shown: unknown = null;

  constructor(code: ErrorCode, message: string, problems: readonly Problem[]) {
    // Thrown thousands of times per second under overload, and no one reads the stack.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.problems = problems;
  }

  showing(shown: unknown): this {
    this.shown = shown;
    return this;
  }
}

const about = (field: string, code: ErrorCode, parameters: ErrorParameters): Failure => {
  const message = errorText(code, parameters);
  return new Failure(code, message, [{ field, code, message, parameters }]);
};

/** For the call as a whole: `throw fail('notFound', { name: 'synonym' })`. */
export const fail = (code: ErrorCode, parameters: ErrorParameters = {}): Failure => about('', code, parameters);

export const failField = (field: string, code: ErrorCode, parameters: ErrorParameters = {}): Failure =>
  about(field, code, parameters);

export const failInput = (problems: readonly Problem[]): Failure => new Failure('invalid', errorText('invalid', {}), problems);

/** Throws `notFound` for null and undefined. */
export function foundIn<Found>(found: Found | null | undefined, name: GlossaryName): Found {
  if (found === null || found === undefined) throw fail('notFound', { name });
  return found;
}

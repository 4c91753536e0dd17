import { type ErrorCode, type ErrorParameters, errorText, type Problem } from '#contract/errors.ts';
import type { GlossaryName } from '#contract/texts/glossary-names.ts';

/** An error that the caller is told about, whole. Anything else that is thrown is answered as `internal`. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** What the caller should see beside it, as the data of the answer. */
  shown: unknown = null;

  constructor(code: ErrorCode, message: string, problems: readonly Problem[]) {
    // Thousands a second are thrown at who calls too often, and nobody reads where: their caller is told all there is to say.
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

/** An error about the call as a whole: `throw fail('notFound', { name: 'synonym' })`. */
export const fail = (code: ErrorCode, parameters: ErrorParameters = {}): Failure => about('', code, parameters);

export const failField = (field: string, code: ErrorCode, parameters: ErrorParameters = {}): Failure =>
  about(field, code, parameters);

export const failInput = (problems: readonly Problem[]): Failure => new Failure('invalid', errorText('invalid', {}), problems);

/** What a store found. Throws `notFound` for what it didn't find. */
export function foundIn<Found>(found: Found | null | undefined, name: GlossaryName): Found {
  if (found === null || found === undefined) throw fail('notFound', { name });
  return found;
}

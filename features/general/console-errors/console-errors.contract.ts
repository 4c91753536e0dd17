import * as z from 'zod/mini';
import { consoleErrorLengths, consoleErrorsPath } from '#contract/account/console-errors.ts';
import { endpoint } from '#contract/endpoint.ts';

/** What went wrong: nobody caught an error, a page failed to be drawn, or its code did not come. */
export const consoleErrorKinds = ['uncaught', 'drawing', 'loading'] as const;

const text = (most: number) => z.string().check(z.maxLength(most, { error: 'maximumLength' }));

export const reportConsoleError = endpoint(`POST ${consoleErrorsPath}`, {
  // The pages before sign-in fail, too.
  needs: 'public',
  summary: 'Writes an error of the console into the log of the server',
  input: z.object({
    kind: z.enum(consoleErrorKinds),
    message: text(consoleErrorLengths.message),
    /** The names of our files in it say which build it was. */
    stack: text(consoleErrorLengths.stack),
    /** Of the page, without its query. */
    path: text(consoleErrorLengths.path),
  }),
  bodyLimitBytes: 32 * 1024,
});

import * as z from 'zod/mini';
import { consoleErrorLengths, consoleErrorsPath } from '#contract/limits.ts';
import { endpoint } from '#contract/endpoint.ts';

export const consoleErrorKinds = ['uncaught', 'drawing', 'loading'] as const;

const text = (most: number) => z.string().check(z.maxLength(most, { error: 'maximumLength' }));

export const reportConsoleError = endpoint(`POST ${consoleErrorsPath}`, {
  // Pages before sign-in fail, too.
  needs: 'public',
  summary: 'Writes an error of the console into the log of the server',
  input: z.object({
    kind: z.enum(consoleErrorKinds),
    message: text(consoleErrorLengths.message),
    /** File names in it identify the build. */
    stack: text(consoleErrorLengths.stack),
    /** Without the query. */
    path: text(consoleErrorLengths.path),
  }),
  bodyLimitBytes: 32 * 1024,
});

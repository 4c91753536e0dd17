/** What a page sends when it fails, apart from the contract of the call: a page that is about to fail shouldn't need its code. */
export const consoleErrorsPath = '/api/console-errors';

/** In characters. */
export const consoleErrorLengths = { message: 500, stack: 4000, path: 200 } as const;

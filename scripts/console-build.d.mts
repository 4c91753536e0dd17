/** Builds the console, unless what was built is of these files. */
export function buildConsole(options?: { readonly isForced?: boolean }): Promise<void>;

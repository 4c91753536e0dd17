/** Builds the script of shops, and what the demo shop has beside it, unless they are built. */
export function buildPlugin(how?: { readonly isForced?: boolean }): Promise<void>;

export const askEveryMs = 30_000;
export const askWhileImportingMs = 2_000;
/** While the user waits for the first call. */
export const askWhileWaitingMs = 5_000;

export const askEveryMs = 30_000;
export const askWhileImportingMs = 2_000;
/** Somebody has just put the line into the shop, and looks whether it works. */
export const askWhileWaitingMs = 5_000;

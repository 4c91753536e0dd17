/** What is shown is asked for again while the page is open. */
export const askEveryMs = 30_000;
/** More often while an import changes it. */
export const askWhileImportingMs = 2_000;
/** Somebody has just put the line into the shop, and looks whether it works. */
export const askWhileWaitingMs = 5_000;

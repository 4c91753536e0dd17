import { expect, type Page, type Request } from '@playwright/test';

/** A prefetched file whose page was left. */
const givenUp = 'net::ERR_ABORTED';

/** Collects uncaught errors, console errors and failed files. */
export function troublesOf(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('requestfailed', (request) => {
    if (isOfConsole(request.url()) && request.failure()?.errorText !== givenUp)
      troubles.push(`not loaded: ${request.url()} (${request.failure()?.errorText})`);
  });
  return troubles;
}

/** Hashed file names in one folder. */
const isOfConsole = (url: string): boolean => new URL(url).pathname.startsWith('/assets/');

const lookEveryMilliseconds = 20;

/** Returns a function that waits until no call is pending and the page is drawn. */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const isQuiet = () => expect.poll(() => open.size, { intervals: [lookEveryMilliseconds] }).toBe(0);
  return async () => {
    await isQuiet();
    // A response may cause more calls; loaded code may open a dialog when idle.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 500 })))');
    await isQuiet();
  };
}

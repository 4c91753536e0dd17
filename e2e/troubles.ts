import { expect, type Page, type Request } from '@playwright/test';

/** Of a file that was fetched ahead when the page was left. */
const givenUp = 'net::ERR_ABORTED';

/** What goes wrong in a page from now on: errors that nobody caught, what its console calls an error, and files that didn't come. */
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

/** Files of the built console have a hash in their name and stand in one folder. */
const isOfConsole = (url: string): boolean => new URL(url).pathname.startsWith('/assets/');

const lookEveryMilliseconds = 20;

/** Follows the calls of a page from now on. What it answers waits until none is on its way and the page has drawn what came. */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const isQuiet = () => expect.poll(() => open.size, { intervals: [lookEveryMilliseconds] }).toBe(0);
  return async () => {
    await isQuiet();
    // What came may ask for more, and code that came may show a dialog once there is time to run it.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 500 })))');
    await isQuiet();
  };
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { expect, type Page, type Request } from '@playwright/test';

export type Language = 'cs' | 'en';

/** Default: English, wide, light. */
export interface Look {
  readonly language?: Language;
  readonly isPhone?: boolean;
  readonly isDark?: boolean;
}

export const phone = { width: 360, height: 740 };

/** Before the first navigation. */
export async function lookAt(page: Page, { language = 'en', isPhone = false, isDark = false }: Look): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  if (isPhone) await page.setViewportSize(phone);
  if (isDark) await page.emulateMedia({ colorScheme: 'dark' });
}

/** Before the first navigation. Returns the number of clicks so far; Enter is none. */
export async function countClicks(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('noteClick', () => (count += 1));
  await page.addInitScript("document.addEventListener('click', ({ detail }) => detail > 0 && noteClick(), true)");
  return () => count;
}

/** Nothing overflows to the right, and buttons show their whole text. */
export async function expectFits(page: Page, message = page.url()): Promise<void> {
  await expect.poll(() => overflowPixels(page), { message }).toBeLessThanOrEqual(0);
  await expect.poll(() => cutButtons(page), { message }).toEqual([]);
}

/** Texts of overflowing buttons. */
const cutButtons = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.mantine-Button-label')].filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent)`,
  );

/** The root element's edge: space for a scrollbar is reserved. */
const overflowPixels = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.offsetWidth');

/** Sections of the menu may be closed. */
export async function openByMenu(page: Page, name: string | RegExp): Promise<void> {
  const menu = page.getByRole('navigation');
  const link = menu.getByRole('link', { name, exact: true, includeHidden: true });
  await link.waitFor({ state: 'attached' });
  const closed = menu.getByRole('button', { expanded: false });
  while ((await link.isHidden()) && (await closed.count()) > 0) await closed.first().click();
  await link.click();
}

/** A prefetched file whose page was left. */
const aborted = 'net::ERR_ABORTED';
const isOfConsole = (url: string): boolean => new URL(url).pathname.startsWith('/assets/');

/** Collects uncaught errors, console errors and failed files. */
export function troublesOf(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('requestfailed', (request) => {
    if (isOfConsole(request.url()) && request.failure()?.errorText !== aborted)
      troubles.push(`not loaded: ${request.url()} (${request.failure()?.errorText})`);
  });
  return troubles;
}

const pollMilliseconds = 20;

/** A call that a screen sends while it is left may never end in the browser's events. */
const lostAfterMs = 30_000;

/** Returns a function that waits until no call is pending and the page is drawn. */
export function settling(page: Page): () => Promise<void> {
  const open = new Map<Request, number>();
  page.on('request', (request) => open.set(request, Date.now()));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const pending = (): string[] =>
    [...open].flatMap(([request, sentAt]) => (Date.now() - sentAt < lostAfterMs ? [request.url()] : []));
  const isQuiet = () => expect.poll(pending, { intervals: [pollMilliseconds] }).toEqual([]);
  return async () => {
    await isQuiet();
    // A response may cause more calls; loaded code may open a dialog when idle.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 500 })))');
    await isQuiet();
  };
}

/** Waits for calls and transitions; pulsing skeletons never end. */
export async function settled(page: Page): Promise<void> {
  const hasMoved = "document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished')";
  const isFresh = "document.querySelector('[data-other=true], [data-old=true], [data-faded=true]') === null";
  // Not `waitForFunction`, whose polling is an `eval` that the policy rejects.
  await expect
    .poll(() => page.evaluate<boolean>(`${hasMoved} && ${isFresh}`), { intervals: [pollMilliseconds], message: 'page rests' })
    .toBe(true);
}

/** The short build: a page compiles it in two thirds of the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Checks the settled page, or the part that a selector names. */
export const expectAccessible = (page: Page, within = 'html', message = page.url()): Promise<void> =>
  expect.poll(() => accessibilityProblems(page, within), { message }).toEqual([]);

/** One line per violation. Axe is injected once; frames are checked where they are opened. */
async function accessibilityProblems(page: Page, within: string): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${axeSource}; undefined`);
  const places = `document.querySelectorAll(${JSON.stringify(within)})`;
  const run = `axe.run(${places}, { resultTypes: ['violations'], iframes: false }).then(({ violations }) => violations)`;
  const violations = await page.evaluate<axe.Result[]>(run);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

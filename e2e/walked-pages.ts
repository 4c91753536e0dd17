import type { Browser, Page } from '@playwright/test';
import { pageOptions } from './browser.ts';
import { signIn, test as base } from './fixtures.ts';
import { type Look, lookAt } from './look.ts';
import { settling, troublesOf } from './troubles.ts';

/** A page of the shop's owner that goes from screen to screen and stays: what it has compiled for one, it doesn't for the next. */
interface WalkedPage {
  readonly page: Page;
  /** What went wrong in it. */
  readonly troubles: string[];
  readonly settle: () => Promise<void>;
}

interface WalkedPages {
  /** In English and light. */
  readonly wide: WalkedPage;
  /** On a phone, in Czech and dark. */
  readonly narrow: WalkedPage;
}

export const test = base.extend<object, WalkedPages>({
  wide: [
    async ({ browser, server, ownerToken }, provide) => provide(await walkedPage(browser, server.url, ownerToken, {})),
    { scope: 'worker' },
  ],
  narrow: [
    async ({ browser, server, ownerToken }, provide) =>
      provide(await walkedPage(browser, server.url, ownerToken, { language: 'cs', isPhone: true, isDark: true })),
    { scope: 'worker' },
  ],
});

async function walkedPage(browser: Browser, baseURL: string, token: string, look: Look): Promise<WalkedPage> {
  const page = await browser.newPage({ ...pageOptions, baseURL });
  await signIn(page, token);
  await lookAt(page, look);
  await refuseChanges(page);
  return { page, troubles: troublesOf(page), settle: settling(page) };
}

/** The page keeps nothing of the screen that it shows for the next one. */
export const forget = (page: Page): Promise<unknown> => page.evaluate('localStorage.clear(), sessionStorage.clear()');

/** Nobody is harmed by pressing every button: what would change something is refused in the page, before it reaches the server. */
const refuseChanges = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const send = window.fetch;
    const errors = [{ field: '', code: 'notAllowed', message: 'No.' }];
    window.fetch = (url, request = {}) => {
      const { pathname } = new URL(url, location.href);
      const isTrying = /[/](preview|query)$/.test(pathname) && pathname !== '/api/plugin/preview';
      const isReading = ['GET', 'HEAD'].includes(request.method ?? 'GET') || isTrying;
      if (isReading || !pathname.startsWith('/api/')) return send(url, request);
      return Promise.resolve(Response.json({ err: 1, msg: 'No.', data: null, errors }));
    };
  }`);

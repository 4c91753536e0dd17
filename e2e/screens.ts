import type { Browser, Page } from '@playwright/test';
import { listFeeds } from '#features/data/feeds/feeds.contract.ts';
import { listProjects } from '#features/owner/projects/projects.contract.ts';
import { pageOptions } from './browser.ts';
import { read } from './calls.ts';
import { expect, signIn, test as base } from './fixtures.ts';
import { type Look, lookAt, settling, troublesOf } from './pages.ts';

/** Parameters with which a screen shows most. */
const insideAddresses: Readonly<Record<string, string>> = {
  '/search-settings/curations/edit': '/search-settings/curations/edit?id=new&query=kettle',
  '/analytics/trending-searches/item': '/analytics/trending-searches/item?q=kettle',
  '/analytics/trending-item': '/analytics/trending-item?id=kettle-2-black&c=1',
};

export interface ListedScreen {
  readonly path: string;
  readonly isInside?: true;
}

/** Untyped import: its types are a browser's, and journeys are checked without DOM. */
const list: string = '#apps/console/screens.ts';

export const listedScreens = async (): Promise<readonly ListedScreen[]> =>
  ((await import(list)) as { readonly screens: readonly ListedScreen[] }).screens;

/** Addresses of the sample shop's screens with most content. */
export const addressOf = ({ path, isInside }: ListedScreen, feedId: number | undefined): string =>
  isInside ? (insideAddresses[path] ?? `${path}?id=${feedId}`) : path;

/** The owner's page, kept between screens so that compiled code is reused. */
export interface WalkedPage {
  readonly page: Page;
  /** Errors of the page. */
  readonly troubles: string[];
  readonly settle: () => Promise<void>;
}

interface WalkedPages {
  /** Of the sample shop. */
  readonly feedId: number;
  /** In English and light. */
  readonly wide: WalkedPage;
  /** On a phone, in Czech and dark. */
  readonly narrow: WalkedPage;
}

export const test = base.extend<object, WalkedPages>({
  feedId: [
    async ({ server, ownerToken }, provide) => {
      const [project] = await read<{ token: string }[]>(server.url, listProjects.path, ownerToken, '');
      const { items } = await read<{ items: { id: number }[] }>(server.url, listFeeds.path, ownerToken, project!.token);
      await provide(items[0]!.id);
    },
    { scope: 'worker' },
  ],
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

export async function openWhole({ page, settle }: WalkedPage, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settle();
}

/** Navigates without a reload, which takes most of the time. */
export async function openWithin(walked: WalkedPage, address: string): Promise<void> {
  const { page, settle } = walked;
  if (page.url() === 'about:blank') return openWhole(walked, address);
  await page.evaluate(`document.querySelector('main h1')?.setAttribute('data-left', '')
    history.pushState(null, '', ${JSON.stringify(address)})`);
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
  await settle();
}

/** Clears state of the current screen. */
export const forget = (page: Page): Promise<unknown> => page.evaluate('localStorage.clear(), sessionStorage.clear()');

/** Blocks changing calls, so that every button may be pressed. */
const refuseChanges = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const send = window.fetch;
    const errors = [{ field: '', code: 'notAllowed', message: 'No.' }];
    window.fetch = (url, request = {}) => {
      const { pathname } = new URL(url, location.href);
      const isTrying = /[/](preview|query|batch)$/.test(pathname) && pathname !== '/api/plugin/preview';
      const isReading = ['GET', 'HEAD'].includes(request.method ?? 'GET') || isTrying;
      if (isReading || !pathname.startsWith('/api/')) return send(url, request);
      return Promise.resolve(Response.json({ err: 1, msg: 'No.', data: null, errors }));
    };
  }`);

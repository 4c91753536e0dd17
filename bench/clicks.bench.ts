/**
 * From a click in the menu to the content of each screen, with the sample shop and a month of made-up visitors: first visits in new windows,
 * then repeated ones, without the code that hovering would fetch. Skeletons are no content. Run: npm run bench -- clicks [words of addresses]
 */
import { chromium, type Page } from '@playwright/test';
import { launchOptions, pageOptions } from '#e2e/browser.ts';
import { startServer } from '#e2e/server.ts';
import { listedScreens } from '#e2e/screens.ts';
import { build } from '#scripts/build.mjs';
import { openShop } from '#scripts/screenshots/screenshot-shop.ts';
import { percentile, report } from './figures.ts';

const visits = { cold: 3, warm: 5 };
const mostMs = { cold: 400, warm: 150 };
/** Good by Web Vitals. */
const mostShift = 0.1;
const restMs = 400;
const words = process.argv.slice(2);

interface Click {
  readonly contentMs: number;
  /** Until the last response. */
  readonly answersMs: number;
  /** Movement of what is shown, as Chromium scores it. */
  readonly shift: number;
}

/** Runs in the page, which has no types here. */
const clickScript = (path: string): string => `new Promise((resolve) => {
  document.querySelector('main h1')?.setAttribute('data-left', '');
  let shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value))).observe({ type: 'layout-shift' });
  performance.clearResourceTimings();
  const start = performance.now();
  document.querySelector('nav a[href^="${path}?"], nav a[href="${path}"]').click();
  const isThere = () => {
    const main = document.querySelector('main');
    return location.pathname === '${path}' && main?.querySelector('h1:not([data-left])') && !main.querySelector('.mantine-Skeleton-root');
  };
  const look = () => {
    if (!isThere()) return requestAnimationFrame(look);
    const contentMs = performance.now() - start;
    setTimeout(() => {
      const ends = performance.getEntriesByType('resource')
        .filter(({ name, startTime }) => name.includes('/api/') && startTime >= start && startTime < start + contentMs)
        .map(({ responseEnd }) => responseEnd - start);
      resolve({ contentMs, answersMs: Math.max(0, ...ends), shift });
    }, ${restMs});
  };
  requestAnimationFrame(look);
})`;

const click = (page: Page, path: string): Promise<Click> => page.evaluate(clickScript(path));

await build({ only: ['console'] });
const server = await startServer();
const { args, ...options } = launchOptions;
const browser = await chromium.launch({ ...options, args: args.filter((one) => !one.startsWith('--js-flags')) });
try {
  const { token } = await openShop(server);
  const opened = async (): Promise<Page> => {
    const page = await browser.newPage({ ...pageOptions, baseURL: server.url, viewport: { width: 1440, height: 900 } });
    await page.addInitScript((session) => localStorage.setItem('id_token', session), token);
    // Opens all sections of the menu.
    const names = ['analytics', 'search', 'preview', 'data', 'shop', 'project', 'server'];
    await page.addInitScript(
      (menu) => localStorage.setItem('menu', menu),
      JSON.stringify(Object.fromEntries(names.map((name) => [name, true]))),
    );
    await page.goto('/profile');
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(restMs);
    return page;
  };
  const screens = (await listedScreens()).filter(({ path, isInside }) => !isInside && words.every((word) => path.includes(word)));
  const pages: Page[] = [];
  for (let at = 0; at < visits.cold; at += 1) pages.push(await opened());
  const warmPage = pages[0]!;
  const clicks = new Map(screens.map(({ path }) => [path, { cold: [] as Click[], warm: [] as Click[] }]));
  for (const page of pages) for (const [path, { cold }] of clicks) cold.push(await click(page, path));
  for (let at = 0; at < visits.warm; at += 1) for (const [path, { warm }] of clicks) warm.push(await click(warmPage, path));
  for (const [path, { cold, warm }] of clicks) {
    const median = (of: readonly Click[], name: keyof Click): number =>
      percentile(
        of.map((one) => one[name]),
        0.5,
      );
    const [first, again] = [median(cold, 'contentMs'), median(warm, 'contentMs')];
    const shift = Math.max(median(cold, 'shift'), median(warm, 'shift'));
    const answers = `answers after ${Math.round(median(cold, 'answersMs'))} and ${Math.round(median(warm, 'answersMs'))} ms`;
    report({
      name: `Click to ${path}`,
      value: `first visit ${Math.round(first)} ms, later ones ${Math.round(again)} ms; ${answers}; shift ${shift.toFixed(3)}`,
      target: {
        text: `≤ ${mostMs.cold} and ${mostMs.warm} ms, shift ≤ ${mostShift}`,
        isMet: first <= mostMs.cold && again <= mostMs.warm && shift <= mostShift,
      },
    });
  }
} finally {
  await browser.close();
  await server.stop();
}

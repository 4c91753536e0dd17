/**
 * What Lighthouse says of every screen of the built console, with the sample shop and a month of made-up visitors, on a phone with slow 4G
 * and a quarter of the processor.
 * Run: npm run lighthouse [-- <words of addresses> …] [visits=3]. It installs Lighthouse where it is missing.
 */
import { chromium } from '@playwright/test';
import { startServer } from '#e2e/server.ts';
import { addressOf, listedScreens } from '#e2e/screen-addresses.ts';
import { build } from '#scripts/build.mjs';
import { openShop } from '#scripts/screenshots/screenshot-shop.ts';
import { percentile } from './engine-queries.ts';
import { tell } from './figures.ts';
import { categories, type Judgement, openLighthouse, type OpenLighthouse } from './lighthouse/open-lighthouse.ts';

const words = (process.env['AISLE_LIGHTHOUSE_WORDS'] ?? '').split(' ').filter(Boolean);
const options = new Map(words.map((word) => word.split('=') as [string, string]));
/** One visit swings by several points; three of all screens take an hour. */
const visits = Number(options.get('visits') ?? 1);
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
const guestPages = ['/login', '/register'];
const addresses = words.filter((word) => !word.includes('='));
const isAsked = (address: string): boolean => addresses.length === 0 || addresses.some((word) => address.includes(word));

async function signIn({ debuggerUrl }: OpenLighthouse, url: string, kept: Readonly<Record<string, string>>): Promise<void> {
  const browser = await chromium.connectOverCDP(debuggerUrl);
  const page = await browser.contexts()[0]!.newPage();
  await page.goto(`${url}/404`);
  await page.evaluate((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(kept));
  await page.close();
  await browser.close();
}

async function judge(lighthouse: OpenLighthouse, url: string, address: string): Promise<void> {
  const judged: Judgement[] = [];
  for (let visit = 0; visit < visits; visit += 1) judged.push(await lighthouse.judge(url + address));
  const median = (of: (one: Judgement) => number): number => percentile(judged.map(of), 0.5);
  const scores = categories.map((name) => [name, median((one) => one.scores[name])] as const);
  const [{ scriptBytes, failed }] = judged as [Judgement];
  const details = [
    `LCP ${(median((one) => one.largestPaint) / 1000).toFixed(1)} s`,
    `TBT ${Math.round(median((one) => one.blocked))} ms`,
    `${Math.round(scriptBytes / 1000)} kB of script`,
    ...(visits > 1 ? [`median of ${visits}`] : []),
  ];
  tell({
    name: `Lighthouse: ${new URL(address, url).pathname}`,
    value: `${scores.map(([, score]) => score).join(' / ')}; ${details.join(', ')}`,
    target: { text: '≥ 95 / 100 / 100', isMet: scores.every(([name, score]) => score >= wanted[name]) },
    searchThreads: null,
  });
  if (failed.length > 0) console.log(`  would have more of: ${failed.join(', ')}`);
}

await build({ only: ['console'] });
const server = await startServer();
const lighthouse = await openLighthouse();
try {
  const { token, feedId } = await openShop(server);
  for (const page of guestPages.filter(isAsked)) await judge(lighthouse, server.url, page);
  await signIn(lighthouse, server.url, { id_token: token, language: 'en' });
  for (const screen of await listedScreens())
    if (isAsked(screen.path)) await judge(lighthouse, server.url, addressOf(screen, feedId));
} finally {
  await lighthouse.close();
  await server.stop();
}

/**
 * Lighthouse on every screen of the built console, with the sample shop and a month of made-up visitors, on a phone with slow 4G and a
 * quarter of the processor. Lighthouse is installed where it is missing.
 * Run: npm run lighthouse [-- <words of addresses> …] [visits=3]
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { launchOptions } from '#e2e/browser.ts';
import { startServer } from '#e2e/server.ts';
import { addressOf, listedScreens } from '#e2e/screens.ts';
import { build } from '#scripts/build.mjs';
import { outerPath, root } from '#scripts/places.mjs';
import { mustRun } from '#scripts/processes.mjs';
import { openShop } from '#scripts/screenshots/screenshot-shop.ts';
import { percentile, report } from './figures.ts';

const lighthouseVersion = '13.5.0';
const words = process.argv.slice(2);
/** One visit swings by several points; three of all screens take an hour. */
const visits = Number(words.find((word) => word.startsWith('visits='))?.slice('visits='.length) ?? 1);
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100 };
const addresses = words.filter((word) => !word.includes('='));
const isWanted = (address: string): boolean => addresses.length === 0 || addresses.some((word) => address.includes(word));

interface Audit {
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly { readonly resourceType?: string; readonly transferSize?: number }[] };
}
interface Judgement {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}
type Lighthouse = (address: string, flags: object) => Promise<{ readonly lhr: Judgement }>;

/** It is larger than all packages of the server, so it is installed on first use. */
async function openLighthouse(): Promise<Lighthouse> {
  const folder = path.join(root, '.cache', `lighthouse-${lighthouseVersion}`);
  const manifest = path.join(folder, 'node_modules/lighthouse/package.json');
  if (!existsSync(manifest)) {
    await mkdir(folder, { recursive: true });
    const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', `lighthouse@${lighthouseVersion}`];
    await mustRun('npm', install, { env: { PATH: outerPath } });
  }
  const address = pathToFileURL(createRequire(manifest).resolve('lighthouse')).href;
  return ((await import(address)) as { readonly default: Lighthouse }).default;
}

async function judge(lighthouse: Lighthouse, port: number, url: string): Promise<void> {
  const judged: Judgement[] = [];
  for (let visit = 0; visit < visits; visit += 1)
    judged.push((await lighthouse(url, { port, onlyCategories: Object.keys(wanted), logLevel: 'error' })).lhr);
  const median = (of: (one: Judgement) => number): number => percentile(judged.map(of), 0.5);
  const milliseconds = (audit: string): number => median(({ audits }) => audits[audit]?.numericValue ?? NaN);
  const scores = Object.entries(wanted).map(([name, least]) => ({
    score: median(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)),
    least,
  }));
  const { audits } = judged[0]!;
  const scripts = audits['network-requests']?.details?.items?.filter(({ resourceType }) => resourceType === 'Script') ?? [];
  const scriptBytes = scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  const details = [
    `LCP ${(milliseconds('largest-contentful-paint') / 1000).toFixed(1)} s`,
    `TBT ${Math.round(milliseconds('total-blocking-time'))} ms`,
    `${Math.round(scriptBytes / 1000)} kB of script`,
  ];
  report({
    name: `Lighthouse: ${new URL(url).pathname}`,
    value: `${scores.map(({ score }) => score).join(' / ')}; ${details.join(', ')}`,
    target: { text: '≥ 95 / 100 / 100', isMet: scores.every(({ score, least }) => score >= least) },
  });
  const failed = Object.entries(audits).filter(
    ([, { score, scoreDisplayMode }]) => score !== null && score < 0.9 && ['binary', 'numeric'].includes(scoreDisplayMode),
  );
  if (failed.length > 0) console.log(`  below 0.9: ${failed.map(([name]) => name).join(', ')}`);
}

await build({ only: ['console'] });
const lighthouse = await openLighthouse();
const server = await startServer();
const profile = await mkdtemp(path.join(tmpdir(), 'aisle-lighthouse-'));
const { args: commonArgs, ...options } = launchOptions;
const args = [...commonArgs.filter((one) => !one.startsWith('--js-flags')), '--remote-debugging-port=0'];
const browser = await chromium.launchPersistentContext(profile, { ...options, args });
try {
  const port = Number((await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')[0]);
  const { token, feedId } = await openShop(server);
  for (const page of ['/login', '/register'].filter(isWanted)) await judge(lighthouse, port, server.url + page);
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto(`${server.url}/404`);
  await page.evaluate((session) => localStorage.setItem('id_token', session), token);
  for (const screen of await listedScreens())
    if (isWanted(screen.path)) await judge(lighthouse, port, server.url + addressOf(screen, feedId));
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  await server.stop();
}

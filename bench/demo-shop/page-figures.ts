import axe from 'axe-core';
import type { Browser } from '@playwright/test';

/** Milliseconds, but for the shift. */
export interface PageFigures {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** What tasks of more than 50 ms took beyond them, from the first paint on. */
  readonly blocked: number;
  /** The cumulative layout shift. */
  readonly shift: number;
  /** Sent over the network, without pictures. */
  readonly bytes: number;
}

/** As Lighthouse throttles a phone: slow 4G, and a quarter of the processor. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const slowdown = 4;
const quietMs = 3_000;

/** Runs in the page, before anything of it. */
const watch = `
  window.seen = { largestPaint: 0, shift: 0, tasks: [] };
  const on = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime));
  on('layout-shift', (entry) => (seen.shift += entry.hadRecentInput ? 0 : entry.value));
  on('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
`;
const read = `(() => {
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const late = seen.tasks.filter(([at]) => at >= firstPaint);
  const files = performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType !== 'img');
  const [page] = performance.getEntriesByType('navigation');
  return {
    firstPaint,
    largestPaint: seen.largestPaint,
    blocked: late.reduce((sum, [, duration]) => sum + duration - 50, 0),
    shift: seen.shift,
    bytes: [page, ...files].reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
})()`;

/** Of one visit by a phone that has never been there. */
export async function visit(browser: Browser, address: string): Promise<PageFigures> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    await page.waitForTimeout(quietMs);
    return await page.evaluate<PageFigures>(read);
  } finally {
    await context.close();
  }
}

/** What axe finds wrong and what it finds right, by its rules. */
export async function accessibility(browser: Browser, address: string): Promise<{ wrong: string[]; right: number }> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.evaluate(`${axe.source}; undefined`);
    const run = 'axe.run().then(({ violations, passes }) => ({ wrong: violations.map(({ id }) => id), right: passes.length }))';
    return await page.evaluate<{ wrong: string[]; right: number }>(run);
  } finally {
    await context.close();
  }
}

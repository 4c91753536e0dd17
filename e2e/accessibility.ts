import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** Longer than anything that slides or fades. */
const settleMilliseconds = 2_000;
const lookEveryMilliseconds = 50;

/** What is half faded has too little contrast, and a dialog on its way out no name. Skeletons that pulse never come to rest. */
async function settled(page: Page): Promise<void> {
  const isStill = "document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished')";
  // Not `waitForFunction`, whose second look the page's own policy refuses as an `eval`.
  await expect
    .poll(() => page.evaluate<boolean>(isStill), { timeout: settleMilliseconds, intervals: [lookEveryMilliseconds] })
    .toBe(true)
    .catch(() => undefined);
}

/**
 * What axe finds wrong once the page has come to rest, one line for each place: in all of the page, or in what a selector names. It runs in
 * the page itself, as the console has no frames, and is sent there once.
 */
export async function accessibilityProblems(page: Page, within = 'html'): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${axe.source}; undefined`);
  const places = `document.querySelectorAll(${JSON.stringify(within)})`;
  const run = `axe.run(${places}, { resultTypes: ['violations'] }).then(({ violations }) => violations)`;
  const violations = await page.evaluate<axe.Result[]>(run);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

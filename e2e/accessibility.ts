import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** The short build: a page compiles it in two thirds of the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const lookEveryMilliseconds = 50;
/** Stale content, shown until the response comes. */
const pale = '[data-other=true], [data-old=true], [data-faded=true]';

/** Waits for calls and transitions; pulsing skeletons never end. */
export async function settled(page: Page): Promise<void> {
  const hasMoved = "document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState === 'finished')";
  const isStill = `${hasMoved} && document.querySelector('${pale}') === null`;
  // Not `waitForFunction`, whose polling is an `eval` that the policy rejects.
  await expect
    .poll(() => page.evaluate<boolean>(isStill), { intervals: [lookEveryMilliseconds], message: 'the page comes to rest' })
    .toBe(true);
}

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

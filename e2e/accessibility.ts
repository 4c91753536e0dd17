import { AxeBuilder } from '@axe-core/playwright';
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

/** What axe finds wrong with the page once it has come to rest, one line for each place. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await settled(page);
  // The console has no frames, so axe may run in the page itself. Otherwise it opens a second page for each look, which takes thrice as long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

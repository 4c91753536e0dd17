import { expect } from './fixtures.ts';
import { addressOf, listedScreens, test } from './screens.ts';

const delayMs = 300;
/** Cumulative layout shift; Google calls 0.1 good. */
const mostShift = 0.02;

const noteShifts = `window.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shifts += value)))
    .observe({ type: 'layout-shift', buffered: true });`;

for (const screen of await listedScreens())
  test(`${screen.path} moves nothing when answers come late`, async ({ asOwner, feedId }) => {
    const page = await asOwner();
    await page.addInitScript(noteShifts);
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await route.continue();
    });
    await page.goto(addressOf(screen, feedId), { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate<number>('shifts')).toBeLessThanOrEqual(mostShift);
  });

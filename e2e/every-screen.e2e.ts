import { expect } from './fixtures.ts';
import { addressOf, listedScreens, openWithin, test } from './screens.ts';
import { expectAccessible } from './pages.ts';

/** Checks take longer than screens, so the nightly test checks them all. */
const checkedEach = 4;

for (const [at, screen] of (await listedScreens()).entries())
  test(`${screen.path} opens without an error`, async ({ wide, feedId }) => {
    await openWithin(wide, addressOf(screen, feedId));
    await expect(wide.page.getByText('This could not be loaded')).toHaveCount(0);
    if (at % checkedEach === 0) await expectAccessible(wide.page);
    expect(wide.troubles.splice(0)).toEqual([]);
  });

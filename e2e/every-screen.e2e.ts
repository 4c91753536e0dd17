import { expect } from './fixtures.ts';
import { addressOf, listedScreens, openWithin, test } from './screens.ts';
import { expectAccessible } from './pages.ts';

for (const screen of await listedScreens())
  test(`${screen.path} opens, accessible and without an error`, async ({ wide, feedId }) => {
    await openWithin(wide, addressOf(screen, feedId));
    await expect(wide.page.getByText('This could not be loaded')).toHaveCount(0);
    await expectAccessible(wide.page);
    expect(wide.troubles.splice(0)).toEqual([]);
  });

import { expect, test } from './fixtures.ts';
import { demoItems, panel, tiles } from './demo-shop.ts';
import { troublesOf } from './troubles.ts';

test('the demo shop leads from the dashboard to suggestions, results and an item', async ({
  page,
  context,
  server,
  asFilledShop,
  feedHost,
}) => {
  const feed = feedHost.put('/demo.ndjson', demoItems(server.url), 'application/x-ndjson');
  await asFilledShop(feed, { name: 'Konvice' });
  await page.goto('/dashboard');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'See it as your customers would' }).click();
  const demo = await opened;
  const troubles = troublesOf(demo);
  await expect(demo.getByText("Demo shop of “Konvice”. Searches here aren't counted.")).toBeVisible();
  await expect(tiles(demo).first()).toBeVisible();

  const field = demo.locator('header').getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.pressSequentially('ket');
  await expect(panel(demo).locator('.tile').first()).toBeVisible();
  await field.fill('kettle');
  await field.press('Enter');
  await expect(demo.getByRole('heading', { level: 2, name: /^Results for “kettle”/ })).toBeVisible();
  const count = await tiles(demo).count();
  expect(count).toBeGreaterThan(1);
  await demo.getByRole('checkbox').first().check();
  await expect.poll(() => tiles(demo).count()).toBeLessThan(count);

  // An item stays in the demo shop, and going back shows what was found.
  await tiles(demo).first().click();
  await demo.waitForURL(/\/item\?id=/);
  await expect(demo.locator('.item h1')).toBeVisible();
  await demo.goBack();
  await expect(demo.locator('.chip')).toHaveCount(1);
  expect(troubles).toEqual([]);
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { lamps } from '#testing/feeds/feed-host.ts';
import { expect, test } from './fixtures.ts';
import { visitorsOf } from './calls.ts';
import { openByMenu } from './pages.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const hostile = '<script>alert(1)</script>';

/** Searches are written every second. */
const untilCounted = async (page: Page, look: () => Promise<void>) =>
  expect(async () => {
    await page.reload();
    await look();
  }).toPass();

test('what visitors search for is shown, and fixed where it is shown', async ({ page, asFilledShop, server, feedHost }) => {
  const { token } = await asFilledShop(feedHost.put('/trends.ndjson', lamps(20)));
  const visitors = visitorsOf(server, token);
  const { query_id: queryId, items } = await visitors.search('lamp');
  await visitors.search('sun', 2);
  await visitors.search(hostile);
  await visitors.click(items[1]!.id, queryId, 2);
  await page.goto('/analytics/trending-searches');
  // The range starts yesterday, without searches.
  await untilCounted(page, () => expect(page.getByText(/^Tracking began on/)).toBeVisible({ timeout: 2_000 }));
  await page.getByRole('button', { name: /^Show from/ }).click();
  await untilCounted(page, () => expect(row(page, 'lamp').getByText('100%')).toBeVisible({ timeout: 2_000 }));
  await expect(row(page, hostile)).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^search-trends-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain('\r\nlamp,1,');

  await row(page, 'lamp').getByText('lamp', { exact: true }).click();
  await expect(page.getByRole('heading', { name: '“lamp”' })).toBeVisible();
  await expect(page.getByText('1 click', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add replacing term' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add replacing term' });
  await expect(drawer.getByLabel('Query', { exact: true })).toHaveValue('lamp');
  await drawer.getByLabel('Replace with').fill('Lamp 7');
  // The preview appears above the button and moves it.
  await expect(drawer.getByText('20 items', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Live now.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^1.*Lamp 7/ })).toBeVisible();

  // The menu shows the number of open ones.
  await openByMenu(page, /^Without results/);
  await expect(row(page, 'sun')).toContainText('2');
  await expect(row(page, 'lamp')).toHaveCount(0);
  await row(page, 'sun').getByRole('button', { name: 'Fix this problem' }).click();
  const fix = page.getByRole('dialog', { name: 'Fix “sun”' });
  await expect(fix.getByText('Why nothing: “sun” isn’t in any searched field.', { exact: false })).toBeVisible();
  await fix.getByRole('link', { name: 'Choose items' }).click();
  await expect(page.getByRole('textbox', { name: 'Query', exact: true })).toHaveValue('sun');
});

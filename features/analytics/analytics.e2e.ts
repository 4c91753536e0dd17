import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { expectAccessible } from '#e2e/accessibility.ts';
import { firstByDay } from '#e2e/first-by-day.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits, phone, sentencesOf } from '#e2e/look.ts';
import { openByMenu } from '#e2e/menu.ts';
import { visitorsOf } from '#e2e/visitors.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const hostile = '<script>alert(1)</script>';

/** Until what visitors did is written, which is every second. */
const untilCounted = async (page: Page, look: () => Promise<void>) =>
  expect(async () => {
    await page.reload();
    await look();
  }).toPass();

test('what visitors search for is seen, told apart from what finds nothing, and mended where it is seen', async ({
  page,
  asFilledShop,
  server,
  feedHost,
}) => {
  const { token } = await asFilledShop(feedHost.put('/trends.ndjson', lamps(20)));
  await page.goto('/dashboard');
  await openByMenu(page, 'Search trends');
  await expect(page.getByText('Nothing tracked yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect your shop' })).toBeVisible();

  const visitors = visitorsOf(server, token);
  const { query_id: queryId, items } = await visitors.search('lamp');
  await visitors.search('sun', 2);
  await visitors.search(hostile);
  await visitors.click(items[1]!.id, queryId, 2);
  // Days begin with yesterday, when nobody searched yet.
  await untilCounted(page, () => expect(page.getByText(/^Tracking began on/)).toBeVisible({ timeout: 2_000 }));
  await page.getByRole('button', { name: /^Show from/ }).click();
  await untilCounted(page, () => expect(row(page, 'lamp').getByText('100%')).toBeVisible({ timeout: 2_000 }));
  await expect(row(page, hostile)).toBeVisible();
  await expectAccessible(page);

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
  // What it would find comes above the button, and moves it.
  await expect(drawer.getByText('Finds 20 items')).toBeVisible();
  await drawer.getByRole('button', { name: 'Add replacing term' }).click();
  await expect(page.getByText('Saved. Live now.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Lamp 7' })).toBeVisible();
  // What it finds now is asked anew.
  await expect(page.getByRole('listitem').filter({ hasText: /^1.*Lamp 7/ })).toBeVisible();
  await expectAccessible(page);

  // Its entry in the menu says how many are open.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Searches without results/ })
    .click();
  await expect(row(page, 'sun')).toContainText('2');
  await expect(row(page, 'lamp')).toHaveCount(0);
  await row(page, 'sun').getByRole('button', { name: 'Fix this problem' }).click();
  const fix = page.getByRole('dialog', { name: 'Fix “sun”' });
  await expect(fix.getByText('No proposal finds anything.', { exact: false })).toBeVisible();
  await expect(fix.getByText('Why nothing: “sun” isn’t in any searched field.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await fix.getByRole('link', { name: 'Choose items' }).click();
  await expect(page.getByRole('textbox', { name: 'Query', exact: true })).toHaveValue('sun');
});

test('what visitors see and click is seen by item, and leads to the queries that brought them', async ({
  page,
  asFilledShop,
  server,
  feedHost,
}) => {
  const { token } = await asFilledShop(feedHost.put('/items.ndjson', lamps(20)));
  const visitors = visitorsOf(server, token);
  const { query_id: queryId, items } = await visitors.search('lamp');
  const { id } = items[2]!;
  await page.goto('/analytics/trending-items?range=7-days');
  await untilCounted(page, () => expect(page.getByText('Clicks aren’t sent yet.')).toBeVisible({ timeout: 2_000 }));
  await visitors.click(id, queryId, 3);
  await untilCounted(page, () => expect(row(page, `Lamp ${id}`)).toContainText('100%', { timeout: 2_000 }));
  await expectAccessible(page);

  await row(page, `Lamp ${id}`).getByRole('button', { name: 'Promote for a query…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Promote for a query' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'lamp', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Query', exact: true })).toHaveValue('lamp');
  await expect(page.getByRole('heading', { name: 'Promoted 1' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await row(page, `Lamp ${id}`).getByText(`Lamp ${id}`).click();
  await expect(page.getByRole('heading', { name: `Lamp ${id}`, level: 1 })).toBeVisible();
  const query = page.getByRole('row').filter({ hasText: 'lamp' }).first();
  await expect(query).toContainText(/lamp.*1.*3.*3.*1/);
  await page.getByText('Shown', { exact: true }).last().click();
  await expect(page).toHaveURL(/counted=shown/);
  await expect(page.getByRole('figure', { name: 'Shown by day' })).toBeVisible();
  await expectAccessible(page);
});

for (const language of firstByDay('en', 'cs'))
  test(`the history of searches and completions stands on a phone, in ${language}`, async ({
    page,
    asFilledShop,
    server,
    feedHost,
  }) => {
    const t = sentencesOf(language);
    const { token } = await asFilledShop(feedHost.put(`/history-${language}.ndjson`, lamps(5)), {}, { language });
    await page.setViewportSize(phone);
    const visitors = visitorsOf(server, token);
    await visitors.search('lamp', 3);
    await visitors.search('nothing of the kind', 2);
    await page.goto('/analytics/history-query/search?range=3-days');
    await untilCounted(page, () => expect(page.getByText('40', { exact: false }).first()).toBeVisible({ timeout: 2_000 }));
    await expect(page.getByRole('figure', { name: t('Searches by day') })).toBeVisible();
    await expect(page.getByRole('table', { name: t('Top queries without results') })).toContainText('nothing of the kind');
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('Show as a table') }).click();
    await expectFits(page);

    // The filters stand behind one button, which says below what is chosen.
    await expect(page.getByRole('paragraph').filter({ hasText: t('Last 3 days') })).toBeVisible();
    await page.getByRole('button', { name: t('Filters'), exact: true }).click();
    await page.getByRole('button', { name: t('Days: {choice}', { choice: t('Last 3 days') }) }).click();
    await page.getByRole('button', { name: t('Last 7 days'), exact: true }).click();
    await expect(page).toHaveURL(/range=7-days/);
    await expectFits(page);

    await page.getByRole('tab', { name: t('Autocomplete') }).click();
    await expect(page).toHaveURL(/autocomplete.*range=7-days/);
    await expect(page.getByText(t('Autocomplete hasn’t been used yet.'))).toBeVisible();
    await expectAccessible(page);

    // What is chosen on one screen holds on the next.
    await page.goto('/analytics/searches-without-results');
    await expect(page).toHaveURL(/range=7-days/);
    await page.getByRole('button', { name: t('Fix this problem') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.goto(`/analytics/trending-searches/item?q=${'x'.repeat(1000)}`);
    await expect(page.getByRole('button', { name: t('Show last 90 days') })).toBeVisible();
    await expectFits(page);
  });

import type { Page } from '@playwright/test';
import { lamps } from '#testing/feeds/feed-shops.ts';
import { expect, test } from './fixtures.ts';
import { openByMenu } from './menu.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const answer = (page: Page, label: 'Keep editing' | 'Discard changes') =>
  question(page).getByRole('button', { name: label }).click();

test('whoever leaves a page with unsaved changes is asked, by the menu as by the way back and by a reload', async ({
  page,
  asShop,
  feedHost,
}) => {
  const shop = await asShop(feedHost.put('/leaving.ndjson', lamps(5)));
  await page.goto(`/data/import/edit?id=${shop.feed_id}`);
  await page.getByRole('link', { name: 'Edit mapping' }).click();
  const price = page.getByRole('combobox', { name: 'Use price as' });
  await price.selectOption('Left out');
  const isStillThere = async () => {
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/data\/import\/mapping/);
    await expect(price.locator('option:checked')).toHaveText('Left out');
  };

  await openByMenu(page, 'Synonyms');
  await answer(page, 'Keep editing');
  await isStillThere();

  await page.goBack();
  await answer(page, 'Keep editing');
  await isStillThere();

  const asked = page.waitForEvent('dialog');
  // A reload that the person takes back never ends.
  page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await isStillThere();

  await openByMenu(page, 'Synonyms');
  await answer(page, 'Discard changes');
  // The title alone is there already while the screen is on its way.
  await expect(page.getByRole('button', { name: 'Add synonym' }).first()).toBeVisible();
  await page.goBack();
  await expect(price.locator('option:checked')).not.toHaveText('Left out');
});

test('a form in a drawer asks as well, and nobody is asked once it is saved', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/drawer.ndjson', lamps(5)));
  await page.goto('/dashboard');
  await openByMenu(page, 'Synonyms');
  await page.getByRole('button', { name: 'Add synonym' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('hallway');
  await page.goBack();
  // The room of the scrollbar is as dim as the page.
  await expect(question(page)).toBeVisible();
  await expect(page.locator('html')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await answer(page, 'Keep editing');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(drawer.getByLabel('Term')).toHaveValue('hallway');
  await drawer.getByLabel('Synonyms').fill('corridor,');
  await drawer.getByRole('button', { name: 'Add synonym' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'hallway' })).toBeVisible();
  await openByMenu(page, 'Dashboard');
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(question(page)).toBeHidden();
});

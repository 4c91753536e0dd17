import type { Page } from '@playwright/test';
import { lamps } from '#testing/feeds/feed-host.ts';
import { expect, test } from './fixtures.ts';
import { openByMenu } from './pages.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const answer = (page: Page, label: 'Keep editing' | 'Discard changes') =>
  question(page).getByRole('button', { name: label }).click();

test('leaving unsaved work asks, by the menu, the way back and a reload, and not once it is saved', async ({
  page,
  asFilledShop,
  feedHost,
}) => {
  const shop = await asFilledShop(feedHost.put('/leaving.ndjson', lamps(5)));
  await page.goto(`/data/import/edit?id=${shop.feed_id}`);
  await page.getByRole('link', { name: 'Mapping', exact: true }).click();
  await page.getByRole('link', { name: 'Price', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Value').selectOption('Nothing');
  await page.getByRole('button', { name: 'Use this' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The mapping is saved.')).toBeVisible();
  await page.goto(`/data/import/edit?id=${shop.feed_id}`);
  await page.getByRole('link', { name: 'Mapping', exact: true }).click();
  await page.getByRole('button', { name: 'Back to proposals' }).click();
  const isStillThere = async () => {
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/data\/import\/mapping/);
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  };
  await openByMenu(page, 'Synonyms');
  await answer(page, 'Keep editing');
  await isStillThere();
  await page.goBack();
  await answer(page, 'Keep editing');
  await isStillThere();
  const asked = page.waitForEvent('dialog');
  // A cancelled reload never ends.
  page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await isStillThere();
  await openByMenu(page, 'Synonyms');
  await answer(page, 'Discard changes');

  await page.getByRole('button', { name: 'Add synonym' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('hallway');
  await page.goBack();
  await answer(page, 'Keep editing');
  await expect(drawer.getByLabel('Term')).toHaveValue('hallway');
  await drawer.getByLabel('Synonyms').fill('corridor,');
  await drawer.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'hallway' })).toBeVisible();
  await openByMenu(page, 'Dashboard');
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(question(page)).toBeHidden();
});

import { accessibilityProblems } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { lamps } from '#server/testing/feed-shops.ts';

/** Also for building anew. */
const importMilliseconds = 30_000;

test('a collection is added, changed, built anew, rolled back and deleted', async ({ page, asShop, feedHost }) => {
  await asShop(feedHost.put('/lamps.ndjson', lamps(20)));
  await page.goto('/data/collections');
  const products = page.getByRole('row', { name: /Products/ });
  await expect(products).toContainText('Live', { timeout: importMilliseconds });
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add collection' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add collection' });
  await drawer.getByRole('radio', { name: /^Articles/ }).check();
  await expect(drawer.getByLabel('Name')).toHaveValue('Articles');
  await drawer.getByLabel('Name').fill('products');
  expect(await accessibilityProblems(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Add collection' }).click();
  await expect(drawer.getByText('This name is already used')).toBeVisible();
  await drawer.getByLabel('Name').fill('Guides');
  await drawer.getByRole('button', { name: 'Add collection' }).click();
  const guides = page.getByRole('row', { name: /Guides/ });
  await expect(guides).toContainText('No items yet');
  await expect(guides.getByRole('button', { name: 'Recreate collection' })).toHaveAttribute('aria-disabled', 'true');

  await products.getByRole('button', { name: 'Edit collection' }).click();
  await page.getByLabel('Relevant rate').selectOption('ALL');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(products).toContainText('Settings wait for update');
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect(products).not.toContainText('Settings wait for update');

  await products.getByRole('button', { name: 'Recreate collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Recreate collection' }).click();
  await expect(page.getByText(/“Products” is built anew: \d+ items/)).toBeVisible({ timeout: importMilliseconds });
  await products.getByRole('button', { name: 'Products' }).click();
  const generations = page.getByRole('dialog', { name: /Generations/ });
  await expect(generations.getByRole('listitem')).toHaveCount(2);
  expect(await accessibilityProblems(page)).toEqual([]);
  await generations.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('dialog', { name: 'Go back to this generation?' }).getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByText('Searches see the earlier generation.')).toBeVisible();
  await page.keyboard.press('Escape');

  await products.getByRole('button', { name: 'Delete collection' }).click();
  await expect(page.getByText(/used by “Lamps”/)).toBeVisible();
  await guides.getByRole('button', { name: 'Delete collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
  await expect(guides).toBeHidden();
});

test('the progress of a recreate is told on another screen too, also after the page is loaded again', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/collections');
  await page
    .getByRole('row', { name: /Products/ })
    .getByRole('button', { name: 'Recreate collection' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Recreate collection' }).click();
  await page.getByRole('link', { name: 'Synonyms' }).click();
  await expect(page.getByText(/“Products” is built anew/)).toBeVisible({ timeout: importMilliseconds });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Synonyms', level: 1 })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';

const imported = (page: Page) => page.getByText('Imported', { exact: true }).first();

test('a feed of the list is imported again', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/import');
  const row = page.getByRole('row', { name: /Sample shop/ });
  await expect(row.getByText('Imported', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Import again' }).click();
  await expect(page.getByText(/“Sample shop” is imported/)).toBeVisible();
});

test('a file of unknown format asks what one item is', async ({ page, asShop }) => {
  await asShop('', { data_source: 'aisle_api' });
  await page.goto('/data/import');
  await page.getByRole('button', { name: 'Add feed' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add feed' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Things');
  await drawer.getByText('File', { exact: true }).click();
  const things = '<thing><code>A1</code><label>Lamp</label></thing><other><code>A1</code><x>1</x></other>'.repeat(3);
  const file = { name: 'things.xml', mimeType: 'text/xml', buffer: Buffer.from(`<data>${things}</data>`) };
  await drawer.locator('input[type=file]').setInputFiles(file);
  await expect(drawer.getByText('things.xml')).toBeVisible();
  await drawer.getByRole('button', { name: 'Add feed' }).click();

  await expect(page.getByRole('heading', { name: 'What is one item?' })).toBeVisible();
  await page.getByRole('radio', { name: /thing · found 3 times/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import with this element' }).click();
  await expect(imported(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What is one item?' })).toBeHidden();
});

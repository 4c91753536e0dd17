import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';

test('all items are paged through, searched, narrowed, sorted and shown in other columns', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/documents');
  const rows = page.getByRole('row');
  await expect(rows.nth(20)).toBeVisible();
  const first = await rows.nth(1).textContent();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.nth(1)).not.toHaveText(first ?? '');

  await page.getByRole('searchbox', { name: 'Search documents' }).fill('kettle');
  await expect(rows.nth(1)).toContainText('kettle');
  await page.getByRole('button', { name: 'Filter by field' }).click();
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'brand', exact: true }).click();
  await page.getByRole('combobox', { name: 'Value' }).fill('Simmerby');
  await page.getByRole('option', { name: /^Simmerby/ }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page).toHaveURL(/field=brand/);
  await expect(rows.filter({ hasText: 'Olov' })).toHaveCount(0);
  await expect(rows.nth(1)).toContainText('Simmerby');

  await page.getByRole('button', { name: 'price', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'price' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'material' }).check();
  await expect(page.getByRole('columnheader', { name: 'material' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'material' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'brand: Simmerby' })).toBeVisible();
});

test('a document shows what was brought beside what was indexed, by an address that can be shared', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/documents?search=kettle');
  await page.getByRole('button', { name: 'Show document' }).first().click();
  await expect(page).toHaveURL(/item=/);
  const drawer = page.getByRole('dialog', { name: 'Document' });
  await expect(drawer).toContainText('before it was mapped and cleaned');
  await drawer.getByRole('tab', { name: 'Stored' }).click();
  await expect(drawer).toContainText('"item_group"');
  await expect(drawer.getByRole('list', { name: 'Words of the field name', exact: true })).toContainText('kettle → kettl');
  await expect(drawer).toContainText('Not searched');
  await expectAccessible(page);
  await page.reload();
  await expect(drawer.getByRole('tab', { name: 'Stored' })).toHaveAttribute('aria-selected', 'true');
  await expect(drawer).toContainText('"item_group"');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).not.toHaveURL(/tab=/);
});

test('an own item is added, found, changed, deleted and brought back', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/documents');
  await page.getByRole('button', { name: 'Add item' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add item' });
  await drawer.getByLabel('Id', { exact: true }).fill('voucher-500');
  await drawer.getByLabel('name', { exact: true }).fill('Gift voucher');
  await drawer.getByLabel('price', { exact: true }).fill('500');
  await drawer.getByRole('button', { name: 'Add item' }).click();
  await expect(drawer).toBeHidden();

  await page.getByRole('combobox', { name: 'Origin' }).selectOption('Changed lately');
  await expect(page).toHaveURL(/aisle-documents\?.*only=changed/);
  const row = page.getByRole('row').filter({ hasText: 'voucher-500' });
  await expect(row).toContainText('By hand');
  await expect(row).toContainText('Added · Olga Owner');
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Edit item' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit item' });
  await edit.getByRole('tab', { name: 'JSON' }).click();
  const json = edit.getByLabel('Fields as JSON');
  await json.fill('{"name": "Gift card", "price": ');
  await expect(edit.getByRole('status')).toContainText('not valid JSON');
  await expect(edit.getByRole('button', { name: 'Save changes' })).toHaveAttribute('aria-disabled', 'true');
  await json.fill('{"name": "Gift card", "price": 600}');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit).toBeHidden();
  await expect(row).toContainText('Gift card');
  await expect(row).toContainText('Changed · Olga Owner');

  await page.goto('/developer/query-tester?q=gift+card');
  await expect(page.getByRole('row').nth(1)).toContainText('Gift card');
  await page.goto('/developer/aisle-documents?only=changed');
  await row.getByRole('button', { name: 'Delete item' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Gift card');
});

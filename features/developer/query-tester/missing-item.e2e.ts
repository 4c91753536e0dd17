import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';

test('an item that is missing says why, and what would bring it back', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/query-tester?q=wasserkocher');
  await page.getByRole('button', { name: 'Why is it missing?' }).click();
  const drawer = page.getByRole('dialog', { name: 'Why is it missing?' });
  await drawer.getByRole('textbox', { name: 'Item, its id or its name' }).fill('electric kettle');
  await drawer.getByRole('option').filter({ hasText: 'Simmerby Solo electric kettle' }).first().click();
  await expect(drawer).toContainText('It is not among the results.');
  await expect(drawer).toContainText('Words it has: 0 of 1. Words it needs: 1.');
  await expect(drawer).toContainText(/None of the searched fields \(.*name.*\) has: wasserkocher/);
  await expect(drawer).toContainText('A synonym by which “wasserkocher” finds “kettle”');
  await expectAccessible(page);

  await page.reload();
  await expect(drawer).toContainText('It is not among the results.');
  await drawer.getByRole('link', { name: 'Add synonym' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add synonym' });
  await expect(form.getByRole('textbox', { name: 'Term' })).toHaveValue('wasserkocher');
  await form.getByRole('button', { name: 'Add synonym' }).click();
  const row = page.getByRole('row', { name: 'wasserkocher kettle Two-way' });
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(/synonyms\?p=\d+$/);
  // Other journeys of the sample shop look for kettles that are missing, too.
  await row.getByRole('button', { name: 'Delete synonym' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

test('an item that is there says its place, and an unknown one offers others', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/query-tester?q=garden&page=2');
  const name = await page.getByRole('row').nth(3).getByRole('cell').nth(1).innerText();
  await page.getByRole('button', { name: 'Why is it missing?' }).click();
  const drawer = page.getByRole('dialog', { name: 'Why is it missing?' });
  const input = drawer.getByRole('textbox', { name: 'Item, its id or its name' });
  await input.fill(name.split('\n')[0]!.trim());
  await drawer.getByRole('option', { name: /^Look for the id or name/ }).click();
  await expect(drawer).toContainText('it stands in place 23, on page 2');

  await input.fill('kettl teapotish');
  await drawer.getByRole('option', { name: /^Look for the id or name/ }).click();
  await expect(drawer).toContainText('No item has the id or name “kettl teapotish”.');
  await expect(drawer).toContainText('neither brought it nor left it out');
  await drawer.getByRole('button').filter({ hasText: 'kettle' }).first().click();
  await expect(drawer).toContainText('It is not among the results.');
});

test('the drawer speaks Czech and fits a phone', async ({ asOwner }) => {
  const page = await asOwner({ language: 'cs', isPhone: true });
  await page.goto('/developer/query-tester?q=garden+gloves&dialog=missing&missing=qqqq');
  const drawer = page.getByRole('dialog', { name: 'Proč tu chybí?' });
  await expect(drawer).toContainText('Žádná položka nemá id ani název „qqqq“.');
  await expectFits(page);
  await expectAccessible(page);
});

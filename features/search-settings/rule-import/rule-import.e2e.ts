import { expect, test } from '#e2e/fixtures.ts';
import { expectAccessible } from '#e2e/accessibility.ts';

const rules = `laptop =>
  SYNONYM: notebook
  UP(10): premium
"frige tv" =>
  DELETE: tv
lap* =>
  SYNONYM: laptop
`;

test('a file of another service is foreseen, then imported, and its rows are in their lists', async ({
  page,
  asShop,
  feedHost,
}) => {
  await asShop(feedHost.put('/empty.json', '[]'));
  await page.goto('/search-settings/fixit');
  await page.getByRole('main').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import from another service' }).click();
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Replacing terms' }),
  ).toHaveAttribute('data-marked', 'true');
  await page.getByRole('main').getByRole('link', { name: 'Replacing terms' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Replacing terms' })).toBeVisible();
  await page.goBack();
  const choose = (text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('nothing of the kind');
  await expect(page.getByRole('alert')).toContainText('No rules of another service were found');
  await choose(rules);
  await expect(page.getByRole('heading', { name: 'SMUI, querqy' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Synonyms 1 0 0 0' })).toBeVisible();
  await expect(page.getByText('Line 6: lap*')).toBeVisible();
  await expect(page.getByText('Line 3: UP(10): premium')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 rows were imported.')).toBeVisible();
  await page
    .getByRole('row', { name: /^Replacing terms/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('link', { name: 'frige tv', exact: true })).toBeVisible();
});

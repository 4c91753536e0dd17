import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';

test('a word is followed step by step, and compared with another one', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/analyze');
  await page.getByRole('button', { name: /^Try “/ }).click();
  await expect(page.getByLabel('Searched for')).not.toHaveValue('');
  await expect(page.getByRole('heading', { name: /when it is searched for/ })).toBeVisible();

  await page.getByLabel('Searched for').fill('Kettles');
  const query = page.getByRole('list', { name: 'Steps of the query' });
  await expect(query.getByRole('listitem').filter({ hasText: 'Endings taken off' })).toContainText('kettles');
  await expect(query.getByRole('listitem').filter({ hasText: 'Synonyms added' })).toContainText('no change');
  const lookups = page.getByRole('list', { name: 'What is looked for' });
  await expect(lookups.getByRole('listitem').filter({ hasText: 'any form with this stem' })).toContainText(/[1-9]\d* items?/);
  await expect(page).toHaveURL(/term=Kettles/);

  await page.getByLabel('Would it find this?').fill('electric kettle');
  const verdict = page.getByRole('region', { name: 'Do they meet?' });
  await expect(verdict).toContainText('“Kettles” finds “electric kettle”.');

  await page.getByLabel('Would it find this?').fill('teapot');
  await expect(verdict).toContainText('“Kettles” does not find “teapot”.');
  await page.reload();
  await expect(verdict).toContainText('“kettles”: not there');
});

test('another field is analysed as it is indexed', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/analyze?term=kettles');
  const steps = page.getByRole('list', { name: 'Steps of the query' });
  await expect(steps).toContainText('Endings taken off');
  await page.getByRole('combobox', { name: 'In the field' }).click();
  await page.getByRole('option', { name: 'brand', exact: true }).click();
  await expect(steps).not.toContainText('Endings taken off');
  await expect(page).toHaveURL(/schema=brand/);
});

test('a field that is not there is told in the words of the server', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/analyze?term=kettles&schema=nosuchfield');
  await expect(page.getByText('The requested field is not found.')).toBeVisible();
});

test('the analysis speaks Czech and fits a phone', async ({ asOwner }) => {
  const page = await asOwner({ language: 'cs', isPhone: true });
  await page.goto('/developer/analyze?term=XR-450&text=xr450');
  await expect(page.getByRole('heading', { name: 'Rozbor slova', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Potkají se?' })).toContainText('„XR-450“ najde „xr450“.');
  await expectFits(page);
  await expectAccessible(page);
});

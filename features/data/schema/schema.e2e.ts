import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';

test('a field is looked into, changed, and seen by searches once the collection is built anew', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/schema');
  await expect(page.getByRole('row', { name: /brand/ })).toContainText('Filters');
  await page.getByLabel('Search fields').fill('ean');
  await page.getByRole('link', { name: 'ean', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'ean' });
  await expect(drawer.getByText('Nothing is changed yet.')).toBeVisible();
  await drawer.getByLabel('Search values').fill('2990000000019');
  await expect(drawer.getByText(/1 value/)).toBeVisible();
  await drawer.getByRole('switch', { name: 'Filters' }).first().click();
  await expect(drawer.getByText(/once you recreate the collection, which takes about/)).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer).toBeHidden();

  const row = page.getByRole('row', { name: /ean/ });
  await expect(row).toContainText('Waits for recreate');
  await page.reload();
  await expect(page.getByText('1 change waits for recreate')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Recreate collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Recreate collection' }).click();
  await expect(row).not.toContainText('Waits for recreate');
  await expect(page.getByText('1 change waits for recreate')).toBeHidden();
});

test('what works at once says so, and a field is added before any item has it', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/schema?search=description');
  await page.getByRole('link', { name: 'description', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'description' });
  await drawer.getByRole('switch', { name: 'Autocomplete' }).click();
  await expect(drawer.getByText('Searches use this as soon as you save.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved. Searches use it already.')).toBeVisible();

  await page.goto('/data/schema?edit=new');
  const adding = page.getByRole('dialog', { name: 'Add field' });
  await adding.getByLabel('Name').fill('season');
  await adding.getByRole('button', { name: 'Add field' }).click();
  await expect(adding).toBeHidden();
  await page.getByLabel('Which fields').selectOption('Waiting for recreate');
  await expect(page.getByRole('row', { name: /season/ })).toBeVisible();
  await expect(page).toHaveURL(/kind=waiting/);
});

/** More fields than are indexed, each of an item of its own. */
const wide = Array.from({ length: 230 }, (_, id) => JSON.stringify({ id, name: `Lamp ${id}`, [`attr_${id}`]: `value ${id}` }));

test('of very many fields one is indexed instead of another', async ({ page, asFilledShop, feedHost }) => {
  await asFilledShop(feedHost.put('/wide.ndjson', wide.join('\n')));
  await page.goto('/data/schema?kind=custom');
  await expect(page.getByText('200 of 232 fields are indexed')).toBeVisible();
  const row = page.getByRole('row', { name: /attr_/ }).first();
  const name = (await row.getByRole('link').first().textContent()) ?? '';
  await row.getByRole('button', { name: 'Edit field' }).click();
  const drawer = page.getByRole('dialog', { name });
  await drawer.getByRole('switch', { name: 'Custom data' }).click();
  await drawer.getByLabel('Instead of').fill('attr_7');
  await page.getByRole('option', { name: /^attr_7 / }).click();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(drawer).toBeHidden();
  await page.getByLabel('Which fields').selectOption('Indexed');
  await page.getByLabel('Search fields').fill(name);
  await expect(page.getByRole('row', { name: new RegExp(name) }).first()).toContainText('Waits for recreate');
});

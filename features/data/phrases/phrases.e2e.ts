import { expect, test } from '#e2e/fixtures.ts';

test('phrases are found by the import, hidden, boosted and added by hand', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/data/phrases?search=gardening+gloves');
  const row = page.getByRole('row').filter({ hasText: /^gardening gloves/ });
  await expect(row).toContainText('Item names');
  const suggested = row.getByRole('switch', { name: 'Suggest “gardening gloves”', exact: true });
  await expect(suggested).not.toBeChecked();
  await suggested.click({ force: true });
  await expect(page.getByText('“gardening gloves” is suggested from now on.')).toBeVisible();
  await expect(suggested).toBeChecked();
  await suggested.click({ force: true });
  await expect(page.getByText('“gardening gloves” is no longer suggested.')).toBeVisible();
  await expect(suggested).not.toBeChecked();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Hidden');
  await expect(page).toHaveURL(/suggestion=hidden/);
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: 'gardening gloves', exact: true }).click();
  const boost = page.getByRole('textbox', { name: 'Boost of “gardening gloves”', exact: true });
  await boost.fill('4');
  await boost.press('Enter');
  await expect(page.getByText('The boost of “gardening gloves” was saved.')).toBeVisible();
  await page.reload();
  await expect(suggested).not.toBeChecked();
  await expect(boost).toHaveValue('4');

  await page.goto('/data/phrases?search=watering');
  await page.getByRole('button', { name: 'Effect' }).first().click();
  const effect = page.getByRole('dialog', { name: 'Effect' });
  await expect(effect.getByRole('table')).toContainText('Place among the suggestions');
  await expect(effect.getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(effect).toBeHidden();

  await page.getByRole('button', { name: 'Add phrase' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add phrase' });
  await drawer.getByLabel('Phrase').fill('kettle for tea lovers');
  await drawer.getByRole('button', { name: 'Add phrase' }).click();
  await expect(page.getByText(/“kettle for tea lovers” is suggested from now on/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search phrases' }).fill('tea lovers');
  const added = page.getByRole('row').filter({ hasText: 'kettle for tea lovers' });
  await expect(added).toContainText('Added by hand');
  await added.getByRole('button', { name: 'Delete phrase' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete “kettle for tea lovers”?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(added).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(added).toContainText('Added by hand');
});

test('on a phone the switches of all phrases stand below each other', async ({ asOwner }) => {
  const page = await asOwner({ isPhone: true });
  await page.goto('/data/phrases');
  const switches = page.getByRole('main').getByRole('switch');
  await expect(switches.nth(5)).toBeVisible();
  const edges = await switches.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
  expect(new Set(edges).size, edges.join(' ')).toBe(1);
});

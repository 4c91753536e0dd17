import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';

/** Opens the tester, and waits for what it found. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

test('a query is tried while it is typed, narrowed, and its link shows the same', async ({ asOwner }) => {
  const page = await asOwner();
  await open(page, '/developer/query-tester');
  await page.getByRole('searchbox', { name: 'Type a query' }).pressSequentially('gardn gloves', { delay: 20 });
  await expect(page.getByText('this was searched for as well: garden gloves')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What was done with the query' })).toContainText('Typos corrected');
  await expect(page.getByRole('row').nth(1)).toContainText('gardening gloves');
  await expectAccessible(page);

  const brands = page.getByRole('group', { name: 'Brand' });
  await brands.getByRole('checkbox', { name: 'Lipkora' }).check();
  await expect(page).toHaveURL(/filters=.*Lipkora/);
  await expect(page.getByRole('row').filter({ hasText: 'Spademont' })).toHaveCount(0);

  await expect(page).toHaveURL(/[?&]c=\d+/);
  // The line where weak matches begin comes a moment after the items.
  const rows = page.locator('tbody tr:not([data-line])');
  const count = await rows.count();
  await page.goto(page.url());
  await expect(rows).toHaveCount(count);
  await expect(brands.getByRole('checkbox', { name: 'Lipkora' })).toBeChecked();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Spademont' })).not.toHaveCount(0);
});

test('an item says why it is where it is, by an address that can be shared', async ({ asOwner }) => {
  const page = await asOwner();
  await open(page, '/developer/query-tester?q=garden+gloves');
  await page.getByRole('button', { name: 'Explain why it is here' }).first().click();
  await expect(page).toHaveURL(/why=/);
  const drawer = page.getByRole('dialog', { name: 'Why is it here?' });
  await expect(drawer).toContainText('It has 2 of 2 words.');
  await expect(drawer.getByRole('heading', { name: /^gloves/ })).toBeVisible();
  const score = await page.getByRole('row').nth(1).getByRole('cell').nth(2).textContent();
  await expect(drawer).toContainText(`Total${score}`);

  await page.reload();
  await expect(drawer).toContainText('It has 2 of 2 words.');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('results are numbered, sorted and led into by the keyboard, and say where weak ones begin', async ({ asOwner }) => {
  const page = await asOwner();
  await open(page, '/developer/query-tester');
  const box = page.getByRole('searchbox', { name: 'Type a query' });
  await expect(box).toBeFocused();
  await page.keyboard.type('red kettle');
  const rows = page.getByRole('row');
  await expect(page.getByText('From here on, items have 1 of 2 words.')).toBeVisible();
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Why is it here?' });
  await expect(drawer).toContainText(/Place 2 of \d+ results/);
  await page.keyboard.press('Escape');

  const categories = page.getByRole('group', { name: 'Category' });
  await categories.getByRole('button', { name: 'What is in “Kitchen”' }).click();
  await categories.getByRole('button', { name: 'What is in “Small appliances”' }).click();
  await categories.getByRole('checkbox', { name: 'Kettles' }).check();
  await expect(page).toHaveURL(/filters=.*Kettles/);
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Price, lowest first' }).click();
  await expect(page).toHaveURL(/sort=price%3Aasc/);
  await expect(page.getByRole('columnheader', { name: 'Score' })).toBeHidden();
  await expectAccessible(page);
});

test('results are seen as customers see them, and open what explains them', async ({ asOwner }) => {
  const page = await asOwner();
  await open(page, '/developer/query-tester?q=garden+gloves');
  const names = await page.getByRole('row').locator('[data-row-name]').allInnerTexts();
  await page.getByText('As customers see it').click();
  await expect(page).toHaveURL(/view=grid/);
  const tiles = page.getByRole('list', { name: 'Results' }).locator('[data-tile]');
  await expect(tiles).toHaveCount(names.length);
  await expect(tiles.first()).toContainText(/^1/);
  await expect(page.getByText('From here on, items have 1 of 2 words.')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('searchbox', { name: 'Type a query' }).press('ArrowDown');
  await page.keyboard.press('Enter');
  const why = page.getByRole('dialog', { name: 'Why is it here?' });
  await expect(why).toContainText('Place 1');
  await page.keyboard.press('Escape');
  await page.getByText('With scores').click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await expect(page).not.toHaveURL(/view=/);
});

test('a query that finds nothing offers what an owner can do', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/query-tester?q=kettelzzz');
  await expect(page.getByRole('heading', { name: 'Nothing matches “kettelzzz”' })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /kettle/i })
    .first()
    .click();
  await expect(page.getByRole('row').nth(1)).toContainText(/kettle/i);
  await page.goBack();
  await page.getByRole('link', { name: 'Add synonym for “kettelzzz”' }).click();
  await expect(page.getByRole('dialog', { name: 'Add synonym' }).getByRole('textbox', { name: 'Term' })).toHaveValue('kettelzzz');
});

test('what was found can be read as it was answered', async ({ asOwner }) => {
  const page = await asOwner();
  await open(page, '/developer/query-tester?q=gloves');
  await page.getByRole('button', { name: 'Show raw answer' }).click();
  await expect(page.getByRole('dialog', { name: 'Raw answer' })).toContainText('"total_count"');
});

test('the tester speaks Czech, also of fewer words', async ({ asOwner }) => {
  const page = await asOwner({ language: 'cs' });
  await open(page, '/developer/query-tester?q=gloves+qqqq+wwww+zzzz');
  await expect(page.getByRole('heading', { name: 'Tester dotazů' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Co se s dotazem stalo' })).toContainText(
    // How many words are asked for first is a setting, which other journeys change.
    /Stačí méně\s+slov\s*alespoň\s\d\sslova\s+alespoň\s1\sslovo/,
  );
});

test('the tester fits a phone', async ({ asOwner }) => {
  const page = await asOwner({ isPhone: true });
  await open(page, '/developer/query-tester?q=gloves');
  await expectFits(page);
  await expect(page.getByRole('row').nth(1)).toContainText(/Score \d/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('group', { name: 'Brand' })).toBeVisible();
  await expectAccessible(page);
});

import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { expectFits } from '#e2e/look.ts';

/** Chooses an item by its name. */
async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(name);
  await page.getByRole('option').filter({ hasText: name }).first().click();
}

test('two items are compared, with the decisive factor in a sentence', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/compare-results?q=garden+gloves');
  await expect(page.getByRole('heading', { name: 'The comparison will be here' })).toBeVisible();
  await page.getByRole('textbox', { name: 'First item' }).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('gardening gloves');
  await expectAccessible(page);
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(page).toHaveURL(/[?&]a=/);
  await choose(page, 'Second item', 'garden hose');

  const verdict = page.getByRole('region', { name: 'Which one is ahead?' });
  await expect(verdict).toContainText(/gardening gloves.*” is ahead for “garden gloves”\./);
  await expect(verdict).toContainText(/What decides: the word “gloves” in the field name, which gives it \d/);
  const decisive = page.getByRole('row').filter({ hasText: 'Decisive' });
  await expect(decisive).toHaveCount(1);
  await expect(decisive).toContainText('gloves');

  await page.reload();
  await expect(verdict).toContainText('is ahead for “garden gloves”');
  await page.getByRole('button', { name: 'Choose another item' }).last().click();
  await choose(page, 'Second item', 'kettle');
  await expect(verdict).toContainText('the other one is not among the results');
  await expect(verdict).toContainText('It does not have: garden, gloves');
});

test('a comparison begins in the query tester', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/query-tester?q=garden+gloves');
  await page.getByRole('button', { name: 'Compare with another item' }).first().click();
  await expect(page).toHaveURL(/compare-results\?.*q=garden/);
  await expect(page.getByRole('region', { name: 'First item' })).toContainText('gardening gloves');
  await expect(page.getByText('Choose the other item to compare with.')).toBeVisible();
});

test('an item that is not in the catalogue is named, and the other one stays', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/compare-results?q=kettle&a=kettle-2-red&b=no-such-item');
  await expect(page.getByRole('alert')).toHaveText('“no-such-item” is not in the catalogue. Choose another item.');
  await expect(page.getByRole('region', { name: 'First item' })).toContainText('kettle');
  await expect(page.getByRole('textbox', { name: 'Second item' })).toBeVisible();
});

test('the comparison speaks Czech and fits a phone', async ({ asOwner }) => {
  const page = await asOwner({ language: 'cs', isPhone: true });
  await page.goto('/developer/compare-results?q=garden+gloves');
  await choose(page, 'První položka', 'gardening gloves');
  await choose(page, 'Druhá položka', 'garden hose');
  await expect(page.getByRole('region', { name: 'Která je výš?' })).toContainText('Rozhoduje slovo „gloves“ v poli name');
  await expectFits(page);
  await expectAccessible(page);
});

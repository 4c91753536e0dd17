import { troublesOf } from './troubles.ts';
import { expect, test } from './fixtures.ts';

test('the terms are read while signing up, and nothing typed is lost', async ({ page }) => {
  const troubles = troublesOf(page);
  await page.goto('/register');
  await page.getByLabel('First name').fill('Eva');
  await page.getByRole('button', { name: 'Read the terms' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' });
  await expect(terms).toContainText('1. Who runs this');
  await page.keyboard.press('Escape');
  await expect(terms).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Eva');
  expect(troubles).toEqual([]);
});

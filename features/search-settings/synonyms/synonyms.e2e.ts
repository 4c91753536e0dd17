import { accessibilityProblems } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { overflowPixels } from '#e2e/look.ts';

test('a synonym is added, changed, deleted and brought back', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/search-settings/synonyms');
  await page.getByRole('button', { name: 'Add synonym' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByRole('button', { name: 'Add synonym' }).click();
  await expect(drawer.getByText('Required field')).toHaveCount(2);

  await drawer.getByLabel('Term').fill('icebox');
  await drawer.getByLabel('Synonyms').fill('fridge, refrigerator,');
  expect(await accessibilityProblems(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Add synonym' }).click();
  await expect(drawer).toBeHidden();

  const row = page.getByRole('row').filter({ hasText: 'icebox' });
  await expect(row).toContainText('fridge, refrigerator');
  await expect(row).toContainText('Two-way');
  expect(await accessibilityProblems(page)).toEqual([]);

  await row.getByRole('button', { name: 'Edit synonym' }).click();
  await expect(page).toHaveURL(/edit=\d+/);
  await page.getByRole('radio', { name: /^One-way/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('One-way');

  await row.getByRole('button', { name: 'Delete synonym' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('One-way');
});

test('what was typed is not lost by accident', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/search-settings/synonyms?edit=new');
  const drawer = page.getByRole('dialog', { name: 'Add synonym' });
  await drawer.getByLabel('Term').fill('half done');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer.getByLabel('Term')).toHaveValue('half done');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/synonyms$/);
});

test('synonyms fit a phone', async ({ asOwner }) => {
  const page = await asOwner({ isPhone: true });
  await page.goto('/search-settings/synonyms');
  await expect(page.getByRole('heading', { name: 'Synonyms', level: 1 })).toBeVisible();
  expect(await overflowPixels(page)).toBe(0);
});

import { accessibilityProblems } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';

test('a replacement is added, deleted and brought back', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/chars-filter');
  await page.getByRole('button', { name: 'Add replacement' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add replacement' });
  await drawer.getByRole('button', { name: 'Add replacement' }).click();
  await expect(drawer.getByText('Required field')).toHaveCount(1);
  await drawer.getByLabel('Typed').fill('×');
  await drawer.getByLabel('Replaced by').fill('x');
  expect(await accessibilityProblems(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Add replacement' }).click();
  await expect(drawer).toBeHidden();

  const row = page.getByRole('row').filter({ hasText: '×' });
  await expect(row).toContainText('x');
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole('button', { name: 'Delete replacement' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

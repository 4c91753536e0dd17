import type { Locator } from '@playwright/test';

/** Runs an action of a row by its name, whether it has a button of its own or stands behind *More*. */
export async function rowAction(row: Locator, label: string): Promise<void> {
  const button = row.getByRole('button', { name: label });
  await row.waitFor();
  if (await button.isVisible()) return button.click();
  await row.getByRole('button', { name: 'More' }).click();
  await row.page().getByRole('menuitem', { name: label }).click();
}

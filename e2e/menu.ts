import type { Page } from '@playwright/test';

/** Sections of the menu may be closed. */
export async function openByMenu(page: Page, name: string | RegExp): Promise<void> {
  const menu = page.getByRole('navigation');
  const link = menu.getByRole('link', { name, exact: true, includeHidden: true });
  await link.waitFor({ state: 'attached' });
  const closed = menu.getByRole('button', { expanded: false });
  while ((await link.isHidden()) && (await closed.count()) > 0) await closed.first().click();
  await link.click();
}

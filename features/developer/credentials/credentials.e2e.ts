import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { expect, test } from '#e2e/fixtures.ts';

const commandAt = async (page: Page, place: number): Promise<string> =>
  (await page.getByRole('main').locator('pre').nth(place).textContent()) ?? '';
/** Runs a command as a person would who pastes it into a terminal. */
const paste = (command: string) => JSON.parse(execFileSync('sh', ['-c', `${command} --silent`], { encoding: 'utf8' }));

test('the commands work as they are pasted', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/credentials');
  // The word comes from the items of the shop.
  await expect(page.locator('pre').first()).toContainText(/q=\w+/);
  expect(paste(await commandAt(page, 0)).data.total_count).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByText('it will not be shown again')).toBeVisible();
  const { token } = paste(await commandAt(page, 1)).data;
  const search = (await commandAt(page, 2)).replace('YOUR_TOKEN', token);
  expect(paste(search).data.total_count).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('a secret is shown once', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/credentials');
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Copy client id' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeHidden();
});

import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/accessibility.ts';
import { send } from '#e2e/calls.ts';
import { expect, test } from '#e2e/fixtures.ts';

const commands = (page: Page) => page.getByRole('main').locator('pre', { hasText: 'curl' });
const commandAt = async (page: Page, place: number): Promise<string> => (await commands(page).nth(place).textContent()) ?? '';
/** Runs a command as a person would who pastes it into a terminal. */
const paste = (command: string) => JSON.parse(execFileSync('sh', ['-c', `${command} --silent`], { encoding: 'utf8' }));

test('the commands work as they are pasted', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/credentials');
  // The word comes from the items of the shop.
  await expect(commands(page).first()).toContainText(/q=\w+/);
  expect(paste(await commandAt(page, 0)).data.total_count).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByText('it will not be shown again')).toBeVisible();
  const { token } = paste(await commandAt(page, 1)).data;
  const search = (await commandAt(page, 2)).replace('YOUR_TOKEN', token);
  expect(paste(search).data.total_count).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('the first call of a shop is told while the page is open', async ({ asShop, page, feedHost }) => {
  await asShop(feedHost.put('/calls.ndjson', '{"id":"1","name":"Lamp"}'));
  await page.goto('/developer/credentials');
  await expect(page.getByText('Waiting for the first call…')).toBeVisible();
  await expect(commands(page).first()).toBeVisible();
  paste(await commandAt(page, 0));
  await expect(page.getByText('Your shop has called')).toBeVisible();
});

test('a secret is shown once', async ({ asOwner }) => {
  const page = await asOwner();
  await page.goto('/developer/credentials');
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeVisible();
  await expect(page.getByText('The old secret works until')).toBeVisible();
  await page.getByRole('button', { name: 'Stop it now' }).click();
  await expect(page.getByText('The old secret has stopped working.')).toBeVisible();
  await expect(page.getByText('The old secret works until')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Copy client ID' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy secret' })).toBeHidden();
});

test('a project of the plugin has its line first, one whose shop calls the API has the calls first', async ({
  asShop,
  page,
  server,
}) => {
  const { token, sessionToken, id } = await asShop('', { data_source: 'aisle_api', feed_url: '' });
  const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  const plugin = 'The search plugin in your shop';
  await page.goto('/developer/credentials?shop=shopify');
  await expect.poll(async () => (await titles()).indexOf(plugin)).toBe(0);
  await expect(page.locator('pre', { hasText: '/plugin.js' })).toContainText(
    `src="${server.url}/plugin.js" data-token="${token}"`,
  );
  await expect(page.getByText('In the folder Layout, open theme.liquid')).toBeVisible();
  await send(server.url, { method: 'PUT', path: `/api/sales_channels/${id}`, body: { type: 'front_api' }, sessionToken, token });
  await page.reload();
  await expect.poll(async () => (await titles()).at(-1)).toBe(plugin);
});

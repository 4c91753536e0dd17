import type { Browser, Page } from '@playwright/test';
import { send } from './calls.ts';
import { demoItems, panel, tiles } from './demo-shop.ts';
import { expect, test } from './fixtures.ts';

const bar = "Demo shop of “Konvice”. Searches here aren't counted.";

async function elsewhere(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
}

test('the demo shop opens for members, preview links and in live mode', async ({
  page,
  browser,
  server,
  asFilledShop,
  feedHost,
}) => {
  const feed = feedHost.put('/demo-private.ndjson', demoItems(server.url), 'application/x-ndjson');
  const { token, sessionToken } = await asFilledShop(feed, { language: 'en', name: 'Konvice' });
  const call = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    send<Data>(server.url, { method, path, body, sessionToken, token });
  const address = `${server.url}/demo/${token}`;

  const stranger = await elsewhere(browser, address);
  await expect(stranger.getByRole('alert')).toHaveText('This preview is private. Ask for a preview link.');
  await page.goto(address);
  await expect(page.getByText(bar)).toBeVisible();

  const { preview } = await call<{ preview: { secret: string } }>('POST', '/api/plugin/preview', {});
  const invited = await elsewhere(browser, `${address}?aisle-preview=${preview.secret}`);
  await expect(invited.getByText(bar)).toBeVisible();
  expect(invited.url()).toBe(address);
  await invited.getByRole('combobox', { name: 'Search' }).pressSequentially('ket');
  await expect(panel(invited).locator('.tile').first()).toBeVisible();
  await invited.getByRole('combobox', { name: 'Search' }).press('Enter');
  await expect(tiles(invited).first()).toBeVisible();

  await call('POST', '/api/toggle/live_mode', { is_live: true });
  await stranger.reload();
  await expect(stranger.getByText(bar)).toBeVisible();
  await stranger.getByRole('combobox', { name: 'Search' }).fill('kettle');
  await stranger.getByRole('combobox', { name: 'Search' }).press('Enter');
  await expect(tiles(stranger).first()).toBeVisible();
  const state = await call<{ front_called_at: number | null }>('GET', '/api/dashboard/state');
  expect(state.front_called_at).toBeNull();
  for (const one of [stranger, invited]) await one.context().close();
});

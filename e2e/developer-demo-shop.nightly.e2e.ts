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

test('without a link it is private, a link shows it elsewhere, and live mode shows it to all', async ({
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
  await expect(stranger.getByRole('heading', { name: 'This preview is private.' })).toBeVisible();

  // A plain link works for a member, wherever it stands.
  await page.goto(address);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox').inputValue();
  expect(link).toMatch(/\?aisle-preview=/);

  const invited = await elsewhere(browser, link);
  expect(invited.url()).toBe(address);
  await expect(invited.getByText(bar)).toBeVisible();
  await expect(invited.getByRole('button', { name: 'Share' })).toBeHidden();
  await invited.getByRole('combobox', { name: 'Search' }).pressSequentially('ket');
  await expect(panel(invited).locator('.tile').first()).toBeVisible();
  await invited.getByRole('combobox', { name: 'Search' }).press('Enter');
  await expect(tiles(invited).first()).toBeVisible();

  await call('POST', '/api/toggle/live_mode', { is_live: true });
  await stranger.reload();
  await expect(stranger.getByText(bar)).toBeVisible();
  // Somebody who is signed in sees the same, with what members may do.
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('textbox')).toHaveValue(address);
  await stranger.getByRole('combobox', { name: 'Search' }).pressSequentially('kettle');
  await stranger.getByRole('combobox', { name: 'Search' }).press('Enter');
  await expect(tiles(stranger).first()).toBeVisible();
  // Nothing of all this was a customer's.
  const state = await call<{ front_called_at: number | null }>('GET', '/api/dashboard/state');
  expect(state.front_called_at).toBeNull();
  for (const one of [stranger, invited]) await one.context().close();
});

test('where the server is away, the page says so in a sentence', async ({ page, server, asFilledShop, feedHost }) => {
  const feed = feedHost.put('/demo-away.ndjson', demoItems(server.url), 'application/x-ndjson');
  const { token } = await asFilledShop(feed, { language: 'en', name: 'Konvice' });
  await page.goto(`/demo/${token}`);
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.context().setOffline(true);
  await field.fill('kettle');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText("Search isn't available now.");
  await page.context().setOffline(false);
  await field.press('Enter');
  // Until the plugin trusts the server again, after some seconds, the page shows by itself what is found; then it does.
  await expect(page.getByRole('heading', { name: /^Results for “kettle”/ })).toBeVisible();
  // Both are there for a moment.
  const fields = page.getByRole('searchbox', { name: 'Search' }).or(field);
  await expect.poll(async () => Promise.all((await fields.all()).map((one) => one.inputValue()))).toContain('kettle');
});

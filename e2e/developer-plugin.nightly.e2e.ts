import type { Page } from '@playwright/test';
import { expectAccessible, expectFits, phone } from './pages.ts';
import { expect } from './fixtures.ts';
import { dialog, oldShop, panel, pluginTag, type ShopPage, test, tile, tiles, typeInShop } from './plugin-shop.ts';

/** Messages for developers. */
function toldOn(page: Page): string[] {
  const told: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Aisle:')) told.push(message.text());
  });
  return told;
}
test('on a phone the panel fills the screen, filters open in a sheet, and Back closes each', async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token } = await pluginShop('en');
  await page.setViewportSize(phone);
  await page.goto(pages.put('/', oldShop(pluginTag(server.url, token), 'en')));
  await expect(page.locator('#search')).toHaveAttribute('role', 'combobox');
  await page.locator('#search').click();
  const field = dialog(page).getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.type('gar');
  const all = panel(page).getByText(/^Show all/);
  await expect(all).toBeInViewport();
  await expectAccessible(page, '[data-aisle]');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);

  await page.locator('#search').click();
  await page.keyboard.type('garden');
  await page.keyboard.press('Enter');
  await expect(tiles(page).first()).toBeVisible();
  await expect(field).not.toBeFocused();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(phone.width);
  await dialog(page).getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('checkbox').first().check();
  await expectAccessible(page, '[data-aisle]');
  await sheet.getByRole('button', { name: /^Show \d+ results?/ }).click();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
  const count = await tiles(page).count();
  await page.reload();
  await expect(tiles(page)).toHaveCount(count);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

/** Right to left, with the field at the right edge. */
const rightToLeft = (tag: string): ShopPage => ({
  html: `<!doctype html>
<html lang="en" dir="rtl">
<head><meta name="viewport" content="width=device-width"><title>Right to left</title></head>
<body>
<header><form role="search" action="/own"><input type="search" name="q" id="search" aria-label="Search"></form></header>
<main><h1>Shop</h1></main>
${tag}
</body></html>`,
});

test('mirrors the panel, the arrow keys and the results on a right-to-left page', async ({ page, server, pluginShop }) => {
  const { pages, token } = await pluginShop('en');
  await page.goto(pages.put('/', rightToLeft(pluginTag(server.url, token))));
  const field = page.locator('#search');
  await expect(field).toHaveAttribute('role', 'combobox');
  await field.pressSequentially('ket');
  await expect(panel(page).locator('.tile').first()).toBeVisible();
  const [own, box] = [(await field.boundingBox())!, (await panel(page).boundingBox())!];
  expect(Math.abs(own.x + own.width - (box.x + box.width))).toBeLessThanOrEqual(1);
  const [words, items] = [await panel(page).locator('.side').boundingBox(), await panel(page).locator('.main').boundingBox()];
  expect(words!.x).toBeGreaterThan(items!.x);
  await field.press('ArrowDown');
  await field.press('ArrowLeft');
  await expect(panel(page).locator('.tile[data-active]')).toHaveCount(1);
  await expectAccessible(page);

  await field.fill('kitchen');
  await field.press('Enter');
  const results = dialog(page).first();
  await expect(results.locator('.grid a.result').first()).toBeVisible();
  await expect(results).toHaveCSS('direction', 'rtl');
  const [filters, found] = [await results.locator('.filters').boundingBox(), await results.locator('.grid').boundingBox()];
  expect(filters!.x).toBeGreaterThan(found!.x);
  await expectAccessible(page);

  await page.setViewportSize(phone);
  await expect(results.locator('.filters')).toBeHidden();
  await expectFits(page);
  await expectAccessible(page);
});

test("falls back to the shop's own search on any failure, and logs the reason for developers", async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token } = await pluginShop('en');
  const told = toldOn(page);
  const tag = pluginTag(server.url, token);
  const shop = oldShop(tag, 'en');
  pages.put('/hledani', { html: '<h1>What the shop found</h1>' });
  const field = page.locator('#search');
  const searchOfShop = () => page.waitForURL((url) => url.pathname === '/hledani');

  await test.step('a script loaded twice runs once', async () => {
    await page.goto(pages.put('/twice', oldShop(tag + tag, 'en')));
    await field.pressSequentially('ket');
    await expect(panel(page)).toHaveCount(1);
    await expect(page.locator('[data-aisle="panel"]')).toHaveCount(1);
    expect(told).toEqual([]);
  });

  await test.step('a page without a search field is logged once', async () => {
    const html = `<!doctype html><title>No search</title><h1>About us</h1>${tag}`;
    await page.goto(pages.put('/about', { html }));
    await expect.poll(() => told).toHaveLength(1);
    expect(told.splice(0)[0]).toMatch(/no search field was found/);
  });

  await test.step("an offline visitor submits the shop's form", async () => {
    await page.goto(pages.put('/', shop));
    await expect(field).toHaveAttribute('role', 'combobox');
    await page.context().setOffline(true);
    await field.pressSequentially('ket');
    await expect(panel(page)).toHaveCount(0);
    await page.evaluate(
      'document.querySelector("form").addEventListener("submit", (event) => { event.preventDefault(); document.title = "sent"; })',
    );
    await field.press('Enter');
    await expect(page).toHaveTitle('sent');
    await page.context().setOffline(false);
  });

  await test.step("a server that never responds leaves the shop's search in place", async () => {
    await page.route(/\/front\/v1\/plugin/, (route) => route.abort());
    await page.goto(`${pages.origin}/`);
    await expect.poll(() => told.length).toBe(1);
    expect(told.splice(0)[0]).toMatch(/the server does not answer/);
    await field.pressSequentially('ket');
    await field.press('Enter');
    await searchOfShop();
    await page.unroute(/\/front\/v1\/plugin/);
  });

  await test.step("invalid settings leave the shop's search in place", async () => {
    for (const data of ['{}', '{"settings":{}}', '[]', '"text"']) {
      const json = `{"err":0,"msg":"","data":${data},"errors":[]}`;
      await page.route(/\/front\/v1\/plugin/, (route) =>
        route.fulfill({ body: json, headers: { 'access-control-allow-origin': '*' } }),
      );
      await page.goto(`${pages.origin}/`);
      await expect.poll(() => told.length).toBe(1);
      told.splice(0);
      await field.pressSequentially('ket');
      await field.press('Enter');
      await searchOfShop();
      await page.unroute(/\/front\/v1\/plugin/);
    }
  });

  await test.step('an unknown token is logged', async () => {
    await page.goto(pages.put('/wrong', oldShop(pluginTag(server.url, token.replaceAll(/./g, 'x')), 'en')));
    await expect.poll(() => told.length).toBe(1);
    expect(told.splice(0)[0]).toMatch(/no project has this token/);
  });
});

test('while live mode is off, only a preview link shows the plugin, until an owner turns it on', async ({
  page,
  browser,
  server,
  pluginShop,
}) => {
  const own = await pluginShop('en');
  const shopAddress = own.pages.put('/', oldShop(pluginTag(server.url, own.token), 'en'));
  await own.call('POST', '/api/toggle/live_mode', { is_live: false });
  const customer = await (await browser.newContext()).newPage();
  const colleague = await (await browser.newContext()).newPage();
  await page.goto('/developer/plugin?q=ket');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Preview only' })).toBeVisible();
  await expect(page.frameLocator('iframe').locator('[data-aisle] .tile').first()).toBeVisible();

  await expect(async () => {
    await typeInShop(customer, shopAddress, 'ket');
    await expect(customer.locator('#search')).not.toHaveAttribute('role');
    await expect(tile(customer)).toHaveCount(0);
  }).toPass();

  await page.getByRole('button', { name: 'Create a preview link' }).click();
  const link = page.locator('code', { hasText: 'aisle-preview=' });
  await expect(link).toBeVisible();
  await expect(async () => {
    await typeInShop(colleague, (await link.textContent())!, 'ket');
    await expect(tile(colleague)).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await page.getByRole('button', { name: 'Create a preview link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a preview link' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Show to customers' }).click();
  const question = page.getByRole('dialog', { name: /^Show search to customers of / });
  await question.getByRole('button', { name: 'Show to customers' }).click();
  await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Preview only' })).toHaveCount(0);
  await expect(async () => {
    await typeInShop(customer, shopAddress, 'ket');
    await expect(tile(customer)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await customer.context().close();
  await colleague.context().close();
});

test('a preview that fails to load leaves the settings usable and can be retried', async ({ page, pluginShop }) => {
  await pluginShop('en');
  await page.route('**/plugin-preview.js*', (route) => route.abort());
  await page.goto('/developer/plugin?q=ket');
  await expect(page.getByText('This could not be loaded.')).toBeVisible();
  await expect(page.getByLabel('Accent colour', { exact: true })).toBeEnabled();
  await page.unroute('**/plugin-preview.js*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.frameLocator('iframe').locator('[data-aisle] .tile').first()).toBeVisible();
  await expect(page.getByText('This could not be loaded.')).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/plugin-shop.ts';
import { oldShop, pluginTag } from '#e2e/shop-pages.ts';

/** What developers read about the plugin in the console of the browser. */
function toldOn(page: Page): string[] {
  const told: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('Aisle:')) told.push(message.text());
  });
  return told;
}
const panel = (page: Page) => page.locator('[data-aisle="panel"] .panel');

test('whatever goes wrong, customers have the search of the shop, and developers are told why', async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token, call } = await pluginShop('en');
  const told = toldOn(page);
  const tag = pluginTag(server.url, token);
  const shop = oldShop(tag, 'en');
  pages.put('/hledani', { html: '<h1>What the shop found</h1>' });
  const field = page.locator('#search');
  const searchOfShop = () => page.waitForURL((url) => url.pathname === '/hledani');

  await test.step('loaded twice, it works once', async () => {
    await page.goto(pages.put('/twice', oldShop(tag + tag, 'en')));
    await field.pressSequentially('ket');
    await expect(panel(page)).toHaveCount(1);
    await expect(page.locator('[data-aisle="panel"]')).toHaveCount(1);
    expect(told).toEqual([]);
  });

  await test.step('a page without a search field is told once', async () => {
    const html = `<!doctype html><title>No search</title><h1>About us</h1>${tag}`;
    await page.goto(pages.put('/about', { html }));
    await expect.poll(() => told).toHaveLength(1);
    expect(told.splice(0)[0]).toMatch(/no search field was found/);
  });

  await test.step('a visitor without a connection sends the form of the shop', async () => {
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

  await test.step('where the server goes away, so does the panel, and the shop searches', async () => {
    await page.goto(`${pages.origin}/`);
    await expect(field).toHaveAttribute('role', 'combobox');
    await page.route(/\/front\//, (route) => route.abort());
    await field.pressSequentially('ket');
    await field.press('Enter');
    await searchOfShop();
    await expect(page.locator('h1')).toHaveText('What the shop found');
    await page.unroute(/\/front\//);
  });

  await test.step('a server that never answers leaves the shop its search', async () => {
    await page.route(/\/front\/v1\/plugin/, (route) => route.abort());
    await page.goto(`${pages.origin}/`);
    await expect.poll(() => told.length).toBe(1);
    expect(told.splice(0)[0]).toMatch(/the server does not answer/);
    await field.pressSequentially('ket');
    await field.press('Enter');
    await searchOfShop();
    await page.unroute(/\/front\/v1\/plugin/);
  });

  await test.step('settings that make no sense leave the shop its search', async () => {
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

  await test.step('a token of no project is told', async () => {
    await page.goto(pages.put('/wrong', oldShop(pluginTag(server.url, token.replaceAll(/./g, 'x')), 'en')));
    await expect.poll(() => told.length).toBe(1);
    expect(told.splice(0)[0]).toMatch(/no project has this token/);
  });

  await test.step('while live mode is off, a preview link shows the plugin on every page of the shop', async () => {
    await call('POST', '/api/toggle/live_mode', { is_live: false });
    await expect(async () => {
      await page.goto(`${pages.origin}/`);
      await expect.poll(() => told.length).toBe(1);
    }).toPass();
    expect(told.splice(0)[0]).toMatch(/live mode is off/);
    const { preview } = await call<{ preview: { secret: string } }>('POST', '/api/plugin/preview', {});
    await expect(async () => {
      await page.goto(`${pages.origin}/?aisle-preview=${preview.secret}`);
      await expect(field).toHaveAttribute('role', 'combobox', { timeout: 10_000 });
    }).toPass();
    await page.goto(`${pages.origin}/`);
    await field.pressSequentially('ket');
    await expect(panel(page)).toBeVisible();
    await page.goto(`${pages.origin}/?aisle-preview=off`);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await expect(field).not.toHaveAttribute('role');
  });
});

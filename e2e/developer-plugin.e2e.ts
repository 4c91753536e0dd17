import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page, FrameLocator } from '@playwright/test';
import { expectAccessible, phone } from './pages.ts';
import { expect } from './fixtures.ts';
import {
  dialog,
  oldShop,
  panel,
  pluginTag,
  singlePageShop,
  strictShop,
  test,
  tiles,
  type PluginShop,
  tile,
  typeInShop,
} from './plugin-shop.ts';

/** Console messages, except missing pages of the shop. */
function listenTo(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (['warning', 'error'].includes(message.type()) && !isIcon) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return said;
}

const pricesOf = async (page: Page): Promise<number[]> =>
  (await page.locator('.results .result .price').allInnerTexts()).map((text) =>
    Number((/^[\d\s]+/.exec(text.replaceAll(/\s/g, ' '))?.[0] ?? '').replaceAll(' ', '')),
  );
/** Size in whole pixels. */
const sizeOf = async (page: Page, selector: string) => {
  const { width, height } = (await page.locator(selector).first().boundingBox())!;
  return [Math.round(width), Math.round(height)];
};

// Automated browsers call themselves headless, and bots aren't counted.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' });

test('in a shop of tables whose styles want to win, panel and results look and work as they should', async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token } = await pluginShop('cs');
  const said = listenTo(page);
  const address = pages.put('/', oldShop(pluginTag(server.url, token), 'cs'));
  await page.goto(address);
  const field = page.locator('#search');
  await expect(field).toHaveAttribute('role', 'combobox');
  await expect(panel(page)).toHaveCount(0);

  // The shop's styles don't reach the panel.
  await field.pressSequentially('kon');
  await expect(panel(page)).toContainText('Návrhy');
  expect(await sizeOf(page, '[data-aisle="panel"] .tile .picture')).toEqual([56, 56]);
  expect((await panel(page).boundingBox())!.width).toBe(720);
  await expect(panel(page).locator('.phrase').first()).toHaveCSS('letter-spacing', 'normal');

  // Arrow keys go through phrases, then items; the field announces the active one.
  const active = async (): Promise<string> => {
    const id = await field.getAttribute('aria-activedescendant');
    return id === null ? '' : ((await page.locator(`[id="${id}"]`).textContent()) ?? '');
  };
  await expect(page.locator('[data-aisle="spoken"] [role="status"]')).toHaveText('6 výsledků');
  await field.press('ArrowDown');
  expect(await active()).toMatch(/^kon/i);
  await field.press('ArrowRight');
  expect(await active()).toMatch(/, 1.090.Kč$/);
  await field.press('ArrowLeft');
  await field.press('ArrowUp');
  expect(await active()).toBe('');
  await field.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(field).toHaveValue('kon');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await field.press('Escape');
  await expect(field).toHaveValue('');

  // Results: filters, prices, order, more of them.
  await field.pressSequentially('kuchyně');
  await field.press('Enter');
  await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText('Výsledky pro „kuchyně“');
  await expect(dialog(page)).toBeFocused();
  await expectAccessible(page, '[data-aisle]');
  const count = await tiles(page).count();
  expect(count).toBe(24);
  await page.getByRole('button', { name: 'Zobrazit další' }).click();
  await expect(tiles(page)).toHaveCount(40);
  await page.getByLabel('Řazení').selectOption('price:asc');
  await expect(tiles(page)).toHaveCount(24);
  await expect.poll(() => pricesOf(page)).toEqual((await pricesOf(page)).toSorted((one, other) => one - other));
  const brands = dialog(page).getByRole('group', { name: 'Značka' });
  await brands.getByRole('checkbox').first().check();
  await brands.getByRole('checkbox').nth(1).check();
  await expect(page.locator('.chip')).toHaveCount(2);
  await expect(page.locator('.results')).toHaveAttribute('aria-busy', 'false');
  const price = dialog(page).getByRole('group', { name: 'Cena' });
  await price.getByLabel('Do', { exact: true }).last().fill('700');
  await price.getByLabel('Do', { exact: true }).last().press('Enter');
  await expect(page.locator('.chip')).toHaveCount(3);
  await expect.poll(async () => Math.max(...(await pricesOf(page)))).toBeLessThanOrEqual(700);
  await page.locator('.chip').last().click();
  await expect(page.locator('.chip')).toHaveCount(2);
  await expect(page.locator('.results')).toHaveAttribute('aria-busy', 'false');
  const found = await tiles(page).count();

  // The address restores everything.
  pages.put('/items/x', { html: '<h1>Item</h1>' });
  const shown = page.url();
  await page.goto(`${pages.origin}/items/x`);
  await page.goBack();
  await expect(tiles(page)).toHaveCount(found);
  expect(page.url()).toBe(shown);
  await expect(page.locator('.chip')).toHaveCount(2);
  await page.getByRole('button', { name: 'Zrušit vše' }).click();
  await expect(page.locator('.chip')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
  expect(said).toEqual([]);

  // Without the server, the shop's own search works.
  pages.put('/hledani', { html: '<h1>What the shop found</h1>' });
  await page.route(/\/front\//, (route) => route.abort());
  await field.fill('konev');
  await field.press('Enter');
  await page.waitForURL((url) => url.pathname === '/hledani');
  await expect(page.locator('h1')).toHaveText('What the shop found');
});

test('a strict content policy refuses nothing of it, and results stand on a page of the shop', async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token, call } = await pluginShop('en');
  const said = listenTo(page);
  await call('PUT', '/api/plugin', { settings: { results: 'page', page_path: '/find', page_selector: 'main' } });
  const shop = strictShop(pluginTag(server.url, token), 'en', server.url);
  pages.put('/find', shop);
  await expect
    .poll(async () => (await call<{ settings: object }>('GET', `/front/v1/plugin?token=${token}`)).settings)
    .toHaveProperty('results', 'page');
  await page.goto(pages.put('/', shop));
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.pressSequentially('ket');
  await expect(panel(page).locator('.tile').first()).toBeVisible();
  expect(await sizeOf(page, '[data-aisle="panel"] .tile .picture')).toEqual([56, 56]);
  await field.press('Enter');
  await page.waitForURL((url) => url.pathname === '/find' && url.searchParams.get('q') === 'ket');
  await expect(tiles(page).first()).toBeVisible();
  await expect(page.locator('#own')).toBeHidden();
  await field.fill('garden');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('garden');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('ket');

  // On a phone a dialog takes over the field, and gives way to the results on the page.
  await page.setViewportSize(phone);
  await page.reload();
  await page.locator('header input').click();
  await dialog(page).getByRole('combobox', { name: 'Search' }).fill('lamp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('lamp');
  await expect(dialog(page)).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get('q')).toBe('lamp');
  await page.locator('header input').click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 })).toContainText('lamp');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2 })).toContainText('ket');
  expect(said).toEqual([]);
});

test('a page that redraws itself keeps its search, whatever becomes of its field', async ({ page, server, pluginShop }) => {
  const { pages, token } = await pluginShop('cs');
  const said = listenTo(page);
  const shop = singlePageShop(pluginTag(server.url, token), 'cs');
  for (const path of ['/home', '/sale']) pages.put(path, shop);
  await page.goto(`${pages.origin}/home`);
  for (const place of ['home', 'sale', 'home']) {
    const field = page.locator(`#field-${place}`);
    await expect(field).toHaveAttribute('role', 'combobox');
    await field.pressSequentially('konev');
    await expect(panel(page).locator('.tile').first()).toBeVisible();
    await expect(page.locator('[data-aisle="panel"]')).toHaveCount(1);
    await field.press('Escape');
    await page.locator('nav a', { hasText: place === 'home' ? 'Sale' : 'Home' }).click();
  }
  await expect(page.locator('#field-sale')).toHaveAttribute('role', 'combobox');
  await page.locator('#field-sale').pressSequentially('konev');
  await page.keyboard.press('Enter');
  await expect(tiles(page).first()).toBeVisible();
  expect(await page.evaluate<string>('history.state.own')).toBe('kept');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('h1')).toHaveText('/sale');
  expect(said).toEqual([]);
});

test('what customers see, click, put into the cart and buy is stored with the search that it was found by', async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token } = await pluginShop('en');
  await page.goto(pages.put('/', strictShop(pluginTag(server.url, token), 'en', server.url)));
  await expect(page.locator('input[role="combobox"]')).toBeVisible();
  await page.evaluate("aisle.push(['search', 'kettle'])");
  const tiles = page.locator('.results .grid a.result');
  await expect(tiles.first()).toBeVisible();
  const shown = await tiles.count();
  const address = (await tiles.nth(1).getAttribute('href'))!;
  const id = path.basename(address);
  pages.put(new URL(address).pathname, strictShop(pluginTag(server.url, token), 'en', server.url));
  await tiles.nth(1).click();
  await page.waitForURL(address);
  await page.evaluate(`aisle.push(['cart', { item_id: ${JSON.stringify(id)}, quantity: 2, price: 30, currency: 'EUR' }])`);
  await page.evaluate(`aisle.push(['purchase', [{ item_id: ${JSON.stringify(id)}, quantity: 2, price: 30, currency: 'EUR' }]])`);

  const database = new DatabaseSync(path.join(server.dataDirectory, 'aisle.sqlite'), { readOnly: true });
  const events = (type: string) =>
    database
      .prepare(
        'select * from shop_event join project on project.id = shop_event.project_id where token = ? and shop_event.type = ?',
      )
      .all(token, type);
  try {
    await expect.poll(() => events('purchase')).toHaveLength(1);
    await expect.poll(() => events('impression')).toHaveLength(shown);
    const [[click], [cart], [purchase]] = [events('click'), events('cart'), events('purchase')];
    expect(click).toMatchObject({ item_id: id, position: 2 });
    expect(new Set([click, cart, purchase, ...events('impression')].map((one) => one?.['query_id']))).toEqual(
      new Set([click?.['query_id']]),
    );
    for (const taken of [cart, purchase])
      expect(taken).toMatchObject({ item_id: id, quantity: 2, price: 30, currency: 'EUR', query_id: expect.any(String) });
  } finally {
    database.close();
  }
});

const preview = (page: Page): FrameLocator => page.frameLocator('iframe');
const prices = (frame: Page | FrameLocator) => frame.locator('[data-aisle] .tile .price');
/** The link to all results. */
const accentOf = (frame: Page | FrameLocator) =>
  frame
    .locator('[data-aisle="panel"]')
    .evaluate((host) =>
      (host.ownerDocument.defaultView as unknown as { getComputedStyle: (one: object) => CSSValues })
        .getComputedStyle(host)
        .getPropertyValue('--aisle-accent'),
    );
interface CSSValues {
  getPropertyValue(name: string): string;
}

/** Chooses in a segmented control. */
const choose = (page: Page, group: string, word: string) =>
  page.getByRole('radiogroup', { name: group }).locator('label', { hasText: word }).click();

const putShop = ({ pages, token }: PluginShop, serverUrl: string, language: string): string =>
  pages.put('/', oldShop(pluginTag(serverUrl, token), language));

test('settings show in the preview at once, and in the shop once they are saved', async ({
  page,
  context,
  server,
  pluginShop,
}) => {
  const own = await pluginShop('en');
  const shopAddress = putShop(own, server.url, 'en');
  await page.goto('/developer/plugin?q=ket');
  await expect(tile(preview(page))).toBeVisible();
  await expect(prices(preview(page)).first()).toBeVisible();
  await expect(page.getByText('Waiting for the first call…')).toBeVisible();

  await test.step('what is edited shows in the preview, and is not saved', async () => {
    await page.getByLabel('Accent colour', { exact: true }).fill('#aa0044');
    await page.getByRole('switch', { name: 'Price', exact: true }).click();
    await expect(prices(preview(page))).toHaveCount(0);
    expect(await accentOf(preview(page))).toBe('#aa0044');
    const shop = await context.newPage();
    await typeInShop(shop, shopAddress, 'ket');
    await expect(prices(shop).first()).toBeVisible();
    await shop.close();
  });

  await test.step('results show in the preview, which adds nothing to go back through', async () => {
    const steps = await page.evaluate<number>('history.length');
    await choose(page, 'Part of the plugin', 'Results');
    await expect(preview(page).locator('.results .result').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Type a query' }).fill('garden');
    await expect(preview(page).getByRole('heading', { level: 2 })).toContainText('garden');
    await preview(page).locator('.results .result').first().click();
    expect(await page.evaluate<number>('history.length')).toBe(steps);
  });

  await test.step('on a phone it is as on a phone', async () => {
    await choose(page, 'Device', 'Phone');
    await choose(page, 'Part of the plugin', 'Panel');
    await expect(preview(page).getByRole('combobox', { name: 'Search' }).last()).toBeVisible();
    await expect(preview(page).getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Panel', exact: true })).toBeFocused();
  });

  await test.step('a wrong value is reported and can’t be saved', async () => {
    await page.getByLabel('Search field', { exact: true }).fill('#a[');
    await expect(page.getByText('Enter a valid CSS selector.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save and publish' })).toBeDisabled();
    await page.getByLabel('Search field', { exact: true }).fill('#search');
  });

  await test.step('saved, it is in the shop', async () => {
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await expect(page.getByText('Live now.')).toBeVisible();
    const shop = await context.newPage();
    await expect(async () => {
      await typeInShop(shop, shopAddress, 'ket');
      await expect(tile(shop)).toBeVisible();
      await expect(prices(shop)).toHaveCount(0, { timeout: 500 });
    }).toPass();
    expect(await accentOf(shop)).toBe('#aa0044');
    await shop.close();
    await expect(page.getByText(`Runs on ${new URL(shopAddress).host}`)).toBeVisible({ timeout: 15_000 });
  });
});

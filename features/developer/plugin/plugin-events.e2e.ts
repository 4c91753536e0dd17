import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { expectAccessible } from '#e2e/accessibility.ts';
import { phone } from '#e2e/look.ts';
import { expect, test } from '#e2e/plugin-shop.ts';
import { pluginTag, strictShop } from '#e2e/shop-pages.ts';

// Automated browsers call themselves headless, and what bots do isn't counted.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' });

test('what customers see, click, put into the cart and buy is stored with the search that it was found by', async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token } = await pluginShop('en');
  await page.setViewportSize(phone);
  await page.goto(pages.put('/', strictShop(pluginTag(server.url, token), 'en', server.url)));
  await expect(page.locator('input[role="combobox"]')).toBeVisible();
  await page.evaluate("aisle.push(['search', 'kettle'])");
  const tiles = page.locator('.results .grid a.result');
  await expect(tiles.first()).toBeVisible();
  await expectAccessible(page);
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

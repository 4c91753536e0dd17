import { expectAccessible } from '#e2e/accessibility.ts';
import { expectFits, phone } from '#e2e/look.ts';
import { expect, test } from '#e2e/plugin-shop.ts';
import { pluginTag, type ShopPage } from '#e2e/shop-pages.ts';

/** Written from right to left, with its field at the right edge. */
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

test('in a page from right to left the panel hangs at the right, arrows lead to the left, and results begin at the right', async ({
  page,
  server,
  pluginShop,
}) => {
  const { pages, token } = await pluginShop('en');
  await page.goto(pages.put('/', rightToLeft(pluginTag(server.url, token))));
  const field = page.locator('#search');
  await expect(field).toHaveAttribute('role', 'combobox');
  await field.pressSequentially('ket');
  const panel = page.locator('[data-aisle="panel"] .panel');
  await expect(panel.locator('.tile').first()).toBeVisible();
  const [own, box] = [(await field.boundingBox())!, (await panel.boundingBox())!];
  expect(Math.abs(own.x + own.width - (box.x + box.width))).toBeLessThanOrEqual(1);
  const [words, items] = [await panel.locator('.side').boundingBox(), await panel.locator('.main').boundingBox()];
  expect(words!.x).toBeGreaterThan(items!.x);
  await field.press('ArrowDown');
  await field.press('ArrowLeft');
  await expect(panel.locator('.tile[data-active]')).toHaveCount(1);
  await expectAccessible(page);

  await field.fill('kitchen');
  await field.press('Enter');
  const dialog = page.getByRole('dialog').first();
  await expect(dialog.locator('.grid a.result').first()).toBeVisible();
  await expect(dialog).toHaveCSS('direction', 'rtl');
  const [filters, found] = [await dialog.locator('.filters').boundingBox(), await dialog.locator('.grid').boundingBox()];
  expect(filters!.x).toBeGreaterThan(found!.x);
  await expectAccessible(page);

  await page.setViewportSize(phone);
  await expect(dialog.locator('.filters')).toBeHidden();
  await expectFits(page);
  await expectAccessible(page);
});

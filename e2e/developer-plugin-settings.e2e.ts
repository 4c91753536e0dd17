import type { FrameLocator, Page } from '@playwright/test';
import { expect, type PluginShop, test } from './plugin-shop.ts';
import { oldShop, pluginTag } from './shop-pages.ts';

const preview = (page: Page): FrameLocator => page.frameLocator('iframe');
const tile = (frame: Page | FrameLocator) => frame.locator('[data-aisle] .tile').first();
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

/** Suggestions under the shop's field; none without the plugin. */
async function typeInShop(page: Page, address: string, word: string): Promise<void> {
  await page.goto(address);
  await page.locator('#search').pressSequentially(word);
}

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

  await test.step('what is wrong is told, and can’t be saved', async () => {
    await page.getByLabel('Search field', { exact: true }).fill('#a[');
    await expect(page.getByText('Enter a valid CSS selector.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save and publish' })).toBeDisabled();
    await page.getByLabel('Search field', { exact: true }).fill('#search');
  });

  await test.step('saved, it is in the shop', async () => {
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await expect(page.getByText('Saved. Live now.')).toBeVisible();
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
